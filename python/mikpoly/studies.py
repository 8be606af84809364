"""Experiments: selectors, published and your own, over machines and workloads."""

from __future__ import annotations

import csv
import json
import logging
import os
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from mikpoly import _native, arguments, selectors

_INTEGERS = {"count", "m", "n", "k", "batch"}
_NUMBERS = {
    "weight", "threads", "predicted_us", "predicted_makespan_us", "time_us", "time_iqr_us", "samples", "launch_us",
    "planning_us", "gflops", "waves", "tail_util", "pad_waste", "regret", "regret_all", "oracle_gap",
}  # fmt: skip

Progress = Callable[[int, int, float], object]


class Records(List[Dict[str, Any]]):
    """Rows as dicts; columns() has the same as arrays, which pandas.DataFrame() takes."""

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        return {name: np.array([record[name] for record in self]) for name in (self[0] if self else {})}


class Run:
    """A run that has finished."""

    def __init__(self, counts: Mapping[str, Any]) -> None:
        self.folder = Path(counts["folder"])
        self.points: int = counts["points"]
        self.resumed: int = counts["resumed"]
        self.rows: int = counts["rows"]
        self.failed_rows: int = counts["failed_rows"]
        self.wrong_rows: int = counts["wrong_rows"]

    def records(self) -> Records:
        """The rows of results.csv: extents as integers, times and scores as numbers (NaN where empty), else texts."""
        with open(self.folder / "results.csv", encoding="utf-8", newline="") as file:
            return Records({name: _value(name, text) for name, text in row.items()} for row in csv.DictReader(file))

    def compare(self) -> Records:
        """The regret table; see compare()."""
        return compare(self)

    def __repr__(self) -> str:
        return f"<Run {self.folder}: {self.points} points, {self.rows} rows, {self.failed_rows} failed>"


def run(
    experiment: Union[str, os.PathLike[str]],
    *,
    selectors: Union[Sequence[Union[str, selectors.Own]], None] = None,
    set: Union[Mapping[str, Any], None] = None,
    out: Union[str, os.PathLike[str]] = "out",
    resume: bool = False,
    overwrite: bool = False,
    jobs: Union[int, None] = None,
    progress: Union[Progress, None] = None,
) -> Run:
    """Runs an experiment into OUT/<experiment>/<hash>/, as `mikpoly run` does.

    experiment:  a name in configs/experiments, or a path
    selectors:   names and objects (selectors.py) in place of those of the file; objects choose on simulated machines
    set:         changed values of the experiment, such as {"limit": 6}
    resume:      go on with the points that are missing; the source of your own selectors must be the same
    overwrite:   remove the folder's run first
    jobs:        points at once; all cores when not given. Simulated results do not depend on it.
    progress:    called with points finished, points in all and seconds left
    Raises:      ConfigError; OutputError for a folder that is there already; KeyboardInterrupt, after which
                 resume=True goes on. A selector that fails is a failed row with its reason, no exception.
    """
    return _run(str(experiment), selectors, arguments.mapping("set", set), Path(out), _existing(resume, overwrite), jobs, progress)


def compare(run: Union[Run, str, os.PathLike[str]]) -> Records:
    """What `mikpoly compare RUN` tells, as one record for each machine, pattern set and selector.

    Raises:  ConfigError unless the folder holds exactly one finished run.
    """
    return Records(_native.compare(str(run.folder if isinstance(run, Run) else run)))


def _existing(resume: bool, overwrite: bool) -> str:
    if resume and overwrite:
        raise _native.ConfigError("resume and overwrite exclude each other; give one")
    return "resume" if resume else "overwrite" if overwrite else "refuse"


def _run(
    experiment: str,
    chosen: Union[Sequence[Union[str, selectors.Own]], None],
    changes: Mapping[str, Any],
    out: Path,
    existing: str,
    jobs: Union[int, None],
    progress: Union[Progress, None],
) -> Run:
    if isinstance(chosen, str) or not isinstance(chosen, (Iterable, type(None))):
        raise TypeError(f"selectors is {arguments.described(chosen)}; give a list of names and objects")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {arguments.described(progress)}; give a function of three numbers")
    chosen = None if chosen is None else list(chosen)
    names = None if chosen is None else [each if isinstance(each, str) else selectors.name_of(each) for each in chosen]
    own = [
        (selectors.name_of(each), selectors.identity(each), selectors.kind_of(each), selectors.question(each))
        for each in chosen or []
        if not isinstance(each, str)
    ]
    count = (os.cpu_count() or 1) if jobs is None else arguments.integer("jobs", jobs)
    if not 1 <= count <= 4096:
        raise _native.ConfigError(f'jobs "{count}" is not an integer in 1..4096')
    options = {
        "out": str(out),
        "existing": existing,
        "jobs": count,
        "command": f"mikpoly.run({experiment!r}, selectors={names!r}, set={dict(changes)!r})",
        "notice": logging.getLogger("mikpoly").warning,
        "progress": progress,
    }
    sets = [f"{path}={_text(value)}" for path, value in changes.items()]
    return Run(_native.run_experiment(experiment, sets, names, own, options))


def _text(value: Any) -> str:
    """As YAML writes it: flow lists and maps are those of JSON."""
    return value if isinstance(value, str) else json.dumps(value, default=_plain)


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays, and paths, as JSON has them."""
    return value.tolist() if isinstance(value, (np.generic, np.ndarray)) else os.fspath(value)


def _value(name: str, text: str) -> Union[int, float, str]:
    if name in _INTEGERS:
        return int(text)
    if name in _NUMBERS:
        return float(text) if text else float("nan")
    return text
