"""For each constant moved: the score of every selector on the changed machine, and whether their order holds."""

import math

import results

SELECTOR_TABLES = False

# Selectors closer than this are a tie, whichever comes first.
TIE = 0.03


def report(run, _plots):
    rows = [row for row in results.read_results(run) if not math.isnan(row.regret) and row.selector != "oracle"]
    machines = {}
    for row in rows:
        machines.setdefault(row.hardware, []).append(row)
    score = {
        machine: {name: 1.0 / results.geometric_mean([row.regret for row in part]) for name, part in results.by_selector(own).items()}
        for machine, own in machines.items()
    }
    base = next(iter(score))
    wanted = order(score[base])
    swaps = {name: swapped(wanted, values) for name, values in score.items()}
    changed = sum(1 for pairs in swaps.values() if pairs)
    real = sorted({pair for pairs in swaps.values() for pair in pairs if not tied(pair, score[base])})
    lines = [
        f"Order with the constants of the file: {' > '.join(wanted)}. In {changed} of {len(score) - 1} variants two selectors swap; "
        f"pairs that lie more than {TIE:.0%} apart with the file's constants and swap in some variant: "
        f"{', '.join(' and '.join(pair) for pair in real) or 'none'}.",
        "",
        "| variant | " + " | ".join(wanted) + " | swapped |",
        "|---|" + "---|" * (len(wanted) + 1),
    ]
    for name, values in score.items():
        cells = " | ".join(f"{values[each]:.3f}" for each in wanted)
        lines.append(f"| {name} | {cells} | {', '.join(' / '.join(pair) for pair in swaps[name])} |")
    return "## Share of ORACLE's speed on each machine\n\n" + "\n".join(lines)


def order(values):
    return sorted(values, key=lambda name: -values[name])


def swapped(wanted, values):
    """Pairs whose first comes before the second in `wanted`, and after it here."""
    pairs = [(a, b) for i, a in enumerate(wanted) for b in wanted[i + 1 :]]
    return [(a, b) for a, b in pairs if values[a] < values[b]]


def tied(pair, values):
    return abs(values[pair[0]] - values[pair[1]]) <= TIE
