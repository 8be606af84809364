"""Where patterns of more than one region are chosen: by ORACLE and by the makespan model, over output size and depth."""

import matplotlib.pyplot as plt

import results
import style

SELECTORS = ("oracle", "makespan")


def draw(rows):
    """Errors: results.ResultsError when neither selector is there, or neither had more than pattern I to choose."""
    chosen = results.by_selector([row for row in rows if row.pattern_set != "I"], SELECTORS)
    if not chosen:
        raise results.ResultsError(f"needs one of {', '.join(SELECTORS)}, with more than pattern I")

    widths = [1.0] * len(chosen) + [0.8]
    figure = plt.figure(figsize=(3.9 * len(chosen) + 3.4, 4.6))
    grid = figure.add_gridspec(2, len(widths), width_ratios=widths, height_ratios=[1.0, 0.08])
    for column, (selector, part) in enumerate(chosen.items()):
        axes = figure.add_subplot(grid[0, column])
        _scatter(axes, part)
        axes.set_title(f"chosen by {selector}")
        axes.set_ylabel("k (log scale)" if column == 0 else "")
    _shares(figure.add_subplot(grid[0, -1]), chosen)
    _legend(figure.add_subplot(grid[1, :-1]))
    figure.suptitle(f"Where each pattern is chosen on {results.setting(rows)}")
    return figure


def _scatter(axes, part):
    for pattern, colour in style.PATTERN_COLOURS.items():
        inside = [row for row in part if row.pattern == pattern]
        single = pattern == "I"
        axes.plot(
            [row.m * row.n for row in inside],
            [row.k for row in inside],
            "o",
            color=colour,
            markersize=2.5 if single else 4.5,
            markeredgewidth=0,
            alpha=0.7 if single else 0.9,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("output elements m * n (log scale)")


def _legend(axes):
    axes.axis("off")
    for pattern, colour in style.PATTERN_COLOURS.items():
        axes.plot([], [], "o", color=colour, markeredgewidth=0, label=pattern)
    axes.legend(title="pattern", loc="center", ncol=len(style.PATTERNS), handletextpad=0.0, columnspacing=1.2)


def _shares(axes, chosen):
    width = 0.8 / len(chosen)
    for position, (selector, part) in enumerate(chosen.items()):
        shares = [100.0 * sum(row.pattern == pattern for row in part) / len(part) for pattern in style.PATTERNS]
        places = [i + (position - (len(chosen) - 1) / 2) * width for i in range(len(shares))]
        bars = axes.barh(places, shares, height=width, color=style.selector_colour(selector), label=selector)
        axes.bar_label(bars, labels=[f"{share:.1f}" if share else "" for share in shares], fontsize=7, padding=2)
    axes.set_yticks(range(len(style.PATTERNS)), style.PATTERNS)
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("share of the shapes (%)")
    axes.set_ylabel("pattern")
    axes.set_title("share per pattern")
    axes.legend(loc="lower right")
