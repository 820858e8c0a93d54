#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws an endgame table: who wins and how soon, over the cells of a grid, and the histogram of distances.

For a pursuit on a grid (two axes with the coordinates row and column, and one of whose turn it is) the picture
shows one walker's cells for a fixed place of the other; of any other game it shows the histogram alone.

Examples:
  scripts/plot_table.py t.h5
  scripts/plot_table.py t.h5 --walker cat --fixed mouse=2,0 --turn cat -o cat.svg
"""

import argparse
import pathlib
import sys
from dataclasses import dataclass

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

WIN, LOSS, TIE, DRAW = 1, 2, 3, 4

# Blue, orange and grey are told apart with every kind of colour vision, and in print.
COLORMAPS = ("Blues", "Oranges", "Greys")
WALL_COLOR = "#1c1c1c"
DRAW_COLOR = "#f2e6b8"
HOLE_COLOR = "#ffffff"
LONGEST_SIDE_WITH_NUMBERS = 20
MOST_BARS = 80
LOG_SCALE_FROM_RATIO = 200
MOST_ENDS_MARKED = 8
LEGEND_OUTSIDE = {"loc": "upper left", "bbox_to_anchor": (1.01, 1), "frameon": False}


class PlotError(Exception):
    """What is wrong with the input, in one line."""


@dataclass
class Walker:
    """An axis whose places are cells of a grid."""

    axis: int
    name: str
    rows: np.ndarray
    columns: np.ndarray

    def place(self, row, column):
        """The index of a cell, or None if nobody can stand there."""
        found = np.flatnonzero((self.rows == row) & (self.columns == column))
        return int(found[0]) if found.size else None

    def cell(self, place):
        return int(self.rows[place]), int(self.columns[place])


class Table:
    """A table's datasets and what its attributes say of them."""

    def __init__(self, file):
        attributes = file.attrs
        if text(attributes.get("format", b"")) != "zermelo-table":
            raise PlotError("not an endgame table")
        if attributes["format_version"] != 1:
            raise PlotError(f"table format version {attributes['format_version']}, this script reads version 1")
        self.file = file
        self.outcome = file["outcome"]
        self.distance = file["distance"]
        self.attributes = attributes
        self.game = text(attributes["game"])
        self.players = [text(attributes["first_player"]), text(attributes["second_player"])]
        self.axes = text(attributes["axes"]).split()
        self.no_distance = np.iinfo(self.distance.dtype).max
        self.turn_axis = self._find_turn_axis()
        self.walkers = self._find_walkers()

    def _find_turn_axis(self):
        """The axis whose labels are the players, or None."""
        for number, name in enumerate(self.axes):
            labels = text(self.file[name].attrs.get("flag_meanings", b"")).split()
            if sorted(labels) == sorted(self.players):
                self.turns = labels
                return number
        return None

    def _find_walkers(self):
        walkers = []
        for number, name in enumerate(self.axes):
            if f"{name}_row" in self.file and f"{name}_column" in self.file:
                walkers.append(Walker(number, name, self.file[f"{name}_row"][()], self.file[f"{name}_column"][()]))
        return walkers

    def is_grid_game(self):
        return len(self.axes) == 3 and len(self.walkers) == 2 and self.turn_axis is not None

    def start(self):
        """The start as an index per axis, or None."""
        if "start" not in self.attributes:
            return None
        return [int(i) for i in np.unravel_index(int(self.attributes["start"]), self.outcome.shape)]

    def parameter(self, name):
        return text(self.attributes.get(f"parameter_{name}", b""))

    def grid_rows(self):
        """The rows of the stored grid; none if the table has none or it is no plain text."""
        rows = self.parameter("grid").replace("/", "\n").split()
        return rows if rows and len({len(row) for row in rows}) == 1 else []


def text(attribute):
    """A text attribute as h5py gives it."""
    return "" if isinstance(attribute, h5py.Empty) else attribute.decode()


def winner_of(outcome, to_move):
    """The number of the colour map: 0 and 1 for the players, 2 for a tie, -1 where nobody forces the end."""
    return np.select([outcome == WIN, outcome == LOSS, outcome == TIE], [to_move, 1 - to_move, 2], -1)


# --- the histogram ---------------------------------------------------------------------------------------------


def histogram_by_winner(table):
    """Positions per distance, one list for each player's wins and one for ties; read chunk by chunk."""
    counts = [np.zeros(1, dtype=np.int64) for _ in COLORMAPS]
    movers = np.array([table.players.index(name) for name in table.turns])
    shape = [1] * len(table.axes)
    for chunk in table.outcome.iter_chunks():
        shape[table.turn_axis] = -1
        outcome = table.outcome[chunk]
        distance = table.distance[chunk]
        winner = winner_of(outcome, movers[chunk[table.turn_axis]].reshape(shape))
        for number in range(len(counts)):
            found = np.bincount(distance[winner == number])
            length = max(found.size, counts[number].size)
            counts[number] = np.pad(counts[number], (0, length - counts[number].size))
            counts[number][: found.size] += found
    return dict(zip([f"{name} wins" for name in table.players] + ["tie"], counts))


def histogram_by_outcome(table):
    """The stored histograms, by outcome for the player to move."""
    names = {"wins": "player to move wins", "losses": "player to move loses", "ties": "tie"}
    return {name: np.atleast_1d(table.attributes[f"histogram_{key}"]) for key, name in names.items()}


def draw_histogram(ax, table):
    if table.turn_axis is None:
        histogram = histogram_by_outcome(table)
    else:
        histogram = histogram_by_winner(table)
    histogram = {name: (counts, COLORMAPS[i]) for i, (name, counts) in enumerate(histogram.items()) if counts.any()}
    longest = max((np.flatnonzero(counts)[-1] for counts, _ in histogram.values()), default=0)
    keys = []
    plies = np.arange(longest + 1)
    width = 0.8 / max(len(histogram), 1)
    for number, (name, (counts, colormap)) in enumerate(histogram.items()):
        heights = np.pad(counts, (0, max(0, longest + 1 - counts.size)))[: longest + 1]
        color = plt.get_cmap(colormap)(0.7)
        keys.append(Patch(color=color, label=f"{name}: {counts.sum():,}"))
        if longest < MOST_BARS:
            ax.bar(plies - 0.4 + width * (number + 0.5), heights, width, color=color)
        else:
            ax.stairs(heights, np.arange(longest + 2) - 0.5, color=color, fill=True, alpha=0.6)
    heights = np.concatenate([counts[counts > 0] for counts, _ in histogram.values()] or [np.ones(1)])
    ax.set_ylabel("positions")
    if heights.max() > LOG_SCALE_FROM_RATIO * heights.min():
        ax.set_yscale("log")
        ax.set_ylim(bottom=0.7)  # a bar of one position is seen
        ax.set_ylabel("positions (log scale)")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    draws = int(table.attributes["draws"])
    if draws:
        keys.append(Line2D([], [], linestyle="none", label=f"nobody forces the end: {draws:,}"))
    if keys:
        ax.legend(handles=keys, **LEGEND_OUTSIDE)
    ax.set_xlim(-0.6, longest + 0.6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("distance to the end (plies)")
    ax.spines[["top", "right"]].set_visible(False)


# --- the map ---------------------------------------------------------------------------------------------------


@dataclass
class View:
    """One walker's cells, for a fixed place of the other and a turn."""

    walker: Walker
    other: Walker
    place: int
    turn: int


def choose_view(table, arguments):
    by_name = {walker.name: walker for walker in table.walkers}
    names = " or ".join(by_name)
    fixed_name, fixed_cell = parse_fixed(arguments.fixed) if arguments.fixed else (None, None)
    for option, name in (("--walker", arguments.walker), ("--fixed", fixed_name)):
        if name is not None and name not in by_name:
            raise PlotError(f"{option}: '{name}' is not {names}")
    if arguments.walker is not None and arguments.walker == fixed_name:
        raise PlotError(f"--fixed: '{fixed_name}' is the walker whose cells are drawn")
    if arguments.walker is not None:
        walker = by_name[arguments.walker]
    elif fixed_name is not None:
        walker = next(w for w in table.walkers if w.name != fixed_name)
    else:
        walker = by_name.get(table.players[0], table.walkers[0])
    other = next(w for w in table.walkers if w is not walker)
    start = table.start() or [0] * len(table.axes)

    turn = start[table.turn_axis]
    if arguments.turn is not None:
        if arguments.turn not in table.turns:
            raise PlotError(f"--turn: '{arguments.turn}' is not {' or '.join(table.turns)}")
        turn = table.turns.index(arguments.turn)
    place = start[other.axis]
    if fixed_cell is not None:
        place = other.place(*fixed_cell)
        if place is None:
            raise PlotError(f"--fixed: the {other.name} cannot stand on {fixed_cell[0]},{fixed_cell[1]}")
    return View(walker, other, place, turn)


def parse_fixed(words):
    name, equals, cell = words.partition("=")
    numbers = cell.split(",")
    if not equals or len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        raise PlotError(f"--fixed: '{words}' is not NAME=ROW,COLUMN")
    return name, (int(numbers[0]), int(numbers[1]))


def grid_shape(table):
    rows = table.grid_rows()
    stored = (len(rows), len(rows[0])) if rows else (0, 0)
    given = tuple(int(size) if size.isdecimal() else 0 for size in (table.parameter("rows"), table.parameter("cols")))
    # Walls along the lower and the right edge are no cells of any walker.
    reached = (1 + max(w.rows.max() for w in table.walkers), 1 + max(w.columns.max() for w in table.walkers))
    return tuple(max(sizes) for sizes in zip(stored, given, reached))


def spread(shape, walker, values, empty):
    """Values by place as an array by cell."""
    cells = np.full(shape, empty, dtype=values.dtype)
    cells[walker.rows, walker.columns] = values
    return cells


def family(name):
    """A colour map from near the end, dark, to far from it, light but still told from white."""
    return ListedColormap(plt.get_cmap(name)(np.linspace(0.92, 0.22, 256)))


def draw_map(figure, ax, table, view):
    where = [0, 0, 0]
    where[table.turn_axis] = view.turn
    where[view.other.axis] = view.place
    where[view.walker.axis] = slice(None)
    outcome = table.outcome[tuple(where)]
    distance = table.distance[tuple(where)]
    mover = table.players.index(table.turns[view.turn])

    shape = grid_shape(table)
    codes = spread(shape, view.walker, outcome.astype(int), -1)
    winners = np.where(codes > 0, spread(shape, view.walker, winner_of(outcome, mover), -1), -2)
    plies = spread(shape, view.walker, distance.astype(float), np.nan)
    plies[winners < 0] = np.nan

    background = np.select([codes == -1, codes == DRAW], [0, 1], 2)
    ax.imshow(background, cmap=ListedColormap([WALL_COLOR, DRAW_COLOR, HOLE_COLOR]), vmin=0, vmax=2)
    longest = np.nanmax(plies) if np.isfinite(plies).any() else 0
    norm = Normalize(0, max(longest, 1))
    ends = [f"the {name} wins" for name in table.players] + ["the tie"]
    for number, end in reversed(list(enumerate(ends))):  # the first player's bar comes to lie next to the map
        of_winner = np.where(winners == number, plies, np.nan)
        if np.isfinite(of_winner).any():
            image = ax.imshow(of_winner, cmap=family(COLORMAPS[number]), norm=norm)
            bar = figure.colorbar(image, ax=ax, location="bottom", fraction=0.045, pad=0.02, aspect=40)
            bar.set_label(f"plies until {end}")
            bar.ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    has_numbers = max(shape) <= LONGEST_SIDE_WITH_NUMBERS
    if has_numbers:
        write_plies(ax, plies, norm)
    mark_places(ax, table, view, codes, plies, offset=0.3 if has_numbers else 0)

    ax.set_title(f"{heading(table)}\nThe {view.walker.name} on each cell, the {view.other.name} on "
                 f"{','.join(map(str, view.other.cell(view.place)))}, the {table.turns[view.turn]} to move")
    ax.set_xlabel("column")
    ax.set_ylabel("row")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    ax.set_xticks(np.arange(shape[1] + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(shape[0] + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=0.4)
    ax.tick_params(which="both", length=0)


def write_plies(ax, plies, norm):
    size = min(11, 220 / max(plies.shape))
    for row, column in np.argwhere(np.isfinite(plies)):
        value = plies[row, column]
        color = "white" if norm(value) < 0.5 else "black"
        ax.text(column, row, f"{value:.0f}", ha="center", va="center", fontsize=size, color=color)


def mark_places(ax, table, view, codes, plies, offset):
    """Marks on the map, as far as `offset` from a cell's middle, and a legend of them and of the plain colours."""
    keys = []
    style = {"color": "#ffe14d", "markeredgecolor": "black", "markeredgewidth": 1.2, "linestyle": "none"}

    def mark(cells, marker, label):
        rows, columns = np.array(cells).T
        ax.plot(columns + offset, rows - offset, marker=marker, markersize=mark_size(ax, codes.shape), **style)
        keys.append(Line2D([], [], marker=marker, markersize=11, label=label, **style))

    fixed = view.other.cell(view.place)
    mark([fixed], "s", f"the {view.other.name}")
    start = table.start()
    if start is not None:
        mark([view.walker.cell(start[view.walker.axis])], "o", f"the {view.walker.name}'s start")
    food = [(row, line.index("F")) for row, line in enumerate(table.grid_rows()) if "F" in line]
    if food:
        mark(food, "*", "food")
    ends = [cell for cell in map(tuple, np.argwhere(plies == 0)) if cell != fixed and cell not in food]
    if 0 < len(ends) <= MOST_ENDS_MARKED:
        mark(ends, "X", "play has ended")
    if (codes == -1).any():
        keys.append(Patch(color=WALL_COLOR, label="wall"))
    if (codes == DRAW).any():
        keys.append(Patch(color=DRAW_COLOR, label="nobody forces the end" + endless_play(table)))
    if (codes == 0).any():
        keys.append(Patch(facecolor=HOLE_COLOR, edgecolor="black", label="no position"))
    ax.legend(handles=keys, **LEGEND_OUTSIDE)


def mark_size(ax, shape):
    """Points of a mark: a good part of a cell, but never too small to be seen."""
    box = ax.get_position()
    width, height = ax.figure.get_size_inches()
    cell = 72 * min(box.width * width / shape[1], box.height * height / shape[0])
    return float(np.clip(0.4 * cell, 8, 14))


def endless_play(table):
    rule = text(table.attributes["infinite_play"])
    return "" if rule == "nobody" else f":\nthe {table.players[['first', 'second'].index(rule)]} wins"


# --- the picture -----------------------------------------------------------------------------------------------


def heading(table):
    return f"{table.game}: {int(table.attributes['legal_positions']):,} positions"


def draw(table, arguments):
    if table.is_grid_game():
        rows, columns = grid_shape(table)
        view = choose_view(table, arguments)
        map_inches = float(np.clip(6.5 * rows / columns, 0.5, 9)) + 2.6  # for the title and the colour bars
        histogram_inches = 3.2
        figure, (map_ax, histogram_ax) = plt.subplots(
            2, 1, figsize=(9.5, map_inches + histogram_inches), height_ratios=[map_inches, histogram_inches],
            layout="constrained")
        draw_map(figure, map_ax, table, view)
        histogram_ax.set_title("All positions by distance and winner")
    else:
        for option in ("walker", "fixed", "turn"):
            if getattr(arguments, option) is not None:
                raise PlotError(f"--{option}: a table without a grid has only a histogram")
        figure, histogram_ax = plt.subplots(figsize=(9.5, 5.5), layout="constrained")
        histogram_ax.set_title(f"{heading(table)}\nHistogram of distances (the table has no grid to draw)")
    draw_histogram(histogram_ax, table)
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=pathlib.Path, help="an endgame table (.h5)")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="the picture, .png or .svg; default: beside the table")
    parser.add_argument("--walker", help="whose cells to draw; default: the first player's")
    parser.add_argument("--fixed", metavar="NAME=ROW,COLUMN", help="where the other one stands; default: its start")
    parser.add_argument("--turn", metavar="NAME", help="who is to move; default: as at the start")
    arguments = parser.parse_args()
    output = arguments.output or arguments.table.with_suffix(".png")
    try:
        if output.suffix not in (".png", ".svg"):
            raise PlotError(f"{output}: the picture's name must end in .png or .svg")
        try:
            with h5py.File(arguments.table) as file:
                figure = draw(Table(file), arguments)
        except (PlotError, OSError, KeyError) as error:
            reason = "no such file" if isinstance(error, FileNotFoundError) else str(error).strip("'\"")
            raise PlotError(f"{arguments.table}: {reason}") from error
        try:
            figure.savefig(output, dpi=150, bbox_inches="tight")
        except OSError as error:
            raise PlotError(f"{output}: {error.strerror}") from error
    except PlotError as error:
        print(f"plot_table.py: {error}", file=sys.stderr)
        return 2
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
