#!/usr/bin/env python3
"""Moves each constant of a machine by 20 % and runs the selectors: does their order hold?

    python3 experiments/studies/03_sensitivity/sensitivity.py MIKPOLY OUT > result.md

OUT receives a hardware file and a run for each constant. Scores are geometric means of ORACLE's time over a selector's,
over 24 shapes of DeepBench with all patterns the machine uses; ORACLE's own machine is the changed one.
"""

import csv
import io
import pathlib
import re
import subprocess
import sys

SELECTORS = ["makespan", "mikpoly", "best-tile", "default-tile", "wave", "pipe"]
FACTORS = [0.8, 1.2]
BYTES = {"KiB": 1 << 10, "MiB": 1 << 20}
# By machine: the patterns that it uses, and the constants in maps, which a file that extends another can change.
MACHINES = {
    "ascend910a": ("all", ["pe.clock", "compute.f16.sustained", "compute.f16.issue", "fixed.start", "fixed.task",
                           "contention.efficiency.L2", "contention.efficiency.HBM", "buffers.L1"]),
    "a100-40": ("[[I, II]]", ["pe.clock", "compute.f16.sustained", "fixed.start", "fixed.task", "contention.exponent",
                              "contention.efficiency.L2", "contention.efficiency.DRAM", "buffers.SMEM"]),
}


def run(mikpoly, *arguments):
    done = subprocess.run([mikpoly, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"mikpoly {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def values_of(mikpoly, machine):
    """The values as written, by path; the efficiency of a level that the file does not lower is 100 %."""
    text = run(mikpoly, "hw", "show", machine)
    found = {}
    for line in text.splitlines():
        words = re.split(r"  +", line.strip())
        if len(words) >= 4:
            found[words[0]] = words[1]
    return found


def moved(path, text, factor):
    number, unit = re.match(r"([0-9.eE+-]+)(.*)", text).groups()
    value = float(number) * factor
    if path.endswith(".sustained"):  # no more than the peak
        value = min(value, 100.0)
    if unit.strip() in BYTES:
        return f"{int(value * BYTES[unit.strip()])} B"
    return f"{value:.6g}{unit}"


def changed_file(folder, machine, path, value):
    keys = path.split(".")
    lines = ["schema: hardware/v1", f"extends: {pathlib.Path('configs/hardware').resolve() / machine}.yaml"]
    lines += ["  " * depth + key + ":" for depth, key in enumerate(keys[:-1])]
    lines.append("  " * (len(keys) - 1) + f"{keys[-1]}: {value}")
    file = folder / f"{machine}-{path}-{value.replace(' ', '').replace('/', '-').replace('%', 'pc')}.yaml"
    file.write_text("\n".join(lines) + "\n")
    return file


def scores(mikpoly, hardware, patterns, out):
    run(mikpoly, "run", "configs/experiments/quickstart.yaml", "--set", f"hardware={hardware}", "--set",
        f"patterns={patterns}", "--set", "regret_all=false", "--out", str(out), "--overwrite")
    rows = list(csv.DictReader(io.StringIO(run(mikpoly, "compare", str(out), "--format", "csv"))))
    return {row["selector"]: float(row["of_oracle"]) for row in rows if row["selector"] in SELECTORS}


def order(score):
    return sorted(score, key=lambda selector: -score[selector])


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    mikpoly, out = arguments[1], pathlib.Path(arguments[2])
    out.mkdir(parents=True, exist_ok=True)
    for machine, (patterns, constants) in MACHINES.items():
        values = values_of(mikpoly, machine)
        base = scores(mikpoly, machine, patterns, out / f"{machine}-base")
        wanted = order(base)
        print(f"## {machine}\n\nOrder with the constants of the file: {' > '.join(wanted)}.\n")
        print("| constant | value | " + " | ".join(wanted) + " | order |")
        print("|---|---|" + "---|" * (len(wanted) + 1))
        print("| - | - | " + " | ".join(f"{base[each]:.3f}" for each in wanted) + " | |")
        for path in constants:
            for factor in FACTORS:
                value = moved(path, values.get(path, "100%"), factor)
                file = changed_file(out, machine, path, value)
                score = scores(mikpoly, file, patterns, out / file.stem)
                kept = "holds" if order(score) == wanted else " > ".join(order(score))
                cells = " | ".join(f"{score[each]:.3f}" for each in wanted)
                print(f"| {path} | {value} | {cells} | {kept} |")
        print()


main(sys.argv)
