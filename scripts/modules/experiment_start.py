# SPDX-License-Identifier: MIT
"""Draws the winner from the start as a map over two parameters, with a panel for each value of a third parameter."""

import math
import textwrap

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from modules.experiment_results import NO_START, NOBODY
from modules.experiment_lines import Quantity
from modules.experiment_pictures import (LONGEST_AXIS_LINE, NO_CASE_COLOR, PANELS_IN_A_ROW, finish_panels, panel_figure,
                                         set_cell_axes, set_title, write_in_cells)
from modules.experiment_text import listed, spread_of_counts
from modules.plot_style import LEGEND_OUTSIDE, NOBODY_WINS_DRAW, end_name, flat_color, literal

COLORS = (flat_color(0), flat_color(1), flat_color(NOBODY_WINS_DRAW))  # by winner: first, second, nobody
EVEN_COLOR = "white"
SHADES = 257  # odd, so that the middle one is EVEN_COLOR
HEIGHT_OF_PANEL = 5  # inches
HEIGHT_OF_PANEL_IN_ROWS = 3.8  # inches, if there are several rows of panels


def winner_names(results):
    return [end_name(results.players[0]), end_name(results.players[1]), "nobody wins"]


def start_quantity(results):
    """Returns a yes-or-no quantity: whether the first player wins from the start."""
    known = results.start_winners != NO_START
    first = results.players[0]
    return Quantity("start", f"{first} wins from the start", np.where(known, results.start_winners == 0, np.nan),
                    sentence=f"1 where the {first} wins from the start, else 0", is_yes_no=True)


def start_counts(results, layout):
    """Returns numbers of cases by winner from the start: an array of shape (panels, values up, values across, 3)."""
    selected = results.distinct & (results.start_winners != NO_START)
    shape, cells = layout.cells_of_cases(selected)
    codes = cells * 3 + results.start_winners[selected]
    return np.bincount(codes, minlength=3 * math.prod(shape)).reshape(*shape, 3)


def start_caption(results, layout):
    counts = start_counts(results, layout)
    if counts.sum(axis=-1).max() == 1:
        return "Who wins from the start, in the only case of each cell."
    first, second = results.players
    nobody = ", and as a third number, if there are any, those with which nobody wins" if counts[..., NOBODY].any() else ""
    return (f"The share of the seeds with which the {first} wins from the start less the share with which the {second} wins, "
            f"{EVEN_COLOR} where they are even; the numbers are the seeds with which {first}–{second} win{nobody}; "
            f"{spread_of_counts(counts.sum(axis=-1), 'for each cell')}.")


def numbers_in_cell(by_winner):
    """Returns the numbers of seeds by winner, as "4–2", or as "3–2–1" if with some seeds nobody wins."""
    return "–".join(map(str, by_winner if by_winner[NOBODY] else by_winner[:NOBODY]))


def draw_start(results, layout):
    """Draws a map over the layout's x and lines."""
    counts = start_counts(results, layout)
    figure, panels = panel_figure(len(counts), HEIGHT_OF_PANEL if len(counts) <= PANELS_IN_A_ROW else HEIGHT_OF_PANEL_IN_ROWS)
    cells = counts.sum(axis=-1)
    is_single = cells.max() == 1
    names = winner_names(results)
    colors = LinearSegmentedColormap.from_list("second_to_first", [COLORS[1], EVEN_COLOR, COLORS[0]], SHADES)
    for number, ax in enumerate(panels.flat[:len(counts)]):
        ax.set_facecolor(NO_CASE_COLOR)
        of_panel, known = counts[number], cells[number] > 0
        if is_single:
            image = np.ones((*known.shape, 4))
            for winner, color in enumerate(COLORS):
                image[of_panel[..., winner] > 0] = to_rgba(color)
            image[~known] = to_rgba(NO_CASE_COLOR)
            ax.imshow(image, origin="lower", aspect="auto", extent=(0, known.shape[1], 0, known.shape[0]))
        else:
            leads = np.ma.masked_array((of_panel[..., 0] - of_panel[..., 1]) / np.maximum(cells[number], 1), ~known)
            mesh = ax.pcolormesh(leads, cmap=colors, vmin=-1, vmax=1)
            write_in_cells(ax, mesh, leads, lambda row, column, counts=of_panel: numbers_in_cell(counts[row, column]))
        set_cell_axes(ax, layout.x, layout.lines)
    finish_panels(panels, layout.panel_titles)
    if is_single:
        present = [winner for winner in range(len(names)) if counts[..., winner].any()]
        panels[0, -1].legend(handles=[Patch(color=COLORS[winner], label=literal(names[winner])) for winner in present],
                             **LEGEND_OUTSIDE)
    else:
        bar = figure.colorbar(mesh, ax=panels)
        first, second = results.players
        label = f"seeds with which the {first} wins, less those with which the {second} wins"
        bar.set_label(literal(textwrap.fill(label, LONGEST_AXIS_LINE["y"])))
        bar.ax.yaxis.set_major_formatter(PercentFormatter(1))
    no_value = "; grey: no value" if (cells == 0).any() else ""
    set_title(figure, results, f"Who wins from the start by {listed([axis.label for axis in layout.axes])}: "
              f"{spread_of_counts(cells, 'for each cell')}{no_value}")
    return figure
