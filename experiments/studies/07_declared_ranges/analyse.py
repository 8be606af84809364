"""How many of the shapes each selector answers, and its speed inside the range it was told."""

import re

import results

SELECTOR_TABLES = False

# By the largest declared M: shapes of 8192 that DietCode runs, and MikPoly's mean speed over it at M <= 128.
# Source: MikPoly (ASPLOS'24), section 5, https://doi.org/10.1145/3620665.3640390.
PUBLISHED = {128: (254, 1.68), 512: (572, 1.81), 1024: (1136, 1.92), 2048: (2144, 2.25), 8192: (8192, 2.37)}
SMALL_M = 128


def report(run, _plots):
    rows = results.read_results(run)
    by_selector = {name: {row.m: row.time_us for row in part} for name, part in results.by_selector(rows).items()}
    count = max(len(part) for part in by_selector.values())
    lines = [
        f"## Of {count} shapes",
        "",
        f"Speed of `mikpoly` over each selector: geometric mean of its time over that of `mikpoly`, at M of 1..{SMALL_M} and over all "
        "shapes that both answer. Published: shapes that DietCode runs of 8192, and MikPoly's mean speed over it at those M.",
        "",
        f"| selector | shapes | M <= {SMALL_M} | all | published shapes | published speed |",
        "|---|---|---|---|---|---|",
    ]
    for name, times in by_selector.items():
        ratios = {m: time / by_selector["mikpoly"][m] for m, time in times.items()}
        small = results.geometric_mean([ratio for m, ratio in ratios.items() if m <= SMALL_M])
        known = re.fullmatch(r"ranges-(\d+)", name)
        published = PUBLISHED[int(known[1])] if known else ("", "")
        lines.append(f"| {name} | {len(times)} | {small:.3f} | {results.geometric_mean(list(ratios.values())):.3f} | {published[0]} | {published[1]} |")
    return "\n".join(lines)
