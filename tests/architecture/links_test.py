#!/usr/bin/env python3
"""Every relative link of the documents leads to a file that is there, and every anchor to a heading of it.

Links outside of code: [words](target), ![words](target). Targets with a scheme are left alone. Anchors of headings are
those of GitHub: lower case, without punctuation, spaces as hyphens, -1, -2 ... where a heading stands again.
Environment variables that the sources read are in the reference.
"""

import pathlib
import re
import sys

from documents_test import ROOT, documents, is_source

FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
VARIABLE = re.compile(r'"((?:MIKPOLY|XDG)_[A-Z_]+)"')
REFERENCE = ROOT / "docs" / "reference" / "exits_and_environment.md"


def prose(text):
    return FENCED.sub("", text)


def links(text):
    return LINK.findall(INLINE_CODE.sub("", prose(text)))


def anchors(text):
    found = []
    for heading in HEADING.findall(prose(text)):
        words = LINK.sub(lambda link: link[0][1 : link[0].index("]")], heading).replace("`", "")
        anchor = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        again = sum(1 for other in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", other))
        found.append(f"{anchor}-{again}" if again else anchor)
    return found


def fault_of(target, document):
    """Why the link leads nowhere, or nothing."""
    if re.match(r"[a-z]+:", target):
        return ""
    path, _, anchor = target.partition("#")
    file = (document.parent / path).resolve() if path else document
    if not file.exists():
        return f'"{target}": there is no file {path}'
    if anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
        return f'"{target}": {path or document.name} has no heading "{anchor}"'
    return ""


def check_rules():
    assert links("a [b](c.md#d) `[no](x)` ![e](f.png)\n```sh\n[no](y)\n```\n") == ["c.md#d", "f.png"]
    assert anchors("# A `b` c: d\n## [E](f)\n## E\n```\n# no\n```\n") == ["a-b-c-d", "e", "e-1"]
    assert fault_of("https://x", ROOT / "README.md") == ""
    assert fault_of("nosuch.md", ROOT / "README.md") == '"nosuch.md": there is no file nosuch.md'
    assert fault_of("#nosuch", ROOT / "README.md") == '"#nosuch": README.md has no heading "nosuch"'


def variables():
    """Environment variables that the sources name."""
    sources = [path for top in ROOT.iterdir() if is_source(top) and top.name != "tests" for path in top.rglob("*.cpp")]
    return sorted({name for path in sources for name in VARIABLE.findall(path.read_text(encoding="utf-8"))})


def main():
    check_rules()
    count = 0
    faults = []
    for document in documents():
        for target in links(document.read_text(encoding="utf-8")):
            count += 1
            if fault := fault_of(target, document):
                faults.append(f"{document.relative_to(ROOT)}: {fault}")
    known = REFERENCE.read_text(encoding="utf-8")
    for name in variables():
        if f"`{name}`" not in known:
            faults.append(f"{REFERENCE.relative_to(ROOT)} does not name the environment variable {name}")
    print(*faults, sep="\n")
    print(f"{count} links, {len(faults)} faults")
    return 1 if faults or count == 0 or not variables() else 0


if __name__ == "__main__":
    sys.exit(main())
