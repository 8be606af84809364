#!/usr/bin/env python3
"""Draws every figure of a run into RUN/plots, as PNG and SVG.

    python3 plots/all.py RUN

Rows that must not be compared (other workload, hardware, pattern set or origin of the time) get figures of their own. A figure that
the run has no rows for at all is named with the reason. Exit status 2 when the run cannot be read or nothing could be drawn.
"""

import pathlib
import sys

import case_study
import pattern_wins
import regret_distribution
import results
import speedup_over_shape
import style

FIGURES = {
    "regret_distribution": regret_distribution.draw,
    "speedup_over_shape": speedup_over_shape.draw,
    "pattern_wins": pattern_wins.draw,
    "case_study": case_study.draw,
}


def draw_all(run):
    """Paths of the figures written."""
    style.apply()
    parts = results.partitions(results.read_results(run))
    paths = []
    for figure_name, draw in FIGURES.items():
        reasons = []
        for part, rows in parts.items():
            try:
                paths += style.save(draw(rows), run / "plots", f"{figure_name}_{part}" if part else figure_name)
            except results.ResultsError as error:
                reasons.append(str(error))
        if len(reasons) == len(parts):
            print(f"{figure_name}: not drawn: {'; '.join(dict.fromkeys(reasons))}", file=sys.stderr)
    return paths


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        paths = draw_all(pathlib.Path(sys.argv[1]))
    except results.ResultsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(*paths, sep="\n")
    return 0 if paths else 2


if __name__ == "__main__":
    sys.exit(main())
