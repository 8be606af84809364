"""What each rule of cuts comes to, as a share of the speed of the program's own ORACLE."""

import results

SELECTOR_TABLES = True


def report(run, _plots):
    rows = [row for row in results.read_results(run) if row.regret == row.regret]
    machines = list(dict.fromkeys(row.hardware for row in rows))
    score = {
        (row.hardware, row.selector): results.geometric_mean(
            [1.0 / other.regret for other in rows if (other.hardware, other.selector) == (row.hardware, row.selector)]
        )
        for row in {(row.hardware, row.selector): row for row in rows}.values()
    }
    rules = [name.removeprefix("eq2-") for name in results.by_selector(rows) if name.startswith("eq2-")]
    lines = ["## Share of ORACLE's speed, by where a cut may fall", ""]
    lines += ["| chosen by | " + " | ".join(rules) + " |", "|---|" + "---|" * len(rules)]
    for machine in machines:
        for prefix, words in (("eq2", "Eq. 2"), ("judged", "simulated time")):
            cells = " | ".join(f"{score[machine, f'{prefix}-{rule}']:.4f}" for rule in rules)
            lines.append(f"| {machine}, {words} | {cells} |")
    return "\n".join(lines)
