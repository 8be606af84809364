#!/usr/bin/env python3
"""Draws the figures of docs/ from the program's data and output.

    docs/figures/draw.py BINARY             checks that every figure is what would be drawn now
    docs/figures/draw.py BINARY --update    writes them

Each figure is a module with `draw(program)`. To add one: write its file and add it to the table.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import g_predict
import loops
import patterns
import task
import waves

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FIGURES = {
    "loops": loops.draw,
    "task": task.draw,
    "g_predict": g_predict.draw,
    "patterns": patterns.draw,
    "waves": waves.draw,
}


class Program:
    def __init__(self, binary):
        self.binary = pathlib.Path(binary).resolve()

    def trace(self, shape, plan):
        """The timeline of a plan on the machine of table9.yaml."""
        machine = HERE / "table9.yaml"
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "trace.json"
            command = [self.binary, "trace", shape, "--hardware", machine, "--dtype", "f16", "--selector", "vendor"]
            subprocess.run([*command, "--plan", plan, "-o", output], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            return json.loads(output.read_text())


def main():
    program = Program(sys.argv[1])
    update = "--update" in sys.argv[2:]
    stale = []
    for name, draw in FIGURES.items():
        path = HERE / f"{name}.svg"
        text = draw(program).svg()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if update:
            path.write_text(text, encoding="utf-8")
        else:
            stale.append(path.relative_to(ROOT))
    for path in stale:
        print(f"{path} is not what is drawn now; docs/figures/draw.py build/mikpoly --update writes it")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
