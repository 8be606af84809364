"""Cumulative distribution of regret, the time of a selector's plan over the time of ORACLE's, one line per selector."""

import math

import matplotlib.pyplot as plt

import published
import results
import style

# As many fit beside the curves; more stand on the right of them.
MOST_WITHIN = 7


def draw(rows):
    """Errors: results.ResultsError when no row has a regret."""
    judged = [row for row in rows if not math.isnan(row.regret) and row.selector != "oracle"]
    if not judged:
        raise results.ResultsError("no row has a regret: the run has no oracle")

    selectors = results.by_selector(judged)
    within = len(selectors) <= MOST_WITHIN
    figure, axes = plt.subplots(figsize=(7.2 if within else 9.8, 4.4))
    highest = 1.0
    for selector, part in selectors.items():
        regrets = sorted(row.regret for row in part)
        shares = [100.0 * (i + 1) / len(regrets) for i in range(len(regrets))]
        colour = style.selector_colour(selector)
        axes.step(
            [regrets[0], *regrets],
            [0.0, *shares],
            where="post",
            color=colour,
            label=f"{selector}: geomean {results.geometric_mean(regrets):.3f}, p95 {results.quantile(regrets, 0.95):.2f}, "
            f"worst {regrets[-1]:.2f}",
        )
        highest = max(highest, results.quantile(regrets, 0.995))
        if selector in published.SPEED_OF_ORACLE:
            axes.axvline(1.0 / published.SPEED_OF_ORACLE[selector], color=colour, **style.PUBLISHED_LINE)
    label = f"published mean on {published.SPEED_OF_ORACLE_MACHINE}, in the selector's colour"
    axes.plot([], [], color="#555555", label=label, **style.PUBLISHED_LINE)

    lowest = min(1.0, *(row.regret for row in judged))
    highest = max(highest, 1.05 / min(published.SPEED_OF_ORACLE.values()))
    axes.set_xscale("log")
    axes.set_xlim(lowest * 0.99, highest * 1.02)
    style.log_ticks(axes.xaxis, lowest, highest)
    axes.set_ylim(0, 101)
    axes.set_xlabel("regret: time / time of ORACLE (ratio, log scale)")
    axes.set_ylabel("shapes with at most this regret (%)")
    axes.set_title(f"Regret of the selectors on {results.setting(rows)}\n{_shapes(rows)}")
    place = {"loc": "lower right"} if within else {"loc": "center left", "bbox_to_anchor": (1.01, 0.5)}
    axes.legend(**place, frameon=True, framealpha=0.92, edgecolor="none")
    return figure


def _shapes(rows):
    """How many shapes, and for how many of them the oracle is proven to be the best of its space."""
    gaps = {row.problem: row.oracle_gap for row in rows if row.selector == "oracle"}
    known = [gap for gap in gaps.values() if not math.isnan(gap)]
    proven = f", oracle proven for {sum(gap == 0.0 for gap in known)}" if known else ""
    return f"{len({row.problem for row in rows})} shapes{proven}"
