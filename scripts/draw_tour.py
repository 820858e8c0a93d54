#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws the last table of the tour of scripts/run: for each cell of the mouse, the plies until it is caught or fed, with
the cat at its start.

    scripts/draw_tour.py TABLE PICTURE

Reads the table with h5py only, so that the tour does not need the package. scripts/plot_table.py draws any table.
"""

import sys

import h5py
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap

from modules.plot_style import DRAW_COLOR, WALL_COLOR

WIN, LOSS = 1, 2  # codes of the dataset `outcome`
MOUSE_TO_MOVE = 0


def read_map(path):
    """Returns plies by winner and cell, arrays of shape (rows, columns) with NaN elsewhere; the cells that the mouse
    can be on; and the cells (row, column) of the cat and the mouse at the start."""
    with h5py.File(path) as table:
        turn, cat, mouse = np.unravel_index(table.attrs["start"], table["outcome"].shape)
        outcome, distance = (table[name][MOUSE_TO_MOVE, cat] for name in ("outcome", "distance"))
        cells = {name: (table[f"{name}_row"][()], table[f"{name}_column"][()]) for name in ("cat", "mouse")}
    shape = tuple(axis.max() + 1 for axis in cells["mouse"])
    plies = {}
    for winner, code in (("mouse", WIN), ("cat", LOSS)):
        plies[winner] = np.full(shape, np.nan)
        plies[winner][cells["mouse"]] = np.where(outcome == code, distance, np.nan)
    open_cells = np.zeros(shape, dtype=bool)
    open_cells[cells["mouse"]] = True
    starts = [tuple(axis[at] for axis in cells[name]) for name, at in (("cat", cat), ("mouse", mouse))]
    return plies, open_cells, starts


def draw(plies, open_cells, starts):
    figure, ax = plt.subplots(figsize=(8, 9), layout="constrained")
    ax.imshow(open_cells, cmap=ListedColormap([WALL_COLOR, DRAW_COLOR]))
    longest = max(np.nanmax(of_winner, initial=1) for of_winner in plies.values())
    for (winner, of_winner), colors in zip(plies.items(), ("Blues_r", "Oranges_r")):
        image = ax.imshow(of_winner, cmap=colors, vmin=0, vmax=1.2 * longest)
        figure.colorbar(image, ax=ax, location="bottom", fraction=0.04, aspect=50, label=f"plies until the {winner} wins")
    for (row, column), marker, name in zip(starts, "so", ("the cat", "the mouse's start")):
        ax.plot(column, row, marker, color="#ffe14d", markeredgecolor="black", markersize=9, label=name)
    ax.set_title("The mouse to move from each cell, the cat at its start")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return figure


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: scripts/draw_tour.py TABLE PICTURE")
    draw(*read_map(sys.argv[1])).savefig(sys.argv[2], dpi=120)


if __name__ == "__main__":
    main()
