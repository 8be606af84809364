"""Time to choose a plan, and time of the plan, over the size of the product."""

import csv

import matplotlib.pyplot as plt

import results
import style

SELECTOR_TABLES = True
BANDS = [(0.0, 1e-5), (1e-5, 1e-3), (1e-3, 1e-1), (1e-1, 1e9)]  # GFLOP

# Mean time to plan, and to search by measuring. Source: MikPoly (ASPLOS'24), https://doi.org/10.1145/3620665.3640390.
PUBLISHED = {"mikpoly": "2 us", "oracle": "1.6 s"}


def report(run, plots):
    rows = [row for row in results.read_results(run) if row.time_us > 0.0]
    planning = planning_times(run)
    style.apply()
    style.save(draw(rows, planning), plots, "planning_over_size", kinds=("png",))
    lines = [
        "## Time to choose, median (in brackets: times the product's own time; shapes)",
        "",
        "| selector | " + " | ".join(band_name(band) for band in BANDS) + " | published mean |",
        "|---|" + "---|" * (len(BANDS) + 1),
    ]
    for selector, part in results.by_selector(rows).items():
        cells = []
        for low, high in BANDS:
            own = [row for row in part if low <= row.gflop < high]
            if not own:
                cells.append("")
                continue
            chosen = results.quantile([planning[key(row)] for row in own], 0.5)
            share = results.quantile([planning[key(row)] / row.time_us for row in own], 0.5)
            cells.append(f"{duration(chosen)} ({share:.2g}; {len(own)})")
        lines.append(f"| {selector} | " + " | ".join(cells) + f" | {PUBLISHED.get(selector, '')} |")
    return "\n".join([*lines, "", "![planning over size](plots/planning_over_size.png)"])


def key(row):
    return (row.selector, row.pattern_set, row.problem_id)


def planning_times(run):
    """{key of a row: us}"""
    with open(run / "results.csv", encoding="utf-8", newline="") as file:
        return {
            (row["selector"], row["pattern_set"], row["problem_id"]): float(row["planning_us"])
            for row in csv.DictReader(file)
            if row["planning_us"]
        }


def duration(us):
    """With three digits, in the unit that needs no exponent."""
    for unit, size in (("us", 1.0), ("ms", 1e3)):
        if us < 1e3 * size:
            return f"{us / size:.3g} {unit}"
    return f"{us / 1e6:.3g} s"


def band_name(band):
    low, high = band
    return f">= {low:g} GFLOP" if high > 1e6 else f"{low:g}..{high:g} GFLOP"


def draw(rows, planning):
    figure, axes = plt.subplots(figsize=(7.2, 4.4))
    for selector, marker in (("mikpoly", "o"), ("makespan", "s"), ("oracle", "^")):
        points = [(row.gflop, planning[key(row)]) for row in rows if row.selector == selector]
        axes.plot(*zip(*points), marker, markersize=4, color=style.selector_colour(selector), label=f"{selector}: choosing")
    points = [(row.gflop, row.time_us) for row in rows if row.selector == "makespan"]
    axes.plot(*zip(*points), "x", markersize=4, color="#7F7F7F", label="makespan: the product itself")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("GFLOP of the shape (log scale)")
    axes.set_ylabel("wall-clock time (us, log scale)")
    axes.set_title(f"Choosing and running on {results.setting(rows)}")
    axes.legend()
    return figure
