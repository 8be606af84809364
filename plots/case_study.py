"""Time over M at fixed N and K, by selector, and the speed-up of polymerization over the best single tile."""

import collections

import matplotlib.pyplot as plt

import published
import results
import style

WORKLOAD = "case-study"
BASELINE = "best-tile"
COMPARED = ("mikpoly", "makespan", "oracle")


def draw(rows):
    """Errors: results.ResultsError when the run has no sweep over M of the workload."""
    sweep = _longest_sweep([row for row in rows if row.workload == WORKLOAD])
    n, k = sweep[0].n, sweep[0].k

    heights = {"height_ratios": [1.3, 1.0]}
    figure, (times, speedups) = plt.subplots(2, 1, figsize=(7.2, 6.4), sharex=True, gridspec_kw=heights)
    lines = results.by_selector(sweep)
    baseline = {row.m: row.time_us for row in lines.get(BASELINE, [])}
    for position, (selector, part) in enumerate(lines.items()):
        part = sorted(part, key=lambda row: row.m)
        look = {
            "color": style.selector_colour(selector),
            "marker": style.MARKERS[position % len(style.MARKERS)],
            "markersize": 4,
            "linewidth": 1.2,
            "label": selector,
        }
        times.plot([row.m for row in part], [row.time_us for row in part], **look)
        compared = [row for row in part if row.m in baseline]
        if compared and selector in COMPARED:
            speedups.plot([row.m for row in compared], [baseline[row.m] / row.time_us for row in compared], **look)

    _draw_published(speedups, n, k)
    speedups.axhline(1.0, color="#000000", linewidth=0.8)
    times.set_yscale("log")
    style.log_ticks(times.yaxis, *times.dataLim.intervaly)
    times.set_ylabel("time (us, log scale)")
    times.legend(loc="best", ncol=2)
    speedups.set_xlabel("M (rows)")
    speedups.set_ylabel(f"speed-up over {BASELINE} (ratio)")
    figure.suptitle(f"M x {n} x {k} on {results.setting(sweep)}")
    return figure


def _longest_sweep(rows):
    """The rows of the (N, K) that has most different M. Errors: results.ResultsError when none has two."""
    by_nk = collections.defaultdict(list)
    for row in rows:
        by_nk[row.n, row.k].append(row)
    longest = max(by_nk.values(), key=lambda part: len({row.m for row in part}), default=[])
    if len({row.m for row in longest}) < 2:
        raise results.ResultsError(f'no sweep over M: needs rows of the workload "{WORKLOAD}"')
    return longest


def _draw_published(axes, n, k):
    if (n, k) != published.CASE_STUDY_NK:
        return
    for marker, (machine, speedup) in zip("sD", published.CASE_STUDY_SPEEDUP.items()):
        axes.plot(
            published.CASE_STUDY_M,
            speedup,
            marker,
            color="#555555",
            label=f"published, {machine}",
            **style.PUBLISHED_MARKER,
        )
    # The selectors are named in the upper panel.
    handles, labels = axes.get_legend_handles_labels()
    known = [(handle, label) for handle, label in zip(handles, labels) if label.startswith("published")]
    axes.legend(*zip(*known), loc="best")
