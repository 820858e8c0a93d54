# SPDX-License-Identifier: MIT
"""Colours, names, errors and files of the plotting scripts. Configures matplotlib to draw without a screen."""

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "zermelo"  # makes the ids in an SVG reproducible
import matplotlib.pyplot as plt

from modules.escaped_text import OneLineError, escaped_text

# The codes of winners in arrays, as in `Table.winner` of the package `zermelo`.
NO_POSITION, FIRST_WINS, SECOND_WINS, NOBODY_WINS_TIE, NOBODY_WINS_DRAW = range(-1, 4)
# Blue, orange and grey are distinct for every kind of colour vision, and in print.
COLORMAPS = ("Blues", "Oranges", "Greys")
DRAW_COLOR = "#f2e6b8"
WALL_COLOR = "#1c1c1c"
MARGIN_COLORMAP = "PuOr"  # orange for losses, violet for wins, pale near 0
COUNT_COLOR = "#555555"
# Okabe and Ito's colours, distinct for every kind of colour vision; line styles help in print.
LINE_COLORS = ("#000000", "#e69f00", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9")
LINE_STYLES = ("-", "--", "-.", ":")
LONGEST_VALUE = 24  # letters of a parameter's value in a label
LEAST_SHARE_WRITTEN = 0.06
LOG_SCALE_FROM_RATIO = 200
LEGEND_OUTSIDE = {"loc": "upper left", "bbox_to_anchor": (1.01, 1), "frameon": False}
MIB = 2**20


class PlotError(OneLineError):
    """An error in the options or the input. The message is one line."""


def literal(text):
    """Returns the text for a picture, escaped so that Matplotlib displays every character and reads no formulas."""
    return "\n".join(map(escaped_text, text.split("\n"))).replace("$", r"\$")


def save_figure(figure, path, **options):
    """Writes a figure as PNG or SVG, by the suffix of the path. Equal figures result in equal files."""
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, **options)


def end_name(winner):
    """Returns the text for a winner, a tie or a draw in legends."""
    return {"tie": "tie", "draw": "nobody forces the end"}.get(winner, f"{winner} wins")


def flat_color(winner):
    """Returns the colour for a code of winners in pictures without distances."""
    return DRAW_COLOR if winner == NOBODY_WINS_DRAW else plt.get_cmap(COLORMAPS[winner])(0.7)
