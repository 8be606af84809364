"""What each set of patterns gains over the single tile, by what chooses, and where."""

import matplotlib.pyplot as plt

import results
import style

SELECTOR_TABLES = True

SETS = ["I", "I+II", "I+II+III", "all"]
NOTICEABLE = 1.01


def report(run, plots):
    rows = results.read_results(run)
    time = {(row.hardware, row.selector, row.pattern_set, *row.problem): row for row in rows}
    lines = [
        "## Speed-up over the same selector with pattern I alone",
        "",
        f"Geometric mean over the shapes; in brackets the largest, and the share of shapes that gain more than {NOTICEABLE - 1:.0%} "
        "and that lose more than that.",
        "",
        "| machine | selector | " + " | ".join(SETS[1:]) + " |",
        "|---|---|" + "---|" * len(SETS[1:]),
    ]
    for hardware in dict.fromkeys(row.hardware for row in rows):
        for selector in dict.fromkeys(row.selector for row in rows):
            cells = []
            for patterns in SETS[1:]:
                gains = [gain for _, gain in speedups(time, hardware, selector, patterns)]
                better = sum(gain > NOTICEABLE for gain in gains) / len(gains)
                worse = sum(gain < 1.0 / NOTICEABLE for gain in gains) / len(gains)
                cells.append(f"{results.geometric_mean(gains):.4f} ({max(gains):.2f}, {better:.0%}, {worse:.0%})")
            lines.append(f"| {hardware} | {selector} | " + " | ".join(cells) + " |")
    style.apply()
    style.save(draw(rows, time), plots, "gain_over_size", kinds=("png",))
    return "\n".join([*lines, "", "![gain over size](plots/gain_over_size.png)"])


def speedups(time, hardware, selector, patterns):
    """(row with all patterns of the set, time with I alone over its time), where both took time."""
    for key, row in time.items():
        if key[:3] != (hardware, selector, patterns) or row.time_us <= 0.0:
            continue
        yield row, time[(hardware, selector, "I", *key[3:])].time_us / row.time_us


def draw(rows, time):
    machines = list(dict.fromkeys(row.hardware for row in rows))
    figure, panels = plt.subplots(1, len(machines), figsize=(9.6, 4.0), sharey=True)
    for axes, hardware in zip(panels, machines):
        for selector in ("mikpoly", "makespan", "oracle"):
            points = sorted((row.gflop, gain) for row, gain in speedups(time, hardware, selector, "all"))
            axes.plot(*zip(*points), ".", markersize=2.5, alpha=0.6, color=style.selector_colour(selector), label=selector)
        axes.axhline(1.0, color="#000000", linewidth=0.8)
        axes.set_xscale("log")
        axes.set_xlabel("GFLOP of the shape (log scale)")
        axes.set_title(f"{hardware}, {results.one_time_source(rows)} time")
    panels[0].set_ylabel("time with pattern I / time with I..IX (ratio)")
    panels[0].legend(markerscale=4)
    return figure
