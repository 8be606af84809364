#!/usr/bin/env python3
"""Gathers the benches of measure.sh: shapes.csv, and what result.md says of them on standard output.

    python3 experiments/studies/02_against_the_libraries/collect.py OUT SHAPES_CSV > result.md

A ratio is the time of a peer over that of cpu within one process; ratios of a shape are medians over processes, those of
a group geometric means over shapes. "All texts": first call of each product and later calls of its further texts.
"""

import collections
import csv
import math
import pathlib
import statistics
import sys

COLUMNS = ["bench", "problem_id", "group", "threads", "layout", "mode", "backend", "processes", "time_us", "time_low_us",
           "time_high_us", "later_us", "of_limit", "best_peer", "speed_of_best", "speed_of_best_low",
           "speed_of_best_high"]


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


def read_benches(out):
    benches = {}
    for path in sorted(pathlib.Path(out).glob("*/bench-*/*/bench.csv")):
        name = path.parts[-4]
        if name in benches:
            sys.exit(f"\"{out}/{name}\" holds several benches; measure.sh needs a folder of its own for each program")
        with open(path, newline="") as file:
            benches[name] = list(csv.DictReader(file))
    if not benches:
        sys.exit(f"no bench in \"{out}\"; measure.sh makes them")
    return benches


def by_shape(rows):
    """Rows of the processes of each shape and backend, those that were measured."""
    found = collections.defaultdict(list)
    for row in rows:
        if row["status"] == "done":
            found[row["group"], row["problem_id"], row["backend"]].append(row)
    return found


def column(rows, name):
    return [float(row[name]) for row in rows if row[name]]


def median_or_empty(values, digits):
    return f"{statistics.median(values):.{digits}f}" if values else ""


def shape_rows(bench, rows):
    for (group, problem, backend), processes in by_shape(rows).items():
        first = processes[0]
        times = column(processes, "time_us")
        speeds = column(processes, "speed_of_best")
        peers = collections.Counter(row["best_peer"] for row in processes if row["best_peer"])
        yield [bench, problem, group, first["threads"], first["layout"], first["mode"], backend, len(processes),
               f"{statistics.median(times):.3f}", f"{min(times):.3f}", f"{max(times):.3f}",
               median_or_empty(column(processes, "later_us"), 3), median_or_empty(column(processes, "of_limit"), 4),
               peers.most_common(1)[0][0] if peers else "", median_or_empty(speeds, 4),
               f"{min(speeds):.4f}" if speeds else "", f"{max(speeds):.4f}" if speeds else ""]


def write_shapes(path, benches):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for bench, rows in benches.items():
            writer.writerows(shape_rows(bench, rows))


def ratios(rows):
    """Of each group: by shape, the ratio to the best peer and to every peer, medians over processes."""
    best = collections.defaultdict(dict)
    single = collections.defaultdict(lambda: collections.defaultdict(list))
    found = by_shape(rows)
    for (group, problem, backend), processes in found.items():
        if backend == "cpu":
            speeds = column(processes, "speed_of_best")
            if speeds:
                best[group][problem] = statistics.median(speeds)
            continue
        own = {row["process"]: float(row["score_us"]) for row in found.get((group, problem, "cpu"), [])}
        quotients = [float(row["score_us"]) / own[row["process"]] for row in processes if row["process"] in own]
        if quotients:
            single[group][backend].append(statistics.median(quotients))
    return best, single


def table(rows):
    best, single = ratios(rows)
    peers = sorted({peer for group in single.values() for peer in group})
    lines = ["| group | shapes | best peer of each shape | " + " | ".join(peers) + " |",
             "|---|---|---|" + "---|" * len(peers)]
    everywhere = collections.defaultdict(list)
    for group, shapes in best.items():
        cells = []
        for peer in peers:
            values = single[group].get(peer, [])
            everywhere[peer] += values
            cells.append(f"{geometric_mean(values):.3f}" if values else "-")
        lines.append(f"| {group} | {len(shapes)} | {geometric_mean(shapes.values()):.3f} | {' | '.join(cells)} |")
    every = [value for shapes in best.values() for value in shapes.values()]
    cells = [f"{geometric_mean(everywhere[peer]):.3f}" if everywhere[peer] else "-" for peer in peers]
    lines.append(f"| **all** | {len(every)} | **{geometric_mean(every):.3f}** | {' | '.join(cells)} |")
    return lines


def first_over_later(rows):
    lines = ["| backend | first call over later calls, median over the transformer group |", "|---|---|"]
    found = collections.defaultdict(list)
    for (group, _, backend), processes in by_shape(rows).items():
        if group == "transformer":
            found[backend].append(statistics.median(
                float(row["time_us"]) / float(row["later_us"]) for row in processes))
    lines += [f"| {backend} | {statistics.median(values):.3f} |" for backend, values in found.items()]
    return lines


def all_texts(rows):
    """Seconds of all texts of a backend: the first call of each product, and its later calls. Only products that every
    backend computed count."""
    by_product = collections.defaultdict(dict)
    for row in rows:
        if row["status"] == "done":
            seconds = (float(row["time_us"]) + (int(row["count"]) - 1) * float(row["later_us"])) * 1e-6
            by_product[row["process"], row["group"], row["problem_id"]][row["backend"]] = seconds
    backends = list(dict.fromkeys(row["backend"] for row in rows))
    by_process = collections.defaultdict(lambda: collections.defaultdict(float))
    complete = {key: times for key, times in by_product.items() if len(times) == len(backends)}
    for (process, _, _), times in complete.items():
        for backend, seconds in times.items():
            by_process[process][backend] += seconds
    lines = [f"{len(complete)} of {len(by_product)} products, those that every backend computed.\n",
             "| backend | all texts, s | over cpu |", "|---|---|---|"]
    for backend in backends:
        seconds = statistics.median(times[backend] for times in by_process.values())
        quotient = statistics.median(times[backend] / times["cpu"] for times in by_process.values())
        lines.append(f"| {backend} | {seconds:.3f} | {quotient:.3f} |")
    return lines


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    benches = read_benches(arguments[1])
    write_shapes(arguments[2], benches)
    for bench, rows in benches.items():
        first = rows[0]
        processes = len({row["process"] for row in rows})
        noisy = sum(row["noisy"] == "true" for row in rows)
        print(f"## {bench}\n")
        print(f"{first['workload']}, {first['layout']}, mode {first['mode']}, {first['threads']} thread(s), {processes} "
              f"process(es); noisy {noisy} of {len(rows)} rows. Times of the peer over ours: above 1 we are faster.\n")
        print("\n".join(table(rows)) + "\n")
        if first["mode"] == "first":
            print("\n".join(all_texts(rows) if bench == "bert-lengths" else first_over_later(rows)) + "\n")


main(sys.argv)
