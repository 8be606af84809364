"""Speed-up of the selectors over a fixed tile and over the best single tile, against the size of the problem."""

import math

import matplotlib.pyplot as plt

import results
import style

SELECTORS = ("mikpoly", "makespan")
BASELINES = ("default-tile", "best-tile")
LEGEND_COLUMNS = 3


def draw(rows):
    """Errors: results.ResultsError when there is no selector or no baseline to compare."""
    rows = [row for row in rows if row.time_us > 0]  # an empty product takes no time
    selectors = results.by_selector(rows, SELECTORS)
    baselines = results.by_selector(rows, BASELINES)
    if not selectors or not baselines:
        raise results.ResultsError(f"needs one of {', '.join(SELECTORS)} and one of {', '.join(BASELINES)}")

    groups = list(dict.fromkeys(row.group for row in rows))
    legend_height = 0.2 * math.ceil(len(groups) / LEGEND_COLUMNS) + 0.2
    heights = [2.9] * len(baselines) + [legend_height]
    figure = plt.figure(figsize=(max(7.0, 4.2 * len(selectors)), sum(heights) + 0.5))
    grid = figure.add_gridspec(len(heights), len(selectors), height_ratios=heights)

    first = None
    for line, (baseline, reference) in enumerate(baselines.items()):
        in_line = None
        for column, (selector, part) in enumerate(selectors.items()):
            axes = figure.add_subplot(grid[line, column], sharex=first, sharey=in_line)
            first, in_line = first or axes, in_line or axes
            speedups = _panel(axes, part, reference, groups)
            axes.set_title(f"{selector} over {baseline}: geomean {results.geometric_mean(speedups):.3f}")
            axes.set_xlabel("size of the problem (GFLOP, log scale)" if line + 1 == len(baselines) else "")
            axes.set_ylabel("speed-up (ratio, log scale)" if column == 0 else "")

    legend = figure.add_subplot(grid[-1, :])
    legend.axis("off")
    legend.legend(*first.get_legend_handles_labels(), loc="center", ncol=LEGEND_COLUMNS, markerscale=1.8)
    figure.suptitle(f"Speed-up on {results.setting(rows)}, by group of shapes")
    return figure


def _panel(axes, part, reference, groups):
    """Draws one selector against one baseline; the speed-ups of all shapes that both have."""
    times = {row.problem: row.time_us for row in reference}
    points = [(row, times[row.problem] / row.time_us) for row in part if row.problem in times]
    for position, group in enumerate(groups):
        axes.plot(
            [row.gflop for row, _ in points if row.group == group],
            [speedup for row, speedup in points if row.group == group],
            style.MARKERS[position % len(style.MARKERS)],
            color=style.COLOURS[position % len(style.COLOURS)],
            markersize=3.5,
            markeredgewidth=0,
            alpha=0.6,
            label=group,
        )
    axes.axhline(1.0, color="#000000", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    speedups = [speedup for _, speedup in points]
    style.log_ticks(axes.yaxis, min(speedups), max(speedups))
    sizes = [row.gflop for row, _ in points]
    style.log_ticks(axes.xaxis, min(sizes), max(sizes))
    return speedups
