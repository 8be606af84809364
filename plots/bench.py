#!/usr/bin/env python3
"""Draws the figures of a bench into RUN/plots, as PNG and SVG.

    python3 plots/bench.py RUN

Speed against the best peer of each shape: over the size of the problem, and its distribution, by group. Exit status 2
when the bench cannot be read or has no peer to compare with.
"""

import math
import pathlib
import sys

import matplotlib.pyplot as plt

import bench_results
import results
import style

LEGEND_COLUMNS = 3


def draw(bench):
    """Errors: results.ResultsError when no shape has a best peer."""
    shapes = [shape for shape in bench.shapes if shape.macs > 0]
    if not shapes:
        raise results.ResultsError("no shape has a best peer to compare with")
    groups = list(dict.fromkeys(shape.group for shape in shapes))
    legend_height = 0.2 * math.ceil((len(groups) + 1) / LEGEND_COLUMNS) + 0.2
    figure = plt.figure(figsize=(9.6, 4.2 + legend_height))
    grid = figure.add_gridspec(2, 2, height_ratios=[3.8, legend_height], width_ratios=[1.25, 1.0])
    over_size = figure.add_subplot(grid[0, 0])
    distribution = figure.add_subplot(grid[0, 1])
    for position, group in enumerate(groups):
        inside = [shape for shape in shapes if shape.group == group]
        colour = style.COLOURS[position % len(style.COLOURS)]
        _points(over_size, inside, style.MARKERS[position % len(style.MARKERS)], colour)
        _steps(distribution, inside, group or "(no group)", colour, 1.2)
    if len(groups) > 1:
        _steps(distribution, shapes, "all", "#000000", 1.8)

    ratios = [shape.ratio for shape in shapes]
    over_size.set_xscale("log")
    over_size.set_xlabel("multiply-accumulates (log scale)")
    over_size.set_ylabel("best peer's time / own time (log scale)")
    over_size.axhline(1.0, color="#000000", linewidth=0.8)
    over_size.set_yscale("log")
    style.log_ticks(over_size.yaxis, min(ratios), max(ratios))
    distribution.set_xscale("log")
    style.log_ticks(distribution.xaxis, min(ratios), max(ratios))
    distribution.axvline(1.0, color="#000000", linewidth=0.8)
    distribution.set_ylim(0, 101)
    distribution.set_xlabel("best peer's time / own time (log scale)")
    distribution.set_ylabel("shapes with at most this ratio (%)")
    legend = figure.add_subplot(grid[1, :])
    legend.axis("off")
    legend.legend(*distribution.get_legend_handles_labels(), loc="center", ncol=LEGEND_COLUMNS)
    figure.suptitle(f"{bench.subject} against the best of {', '.join(bench.peers)}\n{bench.setting}; above 1: {bench.subject} is faster")
    return figure


def _points(axes, shapes, marker, colour):
    sizes = [shape.macs for shape in shapes]
    axes.plot(sizes, [shape.ratio for shape in shapes], marker, color=colour, markersize=4, markeredgewidth=0, alpha=0.7)


def _steps(axes, shapes, group, colour, width):
    ratios = sorted(shape.ratio for shape in shapes)
    shares = [100.0 * (i + 1) / len(ratios) for i in range(len(ratios))]
    label = f"{group}: geomean {results.geometric_mean(ratios):.3f}, {len(ratios)} shapes"
    axes.step([ratios[0], *ratios], [0.0, *shares], where="post", color=colour, linewidth=width, label=label)


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    run = pathlib.Path(sys.argv[1])
    style.apply()
    try:
        paths = style.save(draw(bench_results.read_bench(run)), run / "plots", "bench")
    except results.ResultsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(*paths, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
