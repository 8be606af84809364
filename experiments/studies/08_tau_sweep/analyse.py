"""Speed over tau, by selector, and how much it varies between neighbours."""

import matplotlib.pyplot as plt

import results
import style

SELECTOR_TABLES = True


def report(run, plots):
    rows = results.read_results(run)
    machines = list(dict.fromkeys(row.hardware for row in rows))
    style.apply()
    style.save(draw(rows, machines), plots, "speed_over_tau", kinds=("png",))
    lines = [
        "## Smoothness",
        "",
        "Largest loss of speed from one tau to the next larger one of the sweep, above tau = 512: what a serving system sees as jitter.",
        "",
        "| selector | " + " | ".join(machines) + " |",
        "|---|" + "---|" * len(machines),
    ]
    for selector in results.by_selector(rows):
        cells = [f"{largest_drop([row for row in rows if row.hardware == machine and row.selector == selector]):.1%}" for machine in machines]
        lines.append(f"| {selector} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", "![speed over tau](plots/speed_over_tau.png)"])


def speeds(rows):
    """[(tau, TFLOP/s)]"""
    return sorted((row.m, 1e3 * row.gflop / row.time_us) for row in rows)


def largest_drop(rows):
    part = [speed for tau, speed in speeds(rows) if tau > 512]
    return max(1.0 - after / before for before, after in zip(part, part[1:]))


def draw(rows, machines):
    figure, panels = plt.subplots(len(machines), 1, figsize=(8.4, 3.4 * len(machines)), sharex=True)
    for axes, machine in zip(panels, machines):
        for selector, part in results.by_selector([row for row in rows if row.hardware == machine]).items():
            axes.plot(*zip(*speeds(part)), linewidth=1.0, color=style.selector_colour(selector), label=selector)
        axes.set_ylabel("TFLOP/s")
        axes.set_ylim(bottom=0)
        axes.set_title(f"(tau, 3072, 768) on {machine}, {results.one_time_source(rows)} time")
    panels[-1].set_xlabel("tau (rows)")
    panels[0].legend(ncol=3, loc="lower right")
    return figure
