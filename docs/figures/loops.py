"""A tiled product: one task is one output tile, and reads a row panel of A and a column panel of B in k steps."""

from canvas import FAINT, INK, REGIONS, RULE, Canvas

UNIT = 26  # pixels of a tile's edge
TILE_ROWS, TILE_COLUMNS, K_STEPS = 5, 6, 4
PICKED_ROW, PICKED_COLUMN = 2, 3
GAP = 40


def draw(_program):
    left, top = 70, 60
    across, down, deep = TILE_COLUMNS * UNIT, TILE_ROWS * UNIT, K_STEPS * UNIT
    output_x, output_y = left + deep + GAP, top + deep + GAP
    canvas = Canvas(output_x + across + 270, output_y + down + 40, "One output tile and the panels it reads")
    grid(canvas, left, output_y, K_STEPS, TILE_ROWS)
    grid(canvas, output_x, top, TILE_COLUMNS, K_STEPS)
    grid(canvas, output_x, output_y, TILE_COLUMNS, TILE_ROWS)
    row_y = output_y + PICKED_ROW * UNIT
    column_x = output_x + PICKED_COLUMN * UNIT
    for step in range(K_STEPS):
        for x, y in ((left + step * UNIT, row_y), (column_x, top + step * UNIT)):
            canvas.rect(x, y, UNIT, UNIT, REGIONS["e"] if step else REGIONS["b"], "#ffffff")
            canvas.text(x + UNIT / 2, y + UNIT / 2 + 4, str(step + 1), 11, "middle")
    canvas.rect(column_x, row_y, UNIT, UNIT, REGIONS["a"], "#ffffff")
    canvas.text(left + deep / 2, output_y - 10, "A: m x k", 12, "middle")
    canvas.text(output_x + across / 2, top - 28, "B: k x n", 12, "middle")
    canvas.text(output_x + across / 2, output_y + down + 22, "output: m x n", 12, "middle")
    measure(canvas, left, output_y + down + 14, "uK")
    canvas.text(column_x + UNIT / 2, top - 8, "uN", 12, "middle", FAINT)
    canvas.text(left - 10, row_y + UNIT / 2 + 4, "uM", 12, "end", FAINT)
    legend(canvas, output_x + across + 30, output_y + 12)
    return canvas


def grid(canvas, x, y, columns, rows):
    for column in range(columns):
        for row in range(rows):
            canvas.rect(x + column * UNIT, y + row * UNIT, UNIT, UNIT, "#f6f8fa", RULE)
    canvas.rect(x, y, columns * UNIT, rows * UNIT, "none", INK)


def measure(canvas, x, y, words):
    canvas.text(x + UNIT / 2, y, words, 12, "middle", FAINT)


def legend(canvas, x, y):
    lines = [
        (REGIONS["a"], "the tile of one task: uM x uN"),
        (REGIONS["b"], "k step 1: what one micro-kernel"),
        (None, "instance loads and multiplies"),
        (REGIONS["e"], "k steps 2..t, t = ceil(k / uK)"),
    ]
    for position, (colour, words) in enumerate(lines):
        if colour:
            canvas.rect(x, y + position * 20 - 10, 12, 12, colour)
        canvas.text(x + 20, y + position * 20, words, 12)
