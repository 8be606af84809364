#!/usr/bin/env python3
"""Tables of the study from its rows, as Markdown on stdout.

    analyse.py FOLDER/results.csv > result.md

Predicted, simulated and measured times stay in columns of their own: a row compares two of them and says which.
"""

import csv
import math
import sys

MODELS = [
    ("Eq. 2 (mikpoly)", "predicted_us"),
    ("makespan", "predicted_makespan_us"),
    ("makespan-bare", "predicted_makespan_bare_us"),
    ("pipe", "predicted_pipe_us"),
    ("wave (waves)", "predicted_waves"),
    ("simulated", "simulated_us"),
]
SIZES = [("below 10 us", 0.0, 10.0), ("10 to 100 us", 10.0, 100.0), ("100 us and more", 100.0, math.inf)]


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for column in row:
            if column.endswith(("_us", "waves", "regret")) and row[column] != "":
                row[column] = float(row[column])
    return rows


def quantile(values, q):
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def kendall(pairs):
    """Tau-b over (x, y); nan when one of them is constant."""
    agree = ties_x = ties_y = total = 0
    for i, (x, y) in enumerate(pairs):
        for other_x, other_y in pairs[:i]:
            total += 1
            product = (x - other_x) * (y - other_y)
            agree += (product > 0) - (product < 0)
            ties_x += x == other_x
            ties_y += y == other_y
    scale = math.sqrt((total - ties_x) * (total - ties_y))
    return agree / scale if scale > 0 else math.nan


def table(header, lines):
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    print()


def distinct_plans(rows):
    """Each measured plan once, whoever chose it."""
    return list({(row["problem_id"], row["plan"]): row for row in rows}.values())


def accuracy(rows, title):
    plans = distinct_plans(rows)
    by_shape = {}
    for row in plans:
        by_shape.setdefault(row["problem_id"], []).append(row)
    lines = []
    for name, column in MODELS:
        pairs = [(row[column], row["time_us"]) for row in plans]
        taus = [kendall([(row[column], row["time_us"]) for row in group]) for group in by_shape.values() if len(group) > 2]
        taus = [tau for tau in taus if not math.isnan(tau)]
        within = f"{sum(taus) / len(taus):.2f}" if taus else ""
        error = ["", ""]
        if column != "predicted_waves":
            errors = [x / y - 1.0 for x, y in pairs]
            error = [f"{100 * quantile(errors, 0.5):+.1f} %", f"{100 * quantile([abs(e) for e in errors], 0.9):.1f} %"]
        lines.append([name, *error, f"{kendall(pairs):.3f}", within])
    print(f"{title}: {len(plans)} plans of {len(by_shape)} shapes\n")
    table(["against measured", "median signed error", "p90 of the size", "tau, all plans", "tau within a shape"], lines)


def accuracy_by_part(rows):
    plans = distinct_plans(rows)
    parts = [(name, [p for p in plans if low <= p["time_us"] < high]) for name, low, high in SIZES]
    parts += [(f"pattern {name}", [p for p in plans if p["pattern"] == name]) for name in ("I", "II", "III")]
    lines = []
    for name, part in parts:
        line = [name, str(len(part))]
        for column in ("predicted_us", "predicted_makespan_us", "simulated_us"):
            errors = [p[column] / p["time_us"] - 1.0 for p in part]
            line.append(f"{100 * quantile(errors, 0.5):+.1f} / {100 * quantile([abs(e) for e in errors], 0.9):.1f} %" if part else "")
        lines.append(line)
    table(["plans", "count", "Eq. 2: median / p90", "makespan: median / p90", "simulated: median / p90"], lines)


def regret(rows):
    lines = []
    for selector in dict.fromkeys(row["selector"] for row in rows):
        if selector == "oracle":
            continue
        part = [row for row in rows if row["selector"] == selector]
        values = [row["regret"] for row in part]
        sizes = []
        for _, low, high in SIZES:
            some = [row["regret"] for row in part if low <= row["time_us"] / row["regret"] < high]
            sizes.append(f"{1 / geomean(some):.3f}" if some else "")
        planning = [row["planning_us"] for row in part if row["planning_us"] != ""]
        lines.append(
            [selector, f"{1 / geomean(values):.3f}", *sizes, f"{quantile(values, 0.5):.3f}", f"{quantile(values, 0.95):.2f}",
             f"{max(values):.2f}", f"{quantile(planning, 0.5):.1f}" if planning else ""]
        )
    table(["selector", "quality", *[f"ORACLE {name}" for name, _, _ in SIZES], "regret: median", "p95", "worst",
           "planning us, median"], lines)


def cuts(rows):
    """What a second region gains over the best single one, both measured in the same rounds."""
    by = {(row["problem_id"], row["selector"]): row for row in rows}
    shapes = dict.fromkeys(row["problem_id"] for row in rows)
    cut = [s for s in shapes if by[s, "oracle"]["pattern"] != "I"]
    gains = {s: by[s, "best-tile"]["time_us"] / by[s, "oracle"]["time_us"] for s in shapes}
    print(f"- ORACLE cuts {len(cut)} of {len(shapes)} shapes. Against the best single region it gains "
          f"{100 * (geomean(gains.values()) - 1):.1f} % over all shapes"
          + (f", {100 * (geomean([gains[s] for s in cut]) - 1):.1f} % where it cuts, at most "
             f"{100 * (max(gains[s] for s in cut) - 1):.1f} %." if cut else "."))
    chosen = [s for s in shapes if by[s, "makespan"]["pattern"] != "I"]
    kept = {s: by[s, "makespan-I"]["time_us"] / by[s, "makespan"]["time_us"] for s in chosen}
    if kept:
        print(f"- `makespan` cuts {len(kept)} shapes; there, its plan is {100 * (geomean(kept.values()) - 1):+.1f} % against "
              f"its own best plan without a cut, faster by more than 1 % on {sum(g > 1.01 for g in kept.values())} and slower "
              f"on {sum(g < 0.99 for g in kept.values())}.")
    best = sorted(cut, key=lambda s: -gains[s])[:8]
    print("\nWhere a cut gains most:\n")
    table(["shape", "best single region", "ORACLE", "gain", "plan"],
          [[s, f"{by[s, 'best-tile']['time_us']:.2f} us", f"{by[s, 'oracle']['time_us']:.2f} us", f"{100 * (gains[s] - 1):.1f} %",
            "`" + by[s, "oracle"]["plan"].replace("|", " ") + "`"] for s in best])


def searched(rows):
    oracle = [row for row in rows if row["selector"] == "oracle"]
    numbers = [[int(row[c]) for row in oracle] for c in ("candidates", "near", "searched")]
    means = [sum(n) / len(n) for n in numbers]
    print(f"ORACLE: in the mean {means[0]:.0f} candidates a shape, {means[1]:.0f} distinct programs predicted within 1.5 of "
          f"the least, {means[2]:.0f} measured; all that are near were measured on "
          f"{sum(n <= 64 for n in numbers[1])} of {len(oracle)} shapes.\n")


def main():
    rows = read(sys.argv[1])
    for threads in dict.fromkeys(row["threads"] for row in rows):
        part = [row for row in rows if row["threads"] == threads]
        print(f"## {threads} thread{'s' if threads != '1' else ''}\n")
        accuracy(part, "Every plan that a selector chose")
        accuracy_by_part(part)
        searched(part)
        print("Quality is 1 / geometric mean of regret against the measured ORACLE, over all shapes and by ORACLE's time:\n")
        regret(part)
        cuts(part)


if __name__ == "__main__":
    main()
