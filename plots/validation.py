"""Predicted against measured times of `mikpoly validate --rows FILE.csv`, and the error over the work.

    python3 plots/validation.py ROWS.csv OUT.png [TITLE]
"""

import csv
import sys

import matplotlib.pyplot as plt
import numpy

import style


def read(path):
    """Measured and predicted microseconds, GFLOP and signed relative error of every row."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    def column(name):
        return numpy.array([float(row[name]) for row in rows])

    gflop = 2e-9 * column("m") * column("n") * column("k") * column("batch")
    return column("measured_us"), column("predicted_us"), gflop, column("error")


def draw(path, title):
    measured, predicted, gflop, error = read(path)
    figure, (times, errors) = plt.subplots(1, 2, figsize=(9.6, 4.2))
    look = {"s": 4, "alpha": 0.35, "linewidths": 0, "color": style.selector_colour("mikpoly")}
    times.scatter(measured, predicted, **look)
    ends = [min(measured.min(), predicted.min()), max(measured.max(), predicted.max())]
    times.plot(ends, ends, color="#000000", linewidth=0.8)
    times.set(xscale="log", yscale="log", xlabel="measured time (us, log scale)",
              ylabel="predicted (simulated) time (us, log scale)")
    errors.scatter(gflop, 100.0 * error, **look)
    errors.axhline(0.0, color="#000000", linewidth=0.8)
    errors.set(xscale="log", xlabel="work (GFLOP, log scale)", ylabel="predicted over measured - 1 (%)")
    span = max(20.0, float(numpy.quantile(numpy.abs(100.0 * error), 0.99)))
    errors.set_ylim(-span, span)
    median = 100.0 * float(numpy.median(numpy.abs(error)))
    figure.suptitle(f"{title}: {len(error)} rows, median error {median:.1f} %; beyond +-{span:.0f} % not shown")
    return figure


def main(arguments):
    if len(arguments) not in (3, 4):
        sys.exit(__doc__)
    style.apply()
    figure = draw(arguments[1], arguments[3] if len(arguments) == 4 else arguments[1])
    figure.savefig(arguments[2], bbox_inches="tight")


if __name__ == "__main__":
    main(sys.argv)
