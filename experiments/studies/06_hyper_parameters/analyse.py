"""Speed against the best single kernel of all candidates, over each hyper-parameter and each criterion of ranking."""

import csv
import re

import matplotlib.pyplot as plt

import results
import style

SELECTOR_TABLES = False

PANELS = ["n_gen", "n_syn", "n_mik", "n_pred"]
CRITERIA = ["complementary", "average", "average-relative"]


def report(run, plots):
    scores = scores_of(run)
    style.apply()
    style.save(draw(scores), plots, "hyper_parameters", kinds=("png",))
    lines = ["## Speed of the best single kernel of all candidates = 1", ""]
    for name in PANELS:
        values = sorted(value for known, value in scores if known == name)
        lines += ["| " + " | ".join([name, *map(str, values)]) + " |", "|---|" + "---|" * len(values)]
        for selector in ("mikpoly", "makespan"):
            lines.append(f"| {selector} | " + " | ".join(f"{scores[name, value][selector]:.3f}" for value in values) + " |")
        lines.append("")
    sizes = sorted(value for known, value in scores if known == CRITERIA[0])
    lines += ["| ranking, by kernels kept (mikpoly) | " + " | ".join(map(str, sizes)) + " |", "|---|" + "---|" * len(sizes)]
    for name in CRITERIA:
        lines.append(f"| {name} | " + " | ".join(f"{scores[name, value]['mikpoly']:.3f}" for value in sizes) + " |")
    return "\n".join([*lines, "", "![hyper-parameters](plots/hyper_parameters.png)"])


def scores_of(run):
    """{(parameter or criterion, value): {selector: geometric mean of 1/regret_all}}."""
    regrets = {}
    with open(run / "results.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name, value = re.fullmatch(r"(.+)-(\d+)", row["hardware"]).groups()
            if row["regret_all"]:
                regrets.setdefault((name, int(value)), {}).setdefault(row["selector"], []).append(float(row["regret_all"]))
    return {key: {name: 1.0 / results.geometric_mean(part) for name, part in own.items()} for key, own in regrets.items()}


def draw(scores):
    figure, panels = plt.subplots(1, 5, figsize=(13.0, 3.4), sharey=True)
    for axes, name in zip(panels, PANELS):
        values = sorted(value for known, value in scores if known == name)
        for selector, marker in (("mikpoly", "o"), ("makespan", "s")):
            axes.plot(values, [scores[name, value][selector] for value in values], marker=marker, markersize=4,
                      color=style.selector_colour(selector), label=selector)
        axes.set_xlabel(name)
        if name != "n_syn":
            axes.set_xscale("log", base=2)
    for name, colour, marker in zip(CRITERIA, style.COLOURS, style.MARKERS):
        values = sorted(value for known, value in scores if known == name)
        panels[4].plot(values, [scores[name, value]["mikpoly"] for value in values], marker=marker, markersize=4, color=colour, label=name)
    panels[4].set_xlabel("kernels kept, by ranking (mikpoly)")
    panels[0].set_ylabel("best single kernel of all / time (ratio)")
    panels[0].set_ylim(0.0, 1.05)
    panels[0].legend()
    panels[4].legend()
    figure.suptitle("Hyper-parameters of S1 on ascend910a, simulated time, geometric mean over the shapes")
    return figure
