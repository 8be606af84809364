"""Each selector's share of the best measured time, half by half, and how well the fitted g_predict tells the table's times."""

import json

import results

SELECTOR_TABLES = True

TABLE = "configs/validation/cpu_kernels_avx512_f32.csv"
MACHINE = ["--hardware", "cpu-avx512", "--set", "pe.count=1"]


def report(run, _plots):
    rows = results.read_results(run)
    halves = sorted({row.group for row in rows})
    shapes = {half: len({row.problem for row in rows if row.group == half}) for half in halves}
    lines = ["## Share of the best time in the table, geometric mean, by what learned from the other half", ""]
    lines += ["| selector | " + " | ".join(f"{half}, {shapes[half]} shapes" for half in halves) + " |", "|---|" + "---|" * len(halves)]
    for selector, part in results.by_selector(rows).items():
        lines.append(f"| {selector} | " + " | ".join(share(part, half) for half in halves) + " |")
    return "\n".join(lines)


def share(rows, half):
    return f"{results.geometric_mean([1.0 / row.regret for row in rows if row.group == half]):.4f}"


def report_of_program(mikpoly):
    """What `mikpoly table` finds, in the order of the halves that are scored."""
    found = json.loads(mikpoly("table", TABLE, *MACHINE, "--format", "json"))
    scored = sorted(found["halves"], key=lambda half: 1 - half["learned_half"])
    orders = [next(each for each in half["selectors"] if each["selector"] == "mikpoly") for half in scored]
    kept = [kept_one(found, half["learned_half"]) for half in scored]
    lines = ["## The fit, and what one kernel costs", ""]
    lines += ["| | " + " | ".join(f"half {1 - half['learned_half']}" for half in scored) + " |", "|---|" + "---|" * len(scored)]
    lines.append(line("median error of Eq. 2 and the launch", [f"{half['fit']['median']:.1%}" for half in scored]))
    lines.append(line("90th percentile of it", [f"{half['fit']['p90']:.1%}" for half in scored]))
    lines.append(line("tau over the kernels of a shape", [f"{each['tau_in_shape']:.2f}" for each in orders]))
    lines.append(line("tau over all", [f"{each['tau']:.2f}" for each in orders]))
    lines.append(line("best of one kept kernel over best of all, mean", [f"{one['regret_mean']:.4f}" for one in kept]))
    lines.append(line("at worst", [f"{one['regret_worst']:.4f}" for one in kept]))
    return "\n".join(lines)


def kept_one(found, learned):
    curve = next(each for each in found["ranking"] if each["criterion"] == "complementary" and each["learned_half"] == learned)
    return next(each for each in curve["regrets"] if each["kept"] == 1)


def line(name, cells):
    return f"| {name} | " + " | ".join(cells) + " |"
