"""The nine patterns, from the expressions in core/pattern/patterns.cpp."""

import pathlib
import re

from canvas import Canvas

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "core" / "pattern" / "patterns.cpp"
LINE = re.compile(r'parse_pattern\("(\w+)", "([^"]+)"(, true)?\)')
BOX, GAP, LEFT, TOP = 104, 34, 24, 30
COLUMNS = 5
FIRST_SHARE = 0.6  # of a cut; the drawing's only


def table():
    """[(name, expression, whether it is transposed)], as the program has them."""
    found = [(name, expression, bool(transposed)) for name, expression, transposed in LINE.findall(SOURCE.read_text())]
    if not found:
        raise SystemExit(f"no pattern is found in {SOURCE}")
    return found


def parsed(expression):
    """A letter, or (cut, first, second); as parse_pattern() of core/pattern/pattern.cpp reads it."""

    def part(position):
        if expression[position] != "(":
            return expression[position], position + 1
        node, position = chain(position + 1)
        return node, position + 1  # the closing bracket

    def chain(position):
        node, position = part(position)
        while position < len(expression) and expression[position] in "/|":
            cut = expression[position]
            second, position = part(position + 1)
            node = (cut, node, second)
        return node, position

    return chain(0)[0]


def rectangles(node, transposed, x=0.0, y=0.0, width=1.0, height=1.0):
    """(letter, x, y, width, height) of every region, in a unit square."""
    if isinstance(node, str):
        return [(node, x, y, width, height)]
    cut, first, second = node
    if (cut == "/") != transposed:
        share = height * FIRST_SHARE
        upper = rectangles(first, transposed, x, y, width, share)
        return upper + rectangles(second, transposed, x, y + share, width, height - share)
    share = width * FIRST_SHARE
    left = rectangles(first, transposed, x, y, share, height)
    return left + rectangles(second, transposed, x + share, y, width - share, height)


def shown(expression, transposed):
    return expression.translate(str.maketrans("/|", "|/")) if transposed else expression


def draw(_program):
    patterns = table()
    rows = -(-len(patterns) // COLUMNS)
    canvas = Canvas(LEFT * 2 + COLUMNS * (BOX + GAP) - GAP, TOP + rows * (BOX + 46) + 2, "The nine patterns")
    for position, (name, expression, transposed) in enumerate(patterns):
        x = LEFT + position % COLUMNS * (BOX + GAP)
        y = TOP + position // COLUMNS * (BOX + 46)
        canvas.text(x, y - 8, name, 13, weight="bold")
        for letter, left, top, width, height in rectangles(parsed(expression), transposed):
            canvas.region(letter, x + left * BOX, y + top * BOX, width * BOX, height * BOX)
        canvas.text(x + BOX / 2, y + BOX + 15, shown(expression, transposed), 11, "middle", mono=True)
    return canvas
