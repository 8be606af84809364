"""Speed over the vendor's library by operator, beside the published."""

import matplotlib.pyplot as plt

import results
import style

SELECTOR_TABLES = True
BASELINE = "vendor"
PATTERNS = "I+II"

# Mean speed over cuBLAS, by operator. Source: MikPoly (ASPLOS'24), Table 8, https://doi.org/10.1145/3620665.3640390.
PUBLISHED = {"qkv": 1.09, "o_proj": 1.24, "ffn_up": 1.21, "ffn_down": 1.08}


def report(run, plots):
    rows = [row for row in results.read_results(run) if row.pattern_set == PATTERNS]
    times = {name: {row.problem: row for row in part} for name, part in results.by_selector(rows).items()}
    operators = list(dict.fromkeys(row.group for row in rows))
    lines = [
        f"## Speed over `{BASELINE}`, patterns {PATTERNS}",
        "",
        "Geometric mean over the numbers of tokens, least and largest in brackets.",
        "",
        "| selector | " + " | ".join(operators) + " |",
        "|---|" + "---|" * len(operators),
    ]
    for selector, part in times.items():
        if selector == BASELINE:
            continue
        cells = []
        for operator in operators:
            gains = [times[BASELINE][key].time_us / row.time_us for key, row in part.items() if row.group == operator]
            cells.append(f"{results.geometric_mean(gains):.3f} ({min(gains):.2f}..{max(gains):.2f})")
        lines.append(f"| {selector} | " + " | ".join(cells) + " |")
    lines.append("| published, over cuBLAS | " + " | ".join(f"{PUBLISHED[name]:.2f}" for name in operators) + " |")
    style.apply()
    style.save(draw(times, operators), plots, "speed_over_tokens", kinds=("png",))
    return "\n".join([*lines, "", "![speed over tokens](plots/speed_over_tokens.png)"])


def draw(times, operators):
    figure, panels = plt.subplots(1, len(operators), figsize=(12.0, 3.2), sharey=True)
    for axes, operator in zip(panels, operators):
        for selector in ("mikpoly", "makespan", "makespan-split-k", "default-tile"):
            points = sorted(
                (row.n, times[BASELINE][key].time_us / row.time_us)
                for key, row in times[selector].items()
                if row.group == operator
            )
            axes.plot(*zip(*points), marker="o", markersize=3, linewidth=1.0, color=style.selector_colour(selector), label=selector)
        axes.axhline(1.0, color="#000000", linewidth=0.8)
        axes.axhline(PUBLISHED[operator], color="#555555", label="published mean, over cuBLAS", **style.PUBLISHED_LINE)
        axes.set_xscale("log", base=2)
        axes.set_xlabel("tokens")
        axes.set_title(operator)
    panels[0].set_ylabel(f"time of {BASELINE} / time (ratio)")
    panels[0].legend(fontsize=6)
    figure.suptitle("Llama2-13b on four devices, a100-40, simulated time")
    return figure
