#!/usr/bin/env python3
"""Runs the commands that the documents show and compares what they print.

In a fenced block of kind `sh` that uses `build/mikpoly`, the lines that start with it or with `cp` are run; all others
are left to the reader.
A fenced block of kind `text` right after it, before any other block, is what those lines print on stdout. There, a
line `...` stands for any lines, and `...` inside a line for any characters.

Each document has a folder of its own to run in, with a copy of configs/ and the program at build/mikpoly.

    documents_test.py BINARY             checks
    documents_test.py BINARY --update    writes the text blocks that differ, long outputs cut by a last line `...`
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
PROGRAM = "build/mikpoly"
RUN = (PROGRAM, "cp ")
TIMEOUT_S = 500
SHOWN_LINES = 24


def documents():
    return sorted([*ROOT.glob("*.md"), *(path for top in ROOT.iterdir() if is_source(top) for path in top.rglob("*.md"))])


def is_source(folder):
    return folder.is_dir() and not folder.name.startswith((".", "build", "out"))


def examples(text):
    """(commands, the match of the text block that shows their output or None) for each sh block with commands."""
    found = []
    fences = list(FENCE.finditer(text))
    for block, following in zip(fences, [*fences[1:], None]):
        if block[1] != "sh":
            continue
        joined = block[2].replace("\\\n", " ")
        commands = [line.strip() for line in joined.splitlines() if line.strip().startswith(RUN)]
        if any(command.startswith(PROGRAM) for command in commands):
            shown = following if following and following[1] == "text" else None
            found.append((commands, shown))
    return found


def matches(shown, printed):
    """Whether the printed text is the one shown, `...` standing for anything."""
    pattern = ""
    for line in shown.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += r".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None


def shortened(printed):
    lines = printed.rstrip().split("\n")
    if len(lines) > SHOWN_LINES:
        lines = [*lines[: SHOWN_LINES - 1], "..."]
    return "\n".join(line.rstrip() for line in lines)


def check_matches():
    assert matches("a\nb\n", "a\nb\n")
    assert matches("a\nb\n", "a  \nb")
    assert not matches("a\n", "a\nb\n")
    assert not matches("a.c\n", "abc\n")
    assert matches("...\nb\n...\n", "a\na\nb\n")
    assert matches("run ... done\n", "run 5f done\n")
    assert not matches("run ... done\n", "run\ndone\n")


def run(commands, folder):
    """What the commands print on stdout, and a sentence for the first one that fails."""
    printed = ""
    for command in commands:
        result = subprocess.run(
            ["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
        printed += result.stdout
        if result.returncode != 0:
            return printed, f"`{command}` ended with {result.returncode}: {result.stderr.strip() or result.stdout.strip()}"
    return printed, None


def check_document(path, binary, update):
    """(number of commands run, faults)."""
    text = path.read_text(encoding="utf-8")
    new_text = text
    count = 0
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copytree(ROOT / "configs", folder / "configs")
        (folder / "build").mkdir()
        (folder / "build" / "mikpoly").symlink_to(binary)
        for commands, shown in examples(text):
            count += len(commands)
            printed, fault = run(commands, folder)
            if fault:
                faults.append(fault)
            elif shown and not matches(shown[2], printed):
                faults.append(f"{commands} shows\n{shown[2]}but prints\n{printed}")
                new_text = new_text.replace(shown[0], f"```text\n{shortened(printed)}\n```", 1)
    if update and new_text != text:
        path.write_text(new_text, encoding="utf-8")
    return count, faults


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    check_matches()
    count = 0
    faults = []
    for path in documents():
        run_here, faults_here = check_document(path, binary, update="--update" in sys.argv[2:])
        count += run_here
        faults += [f"{path.relative_to(ROOT)}: {fault}" for fault in faults_here]
    print(*faults, sep="\n")
    print(f"{count} commands run, {len(faults)} faults")
    if count == 0:
        print("no command was found in any document")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
