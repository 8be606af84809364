"""g_predict of three kernels of one uK, from the library that is shipped for ascend910a."""

import json
import pathlib
import re

from canvas import FAINT, INK, REGIONS, RULE, Canvas

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "configs" / "libraries" / "ascend910a-f16.yaml"
KERNELS = {"f16_256x128x64": "a", "f16_96x144x64": "b", "f16_64x64x64": "c"}
MOST_STEPS, MOST_US = 64, 44
LEFT, TOP, WIDTH, HEIGHT = 70, 30, 470, 230


def curve(kernel):
    """[(steps, latency in us)]: the knots of the kernel's time curve."""
    line = re.search(rf"id: {kernel},.*?knots: (\[\[.*?\]\])", LIBRARY.read_text())
    if line is None:
        raise SystemExit(f"{LIBRARY} has no kernel {kernel}")
    return [(steps, latency / 1e6) for steps, latency, _ in json.loads(line[1])]


def at(knots, steps):
    """Linear between the knots, as core/kernel/time_curve.cpp."""
    for (x1, y1), (x2, y2) in zip(knots, knots[1:]):
        if steps <= x2:
            return y1 + (y2 - y1) * (steps - x1) / (x2 - x1)
    raise SystemExit(f"the curve ends before {steps} steps")


def place(steps, microseconds):
    return LEFT + steps / MOST_STEPS * WIDTH, TOP + HEIGHT - microseconds / MOST_US * HEIGHT


def draw(_program):
    canvas = Canvas(LEFT + WIDTH + 150, TOP + HEIGHT + 56, "g_predict of three kernels")
    for microseconds in range(0, MOST_US + 1, 10):
        x, y = place(0, microseconds)
        canvas.line(x, y, x + WIDTH, y, RULE)
        canvas.text(x - 8, y + 4, str(microseconds), 11, "end")
    for steps in range(0, MOST_STEPS + 1, 16):
        x, y = place(steps, 0)
        canvas.line(x, y, x, y + 4, INK)
        canvas.text(x, y + 18, str(steps), 11, "middle")
    for kernel, letter in KERNELS.items():
        knots = curve(kernel)
        steps = sorted({step for step, _ in knots if step < MOST_STEPS} | {1, MOST_STEPS})
        canvas.polyline([place(step, at(knots, step)) for step in steps], REGIONS[letter], 2)
        for step, latency in knots:
            if step <= MOST_STEPS:
                x, y = place(step, latency)
                canvas.rect(x - 2.5, y - 2.5, 5, 5, REGIONS[letter])
        x, y = place(MOST_STEPS, at(knots, MOST_STEPS))
        canvas.text(x + 8, y + 4, kernel, 11)
    canvas.text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, "t, k steps of the task", 12, "middle")
    canvas.text(LEFT - 50, TOP - 12, "us on ascend910a; squares: knots of the curve", 11, fill=FAINT)
    return canvas
