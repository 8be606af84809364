"""Who works when: three plans of the case study on the simulated A100, from the timelines that the program writes."""

import collections

from canvas import FAINT, INK, LETTER_INK, REGIONS, RULE, Canvas

SHAPE = "4096x1024x4096"
A, B = "f16_256x128x32", "f16_64x64x64"
PLANS = [
    ("A alone", f"p1|I|{A}@0-4096:0-1024:0-4096|max_min"),
    ("A to row 3072, B below", f"p1|II|{A}@0-3072:0-1024:0-4096|{B}@3072-4096:0-1024:0-4096|max_min"),
    ("A to row 3328, B below", f"p1|II|{A}@0-3328:0-1024:0-4096|{B}@3328-4096:0-1024:0-4096|max_min"),
]
PLACES_OF_A_PE = 64  # thread numbers per PE, sim/timeline.cpp
LEFT, TOP, WIDTH, PE_HEIGHT, GAP = 24, 34, 620, 1, 46
MOST_US = 240


def blocks(trace):
    """[(PE, letter, begin, duration)] in us; the letter is that of the block's region."""
    return [
        (event["tid"] // PLACES_OF_A_PE, event["name"][-1], event["ts"], event["dur"])
        for event in trace["traceEvents"]
        if event["ph"] == "X"
    ]


def draw(program):
    traces = [(words, blocks(program.trace(SHAPE, plan))) for words, plan in PLANS]
    pes = 1 + max(block[0] for _, found in traces for block in found)
    panel = pes * PE_HEIGHT
    canvas = Canvas(LEFT + WIDTH + 30, TOP + len(traces) * (panel + GAP) + 16, "Waves of the case study's plans")
    for position, (words, found) in enumerate(traces):
        y = TOP + position * (panel + GAP)
        end = max(begin + duration for _, _, begin, duration in found)
        draw_panel(canvas, y, panel, found, place(end) + 5)
        x = place(end)
        canvas.line(x, y - 4, x, y + panel + 4, INK, 1.2)
        canvas.text(x + 5, y + 12, f"{end:.0f} us", 12, weight="bold")
        canvas.text(LEFT, y - 10, f"{words}: {tasks(found)} on {pes} SMs", 12)
    y = TOP + len(traces) * (panel + GAP) - GAP + 4
    for microseconds in range(0, MOST_US, 40):
        canvas.line(place(microseconds), y, place(microseconds), y + 4)
        canvas.text(place(microseconds), y + 18, str(microseconds), 11, "middle")
    canvas.text(place(MOST_US), y + 18, "us, simulated", 11, "end", FAINT)
    canvas.text(LEFT, y + 38, f"a row for each SM, which holds {held_at_once(traces)} at a time", 11, fill=FAINT)
    return canvas


def tasks(found):
    counts = collections.Counter(letter.upper() for _, letter, _, _ in found)
    sum_of_both = " + ".join(f"{count} {letter}" for letter, count in sorted(counts.items()))
    return f"{sum_of_both} = {len(found)} tasks" if len(counts) > 1 else f"{len(found)} tasks"


def held_at_once(traces):
    most = collections.Counter()
    for _, found in traces:
        for _, _, (letter, _, _, places) in bars(found):
            most[letter.upper()] = max(most[letter.upper()], places)
    return " or ".join(f"{places} {letter}" for letter, places in sorted(most.items()))


def place(microseconds):
    return LEFT + microseconds / MOST_US * WIDTH


def draw_panel(canvas, y, panel, found, free):
    """A row for each SM; SMs that do the same at the same time are one bar, with the number of its tasks.

    Of bars too low for words it stands right of the panel's end, at x = free.
    """
    low = collections.Counter()
    canvas.rect(LEFT, y, WIDTH, panel, "#f6f8fa", RULE)
    for first, count, (letter, begin, duration, places) in bars(found):
        x, top, width, height = place(begin), y + first * PE_HEIGHT, duration / MOST_US * WIDTH, count * PE_HEIGHT
        canvas.rect(x, top, width, height, REGIONS[letter], "#ffffff", 0.6)
        words = f"{count * places} {letter.upper()}"
        if height > 12:
            canvas.text(x + width / 2, top + height / 2 + 4, words, 11, "middle", LETTER_INK.get(letter, INK))
        else:
            low[min(top + height / 2 + 4, y + panel - 3), words] += 1
    for (bottom, words), times in low.items():
        canvas.text(free, bottom, f"lowest rows: {times} x {words}", 11)


def bars(found):
    """[(first PE, number of PEs, (letter, begin, duration, blocks at once on each))]."""
    work = collections.defaultdict(collections.Counter)
    for pe, letter, begin, duration in found:
        work[pe][letter, round(begin, 1), round(duration, 1)] += 1
    result = []
    for pe in sorted(work):
        for (letter, begin, duration), places in work[pe].items():
            bar = (letter, begin, duration, places)
            above = [i for i, (first, count, same) in enumerate(result) if same == bar and first + count == pe]
            if above:
                first, count, _ = result[above[0]]
                result[above[0]] = (first, count + 1, bar)
            else:
                result.append((pe, 1, bar))
    return result
