"""Rows of a results.csv, checked for what may stand in one figure.

Times of different origin (simulated, measured, predicted) are never drawn as one: `one_time_source` refuses them.
"""

import csv
import dataclasses
import math
import pathlib

# The columns the figures read; results.csv has more.
TEXT_COLUMNS = (
    "problem_id workload group hardware backend mode threads dtype_a selector pattern_set pattern status time_source"
).split()
INTEGER_COLUMNS = "m n k batch".split()
NUMBER_COLUMNS = "time_us regret oracle_gap".split()


class ResultsError(Exception):
    """A results.csv that cannot be drawn, in one sentence."""


@dataclasses.dataclass(frozen=True)
class Row:
    problem_id: str
    workload: str
    group: str
    hardware: str
    backend: str
    mode: str
    threads: str
    dtype_a: str
    selector: str
    pattern_set: str
    pattern: str
    status: str
    time_source: str
    m: int
    n: int
    k: int
    batch: int
    time_us: float  # NaN where empty, as the two below
    regret: float
    oracle_gap: float

    @property
    def gflop(self):
        return 2.0 * self.m * self.n * self.k * self.batch / 1e9

    @property
    def problem(self):
        """What two selectors must share to be compared."""
        return (self.workload, self.problem_id, self.m, self.n, self.k, self.batch)


def setting(rows):
    """What all rows of a figure share, for its title."""
    return f"{rows[0].hardware}, patterns {rows[0].pattern_set}, {one_time_source(rows)} time"


def read_records(run, name, columns):
    """RUN/name, or the file itself: its path, and each record with its line. Errors: ResultsError."""
    path = pathlib.Path(run)
    if path.is_dir():
        path = path / name
    try:
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            missing = set(columns) - set(reader.fieldnames or [])
            if missing:
                raise ResultsError(f'"{path}" lacks the columns {", ".join(sorted(missing))}')
            return path, [(record, reader.line_num) for record in reader]
    except OSError as error:
        raise ResultsError(f'cannot read "{path}": {error.strerror}') from error


def read_results(run):
    """The finished rows of RUN/results.csv, or of the file itself."""
    path, records = read_records(run, "results.csv", TEXT_COLUMNS + INTEGER_COLUMNS + NUMBER_COLUMNS)
    rows = [_row(record, f'"{path}" line {line}') for record, line in records]
    return [row for row in rows if row.status == "done"]


def _row(record, where):
    try:
        texts = {column: record[column] for column in TEXT_COLUMNS}
        integers = {column: int(record[column] or 1) for column in INTEGER_COLUMNS}
        numbers = {column: float(record[column] or math.nan) for column in NUMBER_COLUMNS}
    except (TypeError, ValueError) as error:
        raise ResultsError(f"{where}: {error}") from error
    return Row(**texts, **integers, **numbers)


def one_time_source(rows):
    """The time source of all rows. Errors: ResultsError when there is more than one, or no row."""
    sources = sorted({row.time_source for row in rows})
    if not sources:
        raise ResultsError("no finished row")
    if len(sources) > 1:
        raise ResultsError(f"times of different origin cannot stand in one figure: {', '.join(sources)}")
    return sources[0]


def partitions(rows):
    """{name: rows}: rows that may be compared, named by what tells the parts apart ("" when there is one part)."""
    keys = {}
    for row in rows:
        machine = (row.hardware, row.backend, row.time_source, row.dtype_a, row.mode, row.threads)
        key = (row.workload, *machine, row.pattern_set)
        keys.setdefault(key, []).append(row)
    varying = [position for position, values in enumerate(zip(*keys)) if len(set(values)) > 1]
    return {"_".join(key[position] for position in varying): part for key, part in keys.items()}


def by_selector(rows, names=None):
    """{selector: rows}, in the order of `names`, or of the file; selectors without rows are left out."""
    parts = {name: [] for name in names or dict.fromkeys(row.selector for row in rows)}
    for row in rows:
        if row.selector in parts:
            parts[row.selector].append(row)
    return {name: part for name, part in parts.items() if part}


def geometric_mean(values):
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))


def quantile(values, share):
    """Nearest-rank quantile."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
