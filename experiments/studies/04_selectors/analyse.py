"""How the picks of WAVE, PIPE and Eq. 2 differ in size, and the distribution of regret."""

import matplotlib.pyplot as plt

import regret_distribution
import results
import style

SELECTOR_TABLES = True


def report(run, plots):
    style.apply()
    rows = results.read_results(run)
    lines = ["## Figures", ""]
    for part, own in results.partitions(rows).items():
        name = f"regret_{part}"
        style.save(regret_distribution.draw(own), plots, name, kinds=("png",))
        lines.append(f"![{part}](plots/{name}.png)")
    plt.close("all")
    return "\n".join(lines)
