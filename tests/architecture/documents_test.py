#!/usr/bin/env python3
"""Runs the commands that the documents show and compares what they print.

In a fenced block of kind `sh` the lines that start with `build/mikpoly`, `cp` or `python3 -c` are run; all others are
left to the reader. In a block of kind `sh refused` the last of them must fail. Where the Python package was built, lines that
start with `PYTHONPATH=build/python python3` are run too; blocks of kind `python` are run by python/tests/readme_test.py.
A fenced block of kind `text` right after it, before any other block, is what those lines print on stdout, and on stderr
where they are refused. There, a line `...` stands for any lines, and `...` inside a line for any characters.
A fenced block of any other kind whose first line is `# FILE.yaml` or `# FILE.csv` is written to that file, which may
stand in a folder.

Each document has a folder of its own to run in, with copies of configs/ and docs/ and the program at build/mikpoly.

    documents_test.py BINARY [FILE]...   checks all documents, or those
    documents_test.py BINARY --update    writes the text blocks that differ, long outputs cut by a last line `...`
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w*)(?P<refused> refused)?\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL
)
FILE = re.compile(r"# ([\w./-]+\.(?:yaml|csv))\n")
COPIED = ("configs", "docs")
PROGRAM = "build/mikpoly"
WITH_PACKAGE = "PYTHONPATH=build/python python3 "
RUN = ("mkdir -p ", PROGRAM, "cp ", "python3 -c ", WITH_PACKAGE)
TIMEOUT_S = 500
SHOWN_LINES = 24


def documents():
    return sorted([*ROOT.glob("*.md"), *(path for top in ROOT.iterdir() if is_source(top) for path in top.rglob("*.md"))])


def is_source(folder):
    return folder.is_dir() and not folder.name.startswith((".", "build", "out"))


def examples(text):
    """Each fenced block that does something, with the block that shows what it prints or None."""
    found = []
    fences = list(FENCE.finditer(text))
    for block, following in zip(fences, [*fences[1:], None]):
        if commands_of(block) or file_of(block):
            found.append((block, following if following and following["kind"] == "text" else None))
    return found


def body_of(block):
    """What stands in the block, without its indentation in a list."""
    return re.sub(rf"^{block['indent']}", "", block["body"], flags=re.MULTILINE)


def commands_of(block):
    """The commands of the block that are run."""
    if block["kind"] != "sh":
        return []
    joined = body_of(block).replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip().startswith(RUN)]


def file_of(block):
    """The file that the block is to be written to, or None."""
    name = FILE.match(body_of(block))
    return name[1] if name and block["kind"] not in ("sh", "text") else None


def matches(shown, printed):
    """Whether the printed text is the one shown, `...` standing for anything."""
    pattern = ""
    for line in shown.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += r".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None


def text_block(printed):
    lines = printed.rstrip().split("\n")
    if len(lines) > SHOWN_LINES:
        lines = [*lines[: SHOWN_LINES - 1], "..."]
    return "\n".join(["```text", *(line.rstrip() for line in lines), "```"])


def check_matches():
    assert matches("a\nb\n", "a\nb\n")
    assert matches("a\nb\n", "a  \nb")
    assert not matches("a\n", "a\nb\n")
    assert not matches("a.c\n", "abc\n")
    assert matches("...\nb\n...\n", "a\na\nb\n")
    assert matches("run ... done\n", "run 5f done\n")
    assert not matches("run ... done\n", "run\ndone\n")


def check_blocks():
    file = "# no.yaml\n```yaml\n# mine/a.yaml\nb: 1\n```\n"
    refused = "1. x\n   ```sh refused\n   build/mikpoly \\\n   y\n   ls\n   ```\n   ```text\n   z\n   ```\n"
    (written, nothing), (commands, shown) = examples(file + refused)
    assert file_of(written) == "mine/a.yaml" and body_of(written) == "# mine/a.yaml\nb: 1\n" and nothing is None
    assert commands_of(commands) == ["build/mikpoly  y"] and commands["refused"]
    assert body_of(shown) == "z\n"


def run(commands, folder, refused):
    """What the commands print, and a sentence for the first one that does not end as it should."""
    printed = ""
    for position, command in enumerate(commands):
        if command.startswith(WITH_PACKAGE) and not (folder / "build" / "python").exists():
            continue
        path = f"{folder / 'bin'}:{os.environ['PATH']}"
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        must_fail = refused and position == len(commands) - 1
        printed += result.stdout + (result.stderr if must_fail else "")
        if must_fail and result.returncode == 0:
            return printed, f"`{command}` is not refused"
        if not must_fail and result.returncode != 0:
            said = result.stderr.strip() or result.stdout.strip()
            return printed, f"`{command}` ended with {result.returncode}: {said}"
    return printed, None


def folder_to_run_in(folder, binary):
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name)
    (folder / "build").mkdir()
    (folder / "build" / "mikpoly").symlink_to(binary)
    package = binary.parent / "python"
    python = subprocess.run([ROOT / "scripts" / "find_python.sh", "numpy"], capture_output=True, text=True, check=False)
    if package.is_dir() and python.returncode == 0:
        (folder / "build" / "python").symlink_to(package)
        (folder / "bin").mkdir()
        (folder / "bin" / "python3").symlink_to(python.stdout.strip())


def check_document(path, binary, update):
    """(number of commands run, faults)."""
    text = path.read_text(encoding="utf-8")
    new_text = text
    count = 0
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        folder_to_run_in(folder, binary)
        for block, shown in examples(text):
            if name := file_of(block):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(body_of(block), encoding="utf-8")
                continue
            commands = commands_of(block)
            count += len(commands)
            printed, fault = run(commands, folder, bool(block["refused"]))
            if fault:
                faults.append(fault)
            elif shown and not matches(body_of(shown), printed):
                faults.append(f"{commands} shows\n{body_of(shown)}but prints\n{printed}")
                new_text = new_text.replace(shown[0], textwrap.indent(text_block(printed), shown["indent"]), 1)
    if update and new_text != text:
        path.write_text(new_text, encoding="utf-8")
    return count, faults


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    update = "--update" in sys.argv[2:]
    chosen = [pathlib.Path(word).resolve() for word in sys.argv[2:] if word != "--update"]
    check_matches()
    check_blocks()
    count = 0
    faults = []
    for path in chosen or documents():
        run_here, faults_here = check_document(path, binary, update)
        count += run_here
        faults += [f"{path.relative_to(ROOT)}: {fault}" for fault in faults_here]
    print(*faults, sep="\n")
    print(f"{count} commands run, {len(faults)} faults")
    if count == 0:
        print("no command was found in any document")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
