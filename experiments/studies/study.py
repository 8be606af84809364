#!/usr/bin/env python3
"""Runs the studies of this folder again.

    study.py check MIKPOLY [NN_slug ...] [--update]   a slice of each study against its expected.json
    study.py report MIKPOLY FILE.yaml [OUT]           the whole: result.md and plots/ beside the experiment's file

expected.json is a list of slices, {experiment, set, metric, tolerance, expected}: `mikpoly run EXPERIMENT` with these --set,
then the metric of `mikpoly compare` for each "machine patterns selector". --update writes what comes out.

A report is what the study's analyse.py makes of the rows: its function `report(run, plots)` returns Markdown and draws into
the folder `plots`. Where it has `report_of_program(mikpoly)`, what that makes of other verbs comes next: mikpoly(WORD, ...) is their
stdout. With SELECTOR_TABLES the table of `mikpoly compare` follows, the values of published.csv beside ours. Of
study.yaml it is called result.md, of any other NAME.yaml result-NAME.md. Where a study has a run.py, that makes the run, with selectors of
its own; it needs the Python package beside MIKPOLY.
"""

import csv
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "plots"))

COLUMNS = ["shapes", "of_oracle", "regret_median", "regret_p95", "regret_worst", "win_rate", "exact", "of_all"]
INTEGERS = {"shapes"}


class StudyError(Exception):
    """What is wrong, in one sentence."""


def mikpoly(binary, *arguments):
    done = subprocess.run([binary, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StudyError(f"mikpoly {' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def run_with_own_selectors(binary, experiment, out):
    """The run's folder, by the study's run.py."""
    environment = {**os.environ, "PYTHONPATH": str(binary.parent / "python")}
    command = [sys.executable, "-B", str(experiment.parent / "run.py"), str(experiment), str(out)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StudyError(f"{experiment.parent.name}/run.py ended with {done.returncode}: {done.stderr.strip()}")
    return ROOT / done.stdout.strip()


def run_experiment(binary, experiment, sets, out):
    """The run's folder."""
    assignments = [word for each in sets for word in ("--set", each)]
    text = mikpoly(binary, "run", str(experiment), *assignments, "--out", str(out), "--overwrite", "--format", "json")
    return pathlib.Path(ROOT / json.loads(text)["folder"])


def scores(binary, run):
    """The rows of `mikpoly compare`: machine, patterns, selector and every metric."""
    return json.loads(mikpoly(binary, "compare", str(run), "--format", "json"))["selectors"]


def label(row, machine):
    """`machine` stands for its name, if given."""
    return f"{machine or row['hardware']} {row['pattern_set']} {row['selector']}"


def machine_of(experiment):
    """"here" for an experiment on the cores that it finds: their name depends on them."""
    return "here" if "\nhardware: here\n" in experiment.read_text(encoding="utf-8") else ""


def check_slice(binary, folder, part, update):
    """(values compared, faults); with `update` the part's expected values become what came out."""
    with tempfile.TemporaryDirectory() as out:
        run = run_experiment(binary, folder / part["experiment"], part["set"], out)
        rows = scores(binary, run)
    machine = machine_of(folder / part["experiment"])
    found = {label(row, machine): row[part["metric"]] for row in rows if row[part["metric"]] is not None}
    if update:
        part["expected"] = {name: float(f"{value:.6g}") for name, value in found.items()}
    faults = [f"{name}: no value" for name in part["expected"] if name not in found]
    for name, value in found.items():
        wanted = part["expected"].get(name)
        if wanted is None:
            faults.append(f"{name}: not in expected.json")
        elif not abs(value - wanted) <= part["tolerance"]:
            faults.append(f"{name}: {part['metric']} is {value:.6g}, expected {wanted} +- {part['tolerance']}")
    return len(found), [f"{folder.name}/{part['experiment']}: {fault}" for fault in faults]


def check(binary, names, update):
    folders = [HERE / name for name in names] or sorted(path.parent for path in HERE.glob("*/study.yaml"))
    compared, faults = 0, []
    for folder in folders:
        file = folder / "expected.json"
        if not file.exists():
            raise StudyError(f'study "{folder.name}" has no expected.json')
        slices = json.loads(file.read_text(encoding="utf-8"))
        for part in slices:
            count, found = check_slice(binary, folder, part, update)
            compared += count
            faults += found
        if update:
            file.write_text(json.dumps(slices, indent=1) + "\n", encoding="utf-8")
    print(*faults, sep="\n")
    print(f"{compared} values compared in {len(folders)} studies, {len(faults)} faults")
    return 1 if faults or compared == 0 else 0


def published(folder):
    """{(patterns, selector): text} of published.csv: patterns, selector, metric, value, source."""
    file = folder / "published.csv"
    if not file.exists():
        return {}
    with open(file, encoding="utf-8", newline="") as lines:
        return {(row["pattern_set"], row["selector"]): row for row in csv.DictReader(lines)}


def cell(metric, value):
    if value is None:
        return ""
    return f"{value:.0f}" if metric in INTEGERS else f"{value:.3f}"


def table(rows, known):
    """Markdown of the rows of one machine and pattern set."""
    columns = [name for name in COLUMNS if any(row[name] is not None for row in rows)]
    beside = [known.get((row["pattern_set"], row["selector"])) for row in rows]
    heads = ["selector", *columns, *(["published"] if any(beside) else [])]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for row, other in zip(rows, beside):
        cells = [row["selector"], *(cell(name, row[name]) for name in columns)]
        if any(beside):
            cells.append(f"{other['metric']} {other['value']}" if other else "")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def score_tables(rows, known):
    groups = {}
    for row in rows:
        groups.setdefault((row["hardware"], row["pattern_set"]), []).append(row)
    return "\n\n".join(f"### {hardware}, patterns {patterns}\n\n{table(part, known)}" for (hardware, patterns), part in groups.items())


def analysis_of(folder):
    """The study's analyse.py."""
    spec = importlib.util.spec_from_file_location("analyse", folder / "analyse.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def time_source(run):
    with open(run / "results.csv", encoding="utf-8", newline="") as lines:
        return next((row["time_source"] for row in csv.DictReader(lines) if row["time_source"]), "none")


def where_measured(run):
    """Of a measured run: processor, day, and the kernel libraries by their hash; else nothing."""
    if time_source(run) != "wall_clock":
        return ""
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    host = manifest["host"]
    libraries = [f"{name} {value}" for name, value in manifest["inputs"].items() if name.startswith("library")]
    day = manifest["started"].split("T")[0]
    return f", on {host['cpu']} with {host['logical_cpus']} logical CPUs, {day}, {', '.join(libraries)}"


def report(binary, experiment, out):
    folder = experiment.parent
    stem = "result" if experiment.stem == "study" else f"result-{experiment.stem}"
    known = published(folder)
    own = (folder / "run.py").exists()
    run = run_with_own_selectors(binary, experiment, out) if own else run_experiment(binary, experiment, [], out)
    rows = scores(binary, run)
    version = mikpoly(binary, "--version").strip()
    analyse = analysis_of(folder)
    times = f"times are {time_source(run)}{where_measured(run)}"
    parts = [f"# {folder.name}, {experiment.name}: result\n\n{version}; {times}; written by `study.py report`."]
    parts.append(analyse.report(run, folder / "plots"))
    if hasattr(analyse, "report_of_program"):
        parts.append(analyse.report_of_program(lambda *words: mikpoly(binary, *words)))
    if analyse.SELECTOR_TABLES:
        parts.append("## Selectors\n\n" + score_tables(rows, known))
    if known:
        sources = sorted({row["source"] for row in known.values()})
        parts.append("Published values: " + "; ".join(sources) + ".")
    (folder / f"{stem}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(folder / f"{stem}.md")
    return 0


def main(arguments):
    words = [word for word in arguments if word != "--update"]
    if len(words) < 2 or words[0] not in ("check", "report") or (words[0] == "report" and len(words) not in (3, 4)):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    binary = pathlib.Path(words[1]).resolve()
    try:
        if words[0] == "check":
            return check(binary, words[2:], "--update" in arguments)
        return report(binary, pathlib.Path(words[2]).resolve(), words[3] if len(words) == 4 else "out/studies")
    except StudyError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
