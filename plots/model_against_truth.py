#!/usr/bin/env python3
"""Figures of study 01: predicted or simulated against measured time of the same plans, and regret of the selectors.

    model_against_truth.py FOLDER          reads FOLDER/results.csv, writes FOLDER/plots/
"""

import csv
import pathlib
import sys

import matplotlib.pyplot as plt

import style

COLUMNS = [
    ("Eq. 2", "predicted_us"),
    ("makespan", "predicted_makespan_us"),
    ("makespan-bare", "predicted_makespan_bare_us"),
    ("pipe", "predicted_pipe_us"),
    ("simulated", "simulated_us"),
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def draw_times(rows, threads):
    """One panel for each model: times of one origin over those of the clock, each plan once."""
    plans = list({(row["problem_id"], row["plan"]): row for row in rows}.values())
    figure, panels = plt.subplots(1, len(COLUMNS), figsize=(13.0, 3.2), sharex=True, sharey=True)
    measured = [float(row["time_us"]) for row in plans]
    span = [0.8 * min(measured), 1.25 * max(measured)]
    for axes, (name, column) in zip(panels, COLUMNS):
        axes.plot(span, span, color="#555555", linewidth=0.8)
        for pattern in ("I", "II", "III"):
            some = [row for row in plans if row["pattern"] == pattern]
            axes.plot(
                [float(row["time_us"]) for row in some],
                [float(row[column]) for row in some],
                linestyle="none",
                marker=".",
                markersize=3,
                color=style.PATTERN_COLOURS[pattern] if pattern != "I" else "#555555",
                label=pattern,
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_title(name)
        axes.set_xlabel("measured (us, log scale)")
    panels[0].set_ylabel("predicted, or simulated (us, log scale)")
    panels[0].legend(title="pattern", markerscale=3)
    figure.suptitle(f"{len(plans)} plans of {len({row['problem_id'] for row in rows})} shapes, {threads} thread(s)")
    return figure


def draw_regret(rows, threads):
    """Cumulative distribution of regret against the measured ORACLE."""
    figure, axes = plt.subplots(figsize=(7.2, 4.4))
    for selector in ("makespan", "mikpoly", "wave", "pipe", "best-tile"):
        regrets = sorted(float(row["regret"]) for row in rows if row["selector"] == selector)
        shares = [100.0 * (i + 1) / len(regrets) for i in range(len(regrets))]
        axes.step(regrets, shares, where="post", color=style.selector_colour(selector), label=selector)
    axes.set_xscale("log")
    axes.set_xlim(0.95, 4.0)
    style.log_ticks(axes.xaxis, 0.95, 4.0)
    axes.set_xlabel("regret: measured time / measured time of ORACLE (ratio, log scale)")
    axes.set_ylabel("shapes with at most this regret (%)")
    axes.set_title(f"{len({row['problem_id'] for row in rows})} shapes, {threads} thread(s)")
    axes.legend(loc="lower right")
    return figure


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = read(folder / "results.csv")
    style.apply()
    (folder / "plots").mkdir(exist_ok=True)
    for threads in sorted({row["threads"] for row in rows}):
        part = [row for row in rows if row["threads"] == threads]
        for name, draw in (("times", draw_times), ("regret", draw_regret)):
            figure = draw(part, threads)
            figure.savefig(folder / "plots" / f"{name}-{threads}.png")
            plt.close(figure)


if __name__ == "__main__":
    main()
