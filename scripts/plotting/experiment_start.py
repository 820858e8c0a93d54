# SPDX-License-Identifier: MIT
"""Who wins from the start, as a map over two parameters, with a panel for each value of a third one."""

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from experiment_results import NO_START, NOBODY
from plotting.experiment_lines import Quantity
from plotting.experiment_pictures import (LONGEST_SIDE_WITH_NUMBERS, NO_CASE_COLOR, PANELS_IN_A_ROW, finish_panels, panel_figure,
                                          set_cell_axes, set_title)
from plotting.experiment_words import listed, spread_of_counts
from plotting.plot_style import LEGEND_OUTSIDE, end_name, flat_color, literal
from zermelo_table import NOBODY_WINS_DRAW

COLORS = (flat_color(0), flat_color(1), flat_color(NOBODY_WINS_DRAW))  # by winner


def winner_names(results):
    return [end_name(results.players[0]), end_name(results.players[1]), "nobody wins"]


def start_quantity(results):
    """Whether the first player wins from the start."""
    known = results.start_winners != NO_START
    first = results.players[0]
    return Quantity("start", f"{first} wins from the start", np.where(known, results.start_winners == 0, np.nan),
                    sentence=f"1 where the {first} wins from the start, else 0", is_yes_no=True)


def start_counts(results, layout):
    """Cases by winner of the start: of shape (panels, values up, values across, 3)."""
    axes = [layout.panels, layout.lines, layout.x]
    shape = [len(axis.parameter.values) if axis else 1 for axis in axes]
    shown = results.distinct & (results.start_winners != NO_START)
    codes = [axis.parameter.codes[shown] if axis else np.zeros(shown.sum(), dtype=np.int64) for axis in axes]
    counts = np.zeros([*shape, 3], dtype=np.int64)
    np.add.at(counts, (*codes, results.start_winners[shown]), 1)
    return counts


def start_caption(results, layout):
    counts = start_counts(results, layout)
    if counts.sum(axis=-1).max() == 1:
        return "Who wins from the start, in the only case of each cell."
    first, second = results.players
    return (f"The share of the seeds with which the {first} wins from the start; the numbers are the seeds with which "
            f"{first}–{second} win; {spread_of_counts(counts.sum(axis=-1), 'for each cell')}.")


def draw_start(results, layout):
    """A map over the layout's x and lines."""
    counts = start_counts(results, layout)
    figure, panels = panel_figure(len(counts), 5 if len(counts) <= PANELS_IN_A_ROW else 3.8)
    cells = counts.sum(axis=-1)
    is_single = cells.max() == 1
    names = winner_names(results)
    colors = LinearSegmentedColormap.from_list("second_to_first", [COLORS[1], "white", COLORS[0]])
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
            shares = np.ma.masked_array(of_panel[..., 0] / np.maximum(cells[number], 1), ~known)
            mesh = ax.pcolormesh(shares, cmap=colors, vmin=0, vmax=1)
            if max(known.shape) <= LONGEST_SIDE_WITH_NUMBERS:
                for row, column in np.argwhere(known):
                    ax.text(column + 0.5, row + 0.5, "–".join(map(str, of_panel[row, column, :NOBODY])), ha="center", va="center",
                            fontsize=min(9, 80 / max(known.shape)),
                            color="black" if 0.15 < shares[row, column] < 0.85 else "white")
        set_cell_axes(ax, layout.x, layout.lines)
    finish_panels(panels, layout.panel_titles)
    if is_single:
        present = [winner for winner in range(len(names)) if counts[..., winner].any()]
        panels[0, -1].legend(handles=[Patch(color=COLORS[winner], label=literal(names[winner])) for winner in present],
                             **LEGEND_OUTSIDE)
    else:
        bar = figure.colorbar(mesh, ax=panels)
        bar.set_label(literal(f"seeds with which the {results.players[0]} wins"))
        bar.ax.yaxis.set_major_formatter(PercentFormatter(1))
    no_value = "; grey: no value" if (cells == 0).any() else ""
    set_title(figure, results, f"Who wins from the start by {listed([axis.label for axis in layout.axes])}: "
              f"{spread_of_counts(cells, 'for each cell')}{no_value}")
    return figure
