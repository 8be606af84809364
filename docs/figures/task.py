"""The pipeline of two tasks on one PE. The durations are invented for the drawing."""

from canvas import FAINT, INK, REGIONS, RULE, Canvas

UNIT = 15
STEPS = 5
LOAD, FEED, COMPUTE, STORE = 3, 1, 4, 5
BUFFERS = 2  # k steps that are loaded ahead at most
ROWS = ["load", "feed", "compute", "store"]
LEFT, TOP, ROW = 80, 62, 34


def schedule(tasks):
    """[(row, task, step, begin, end)]: each row works in order, `load` at most BUFFERS k steps ahead of `compute`."""
    bars = []
    free = dict.fromkeys(ROWS, 0)
    computed = []

    def add(row, task, step, ready, duration):
        begin = max(free[row], ready)
        free[row] = begin + duration
        bars.append((row, task, step, begin, free[row]))
        return free[row]

    for task in range(tasks):
        for step in range(STEPS):
            place = computed[-BUFFERS] if len(computed) >= BUFFERS else 0
            loaded = add("load", task, step, place, LOAD)
            fed = add("feed", task, step, loaded, FEED)
            computed.append(add("compute", task, step, fed, COMPUTE))
        add("store", task, 0, computed[-1], STORE)
    return bars


def draw(_program):
    bars = schedule(2)
    end = max(bar[4] for bar in bars)
    canvas = Canvas(LEFT + end * UNIT + 30, TOP + len(ROWS) * ROW + 62, "Load, compute and store of one task overlap")
    for position, row in enumerate(ROWS):
        y = TOP + position * ROW
        canvas.text(LEFT - 10, y + 19, row, 12, "end")
        canvas.line(LEFT, y + ROW - 2, LEFT + end * UNIT, y + ROW - 2, RULE)
    for row, task, step, begin, finish in bars:
        y = TOP + ROWS.index(row) * ROW
        letter = "ab"[task]
        canvas.rect(LEFT + begin * UNIT, y + 2, (finish - begin) * UNIT, ROW - 8, REGIONS[letter], "#ffffff")
        label = "C" if row == "store" else str(step + 1)
        if finish - begin > 1:
            ink = "#ffffff" if letter == "a" else INK
            canvas.text(LEFT + (begin + finish) / 2 * UNIT, y + 20, label, 11, "middle", ink)
    first, second = (max(bar[4] for bar in bars if bar[1] == task) for task in (0, 1))
    spans(canvas, bars, first, second)
    return canvas


def spans(canvas, bars, first, second):
    """Latency of the first task above the rows, the interval between the ends of both below."""
    top = TOP - 14
    bottom = TOP + len(ROWS) * ROW + 16
    double_arrow(canvas, LEFT, LEFT + first * UNIT, top)
    words = "latency of task 1 = g_predict(t): fill, t k steps, drain"
    canvas.text(LEFT + first * UNIT / 2, top - 8, words, 12, "middle")
    double_arrow(canvas, LEFT + first * UNIT, LEFT + second * UNIT, bottom)
    canvas.text(LEFT + (first + second) / 2 * UNIT, bottom + 18, "interval: what each further task adds", 12, "middle")
    computing = [bar for bar in bars if bar[0] == "compute" and bar[1] == 0]
    ends = [0, computing[0][3], computing[-1][4], first]
    for words, begin, end in zip(("fill", "t k steps", "drain"), ends, ends[1:]):
        canvas.text(LEFT + (begin + end) / 2 * UNIT, bottom + 4, words, 12, "middle", FAINT)
        canvas.line(LEFT + end * UNIT, TOP, LEFT + end * UNIT, bottom + 6, FAINT, dashed=True)


def double_arrow(canvas, x1, x2, y):
    canvas.arrow((x1 + x2) / 2, y, x1, y)
    canvas.arrow((x1 + x2) / 2, y, x2, y)
