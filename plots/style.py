"""How every figure looks: sizes, colours, and how it is saved.

Colours are those of Okabe and Ito, which stay apart for colour-blind readers. A selector has the same colour in every
figure. Published values are hollow or dashed.
"""

import zlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib import ticker  # noqa: E402

COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C564B", "#7F7F7F", "#B2A400"]

SELECTOR_COLOURS = {
    "oracle": "#000000",
    "makespan": "#009E73",
    "mikpoly": "#0072B2",
    "wave": "#E69F00",
    "pipe": "#D55E00",
    "default-tile": "#7F7F7F",
    "best-tile": "#CC79A7",
    "first-ranked": "#8C564B",
    "makespan-bare": "#66D1AE",
    "wave-by-pipe": "#B2A400",
    "pipe-throughput": "#56B4E9",
    "vendor": "#882255",
    "makespan-split-k": "#332288",
    "bucketed": "#44AA99",
    "symbolic": "#999933",
    "stream_k": "#AA4499",
    "ranges-128": "#DDCC77",
}

PATTERNS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
PATTERN_COLOURS = dict(zip(PATTERNS, ["#BBBBBB", *COLOURS]))

MARKERS = "os^Dv<>pPX*"

PUBLISHED_LINE = {"linestyle": (0, (4, 2)), "linewidth": 1.0}
PUBLISHED_MARKER = {"markerfacecolor": "none", "markeredgewidth": 1.3, "linestyle": "none", "markersize": 8}


def apply():
    plt.rcParams.update(
        {
            "figure.dpi": 100,
            "savefig.dpi": 160,
            "figure.constrained_layout.use": True,
            "font.size": 9,
            "axes.titlesize": 10,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": "#DDDDDD",
            "grid.linewidth": 0.6,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "legend.frameon": False,
            "legend.fontsize": 8,
            "svg.hashsalt": "mikpoly",
        }
    )


def selector_colour(selector):
    """The selector's own colour; of others one that goes by the name, so that it is the same in every figure."""
    return SELECTOR_COLOURS.get(selector) or COLOURS[zlib.crc32(selector.encode()) % len(COLOURS)]


def log_ticks(axis, low, high):
    """Ticks such as 1, 1.2, 1.5, 2 on a logarithmic axis that spans less than two decades; else powers of ten."""
    if high / low > 100:
        return
    steps = [1, 2, 5]
    if high / low < 20:
        steps = [1, 1.5, 2, 3, 5, 7]
    if high / low < 4:
        steps = [1, 1.1, 1.2, 1.3, 1.5, 1.7, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]
    axis.set_major_locator(ticker.LogLocator(base=10, subs=steps))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(ticker.NullLocator())


METADATA = {"png": {"Software": None}, "svg": {"Date": None}}


def save(figure, folder, name, kinds=("png", "svg")):
    """Writes a file of each kind, the same bytes for the same figure, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for kind in kinds:
        path = folder / f"{name}.{kind}"
        figure.savefig(path, metadata=METADATA[kind])
        paths.append(path)
    plt.close(figure)
    return paths
