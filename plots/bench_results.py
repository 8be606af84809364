"""The shapes of a bench.csv: the subject's speed against the best peer, the median over the processes."""

import dataclasses
import statistics

import results

COLUMNS = (
    "problem_id workload group m n k batch dtype_a layout backend mode call threads status role process speed_of_best"
).split()
SHARED = "workload dtype_a layout mode call threads".split()


@dataclasses.dataclass(frozen=True)
class Shape:
    problem: str
    group: str
    macs: int
    ratio: float


@dataclasses.dataclass(frozen=True)
class Bench:
    subject: str
    peers: list
    setting: str
    shapes: list


def read_bench(run):
    """RUN/bench.csv, or the file itself. Errors: results.ResultsError."""
    path, lines = results.read_records(run, "bench.csv", COLUMNS)
    records = [record for record, _ in lines]
    if len({tuple(record[column] for column in SHARED) for record in records}) != 1:
        raise results.ResultsError(f'"{path}" has no rows, or rows that cannot stand in one figure')
    try:
        return _bench(records)
    except (TypeError, ValueError) as error:
        raise results.ResultsError(f'"{path}": {error}') from error


def _bench(records):
    first = records[0]
    ratios = {}
    for record in records:
        if record["role"] == "subject" and record["status"] == "done" and record["speed_of_best"]:
            ratios.setdefault(record["problem_id"], (record, []))[1].append(float(record["speed_of_best"]))
    processes = len({record["process"] for record in records})
    threads = "1 thread" if first["threads"] == "1" else f"{first['threads']} threads"
    return Bench(
        subject=next((record["backend"] for record in records if record["role"] == "subject"), ""),
        peers=list(dict.fromkeys(record["backend"] for record in records if record["role"] == "peer")),
        setting=f"{first['workload']}, {first['mode']}, {first['call']} calls, {first['layout']} {first['dtype_a']}, "
        f"{threads}, {processes} {'process' if processes == 1 else 'processes'}",
        shapes=[
            Shape(problem, record["group"], _macs(record), statistics.median(values))
            for problem, (record, values) in ratios.items()
        ],
    )


def _macs(record):
    return int(record["m"]) * int(record["n"]) * int(record["k"]) * int(record["batch"])
