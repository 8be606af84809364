"""A drawing as plain SVG: rectangles, lines and words on a white card, which is readable on light and dark pages.

Colours are those of plots/style.py, so that they stay apart for colour-blind readers. The same drawing gives the same
bytes.
"""

import html

INK = "#24292f"
FAINT = "#6e7781"
RULE = "#d0d7de"
REGIONS = {"a": "#0072B2", "b": "#E69F00", "c": "#009E73", "d": "#CC79A7", "e": "#56B4E9"}
LETTER_INK = {"a": "#ffffff", "c": "#ffffff"}  # on the dark ones


def number(value):
    """At most one decimal: what a reader cannot see would only make the file differ."""
    return f"{round(value, 1):g}"


class Canvas:
    def __init__(self, width, height, title):
        self.width = width
        self.height = height
        self.title = title
        self.parts = []

    def rect(self, x, y, width, height, fill="none", stroke="none", stroke_width=1.0):
        self._add("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke, stroke_width=stroke_width)

    def line(self, x1, y1, x2, y2, stroke=INK, stroke_width=1.0, dashed=False):
        dash = {"stroke_dasharray": "4 3"} if dashed else {}
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=stroke_width, **dash)

    def polyline(self, points, stroke, stroke_width=1.6):
        text = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._add("polyline", points=text, fill="none", stroke=stroke, stroke_width=stroke_width)

    def arrow(self, x1, y1, x2, y2, stroke=INK):
        """Horizontal or vertical, with its head at the second point."""
        self.line(x1, y1, x2, y2, stroke)
        along_x = (x2 > x1) - (x2 < x1)
        along_y = (y2 > y1) - (y2 < y1)
        for side in (-3, 3):
            self.line(x2 - 5 * along_x + side * along_y, y2 - 5 * along_y + side * along_x, x2, y2, stroke)

    def text(self, x, y, words, size=12, anchor="start", fill=INK, weight="normal", mono=False):
        family = "DejaVu Sans Mono, Menlo, monospace" if mono else "DejaVu Sans, Verdana, Arial, sans-serif"
        self._add(
            "text", html.escape(words), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, font_weight=weight,
            font_family=family,
        )

    def region(self, letter, x, y, width, height, size=14):
        """A region of an output, in its colour and with its letter in the middle."""
        self.rect(x, y, width, height, REGIONS[letter], "#ffffff", 1.5)
        ink = LETTER_INK.get(letter, INK)
        self.text(x + width / 2, y + height / 2 + size / 3, letter, size, "middle", ink, "bold")

    def svg(self):
        width, height = number(self.width), number(self.height)
        card = f'<rect x="0.5" y="0.5" width="{number(self.width - 1)}" height="{number(self.height - 1)}" rx="6" '
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" role="img">',
                f"<title>{html.escape(self.title)}</title>",
                card + f'fill="#ffffff" stroke="{RULE}"/>',
                *self.parts,
                "</svg>\n",
            ]
        )

    def _add(self, kind, words=None, **attributes):
        written = " ".join(
            f'{name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
            for name, value in attributes.items()
        )
        self.parts.append(f"<{kind} {written}/>" if words is None else f"<{kind} {written}>{words}</{kind}>")
