#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws endgame tables as PNG or SVG pictures.

For one table, draws winners and distances over the cells of a grid, and the histogram of distances. For a pursuit on a
grid (two axes with the coordinates row and column, and one of the player to move), the picture has the cells of one
walker, for a fixed cell of the other. For any other game, it has only the histogram. With --shares, draws each player's
share of the positions by the distance of the two walkers. With --value margin, which needs a game for points, draws the
numbers of positions won and lost by margin. For several tables, draws each player's share of each table, and the
distribution of distances.

Examples:
  scripts/plot_table.py t.h5
  scripts/plot_table.py t.h5 --walker cat --fixed mouse=2,0 --turn cat -o cat.svg
  scripts/plot_table.py t.h5 --shares -o shares.svg
  scripts/plot_table.py awari.h5 --value margin -o margins.svg
  scripts/plot_table.py slow_cat.h5 fast_cat.h5 -o comparison.png
"""

import argparse
import contextlib
import pathlib
import sys
from dataclasses import dataclass

from modules.package import InputError, ResourceError, open_table  # first, since another Python may lack the others
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from modules.plot_style import (COLORMAPS, COUNT_COLOR, DRAW_COLOR, LEGEND_OUTSIDE, LOG_SCALE_FROM_RATIO, NO_POSITION,
                                MARGIN_COLORMAP, NOBODY_WINS_DRAW, WALL_COLOR, PlotError, end_name, flat_color,
                                literal, save_figure)
from modules.table_comparison import draw_comparison
from modules.table_values import (histogram_by_winner, legal_positions, parameters, positions_by_margin, start_indices,
                                  turn_axis, walkers, winner_names, winners_by_walkers_distance)
from modules.escaped_text import escaped_text

ILLEGAL_COLOR = "#ffffff"
WALL = -2  # on the map, in addition to the codes of winners
LONGEST_SIDE_WITH_NUMBERS = 20
MOST_BARS = 80
MOST_ENDS_MARKED = 8


def is_grid_game(table):
    return len(table.axes) == 3 and len(walkers(table)) == 2 and turn_axis(table) is not None


def grid_rows(table):
    """The rows of the stored grid; none if the table has none or it is not plain text."""
    rows = parameters(table).get("grid", "").replace("/", "\n").split()
    return rows if rows and len({len(row) for row in rows}) == 1 else []


# --- the histogram ---------------------------------------------------------------------------------------------


def draw_histogram(ax, table):
    if turn_axis(table) is None:
        names = {"win": "player to move wins", "loss": "player to move loses", "tie": "tie"}
        histogram = {names[outcome]: counts for outcome, counts in table.histogram().items()}
    else:
        histogram = {end_name(winner): counts for winner, counts in histogram_by_winner(table).items()}
    histogram = {name: (counts, winner) for winner, (name, counts) in enumerate(histogram.items()) if counts.any()}
    longest = max((np.flatnonzero(counts)[-1] for counts, _ in histogram.values()), default=0)
    keys = []
    plies = np.arange(longest + 1)
    width = 0.8 / max(len(histogram), 1)
    for number, (name, (counts, winner)) in enumerate(histogram.items()):
        heights = np.pad(counts, (0, max(0, longest + 1 - counts.size)))[: longest + 1]
        color = flat_color(winner)
        keys.append(Patch(color=color, label=literal(f"{name}: {counts.sum():,}")))
        if longest < MOST_BARS:
            ax.bar(plies - 0.4 + width * (number + 0.5), heights, width, color=color)
        else:
            ax.stairs(heights, np.arange(longest + 2) - 0.5, color=color, fill=True, alpha=0.6)
    heights = np.concatenate([counts[counts > 0] for counts, _ in histogram.values()] or [np.ones(1)])
    scale_positions(ax, heights)
    draws = table.counts["draw"]
    if draws:
        keys.append(Line2D([], [], linestyle="none", label=f"nobody forces the end: {draws:,}"))
    if keys:
        ax.legend(handles=keys, **LEGEND_OUTSIDE)
    ax.set_xlim(-0.6, longest + 0.6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("distance to the end (plies)")
    ax.spines[["top", "right"]].set_visible(False)


def scale_positions(ax, heights):
    """The axis of counts of positions; logarithmic where `heights`, over 0, differ much."""
    ax.set_ylabel("positions")
    if heights.max() > LOG_SCALE_FROM_RATIO * heights.min():
        ax.set_yscale("log")
        ax.set_ylim(bottom=0.7)  # a bar of one position is visible
        ax.set_ylabel("positions (log scale)")
    ax.yaxis.set_major_formatter("{x:,.0f}")


def draw_margins(table):
    """Positions by margin, in colours that part at 0."""
    by_margin = positions_by_margin(table)
    if not by_margin:
        raise PlotError("no legal position to draw")
    margins, counts = np.array(list(by_margin)), np.array(list(by_margin.values()))
    most = max(1, abs(margins).max())
    colors = plt.get_cmap(MARGIN_COLORMAP)(Normalize(-most, most)(margins))
    figure, ax = plt.subplots(figsize=(9.5, 5.5), layout="constrained")
    ax.bar(margins, counts, 0.8, color=colors, edgecolor=COUNT_COLOR, linewidth=0.6)
    scale_positions(ax, counts)
    ax.set_xlim(-most - 0.6, most + 0.6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("margin of the player to move (points)")
    ax.spines[["top", "right"]].set_visible(False)
    parts = {"player to move wins": margins > 0, "tie or draw": margins == 0, "player to move loses": margins < 0}
    keys = [Patch(facecolor=colors[part][np.argmax(abs(margins[part]))], edgecolor=COUNT_COLOR,
                  label=f"{name}: {counts[part].sum():,}") for name, part in parts.items() if part.any()]
    ax.legend(handles=keys, **LEGEND_OUTSIDE)
    ax.set_title(literal(f"{heading(table)}\nPositions won and lost by margin, in points"))
    return figure


# --- the map ---------------------------------------------------------------------------------------------------


@dataclass
class View:
    """One walker's cells, for a fixed cell of the other and a turn."""

    walker: object  #: the axis
    other: object
    index: int
    turn: str


def choose_view(table, arguments):
    by_name = {walker.name: walker for walker in walkers(table)}
    names = " or ".join(by_name)
    fixed_name, fixed_cell = parse_fixed(arguments.fixed) if arguments.fixed else (None, None)
    for option, name in (("--walker", arguments.walker), ("--fixed", fixed_name)):
        if name is not None and name not in by_name:
            raise PlotError(f"{option}: expected {names}, got '{name}'")
    if arguments.walker is not None and arguments.walker == fixed_name:
        raise PlotError(f"--fixed: '{fixed_name}' is the walker of --walker; give the other walker")
    if arguments.walker is not None:
        walker = by_name[arguments.walker]
    elif fixed_name is not None:
        walker = next(w for w in by_name.values() if w.name != fixed_name)
    else:
        walker = by_name.get(table.players[0], walkers(table)[0])
    other = next(w for w in by_name.values() if w is not walker)
    start = dict(zip(table.axes, start_indices(table) or (0,) * len(table.axes)))

    to_move = turn_axis(table)
    turn = chosen_turn(table, arguments) or to_move.value(start[to_move])
    index = start[other]
    if fixed_cell is not None:
        try:
            index = other.index(fixed_cell)
        except InputError as error:
            raise PlotError(f"--fixed: the {other.name} cannot stand on {fixed_cell[0]},{fixed_cell[1]}") from error
    return View(walker, other, index, turn)


def chosen_turn(table, arguments):
    """The player of --turn, or None. Precondition: the table has a turn axis."""
    labels = turn_axis(table).labels
    if arguments.turn is not None and arguments.turn not in labels:
        raise PlotError(f"--turn: expected {' or '.join(labels)}, got '{arguments.turn}'")
    return arguments.turn


def parse_fixed(text):
    name, equals, cell = text.partition("=")
    numbers = cell.split(",")
    if not equals or len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        raise PlotError(f"--fixed: expected NAME=ROW,COLUMN, got '{text}'")
    return name, (int(numbers[0]), int(numbers[1]))


def grid_shape(table):
    rows = grid_rows(table)
    stored = (len(rows), len(rows[0])) if rows else (0, 0)
    sizes = (parameters(table).get(name, "") for name in ("rows", "cols"))
    given = tuple(int(size) if size.isdecimal() else 0 for size in sizes)
    # Walls along the lower and the right edge are not cells of walkers.
    reached = tuple(1 + max(int(walker.coordinates[name].max()) for walker in walkers(table))
                    for name in ("row", "column"))
    return tuple(max(sizes) for sizes in zip(stored, given, reached))


def spread(shape, walker, values, empty):
    """Converts values by index to an array by cell."""
    cells = np.full(shape, empty, dtype=values.dtype)
    cells[walker.coordinates["row"], walker.coordinates["column"]] = values
    return cells


def family(name):
    """A colour map from short distances, dark, to long ones, light but distinct from white."""
    return ListedColormap(plt.get_cmap(name)(np.linspace(0.92, 0.22, 256)))


def draw_map(figure, ax, table, view):
    part = table.select(**{turn_axis(table).name: view.turn, view.other.name: view.other.value(view.index)})
    shape = grid_shape(table)
    winners = spread(shape, view.walker, part.winner, WALL)
    has_distance = part.distance != np.iinfo(part.distance.dtype).max
    plies = spread(shape, view.walker, np.where(has_distance, part.distance.astype(float), np.nan), np.nan)

    background = np.select([winners == WALL, winners == NOBODY_WINS_DRAW], [0, 1], 2)
    ax.imshow(background, cmap=ListedColormap([WALL_COLOR, DRAW_COLOR, ILLEGAL_COLOR]), vmin=0, vmax=2)
    longest = np.nanmax(plies) if np.isfinite(plies).any() else 0
    norm = Normalize(0, max(longest, 1))
    ends = [f"the {name} wins" for name in table.players] + ["the tie"]
    for number, end in reversed(list(enumerate(ends))):  # the first player's bar comes to lie next to the map
        of_winner = np.where(winners == number, plies, np.nan)
        if np.isfinite(of_winner).any():
            image = ax.imshow(of_winner, cmap=family(COLORMAPS[number]), norm=norm)
            bar = figure.colorbar(image, ax=ax, location="bottom", fraction=0.045, pad=0.02, aspect=40)
            bar.set_label(literal(f"plies until {end}"))
            bar.ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    has_numbers = max(shape) <= LONGEST_SIDE_WITH_NUMBERS
    if has_numbers:
        write_plies(ax, plies, norm)
    mark_cells(ax, table, view, winners, plies, offset=0.3 if has_numbers else 0)

    ax.set_title(literal(f"{heading(table)}\nThe {view.walker.name} on each cell, the {view.other.name} on "
                         f"{','.join(map(str, view.other.value(view.index)))}, the {view.turn} to move"))
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


def mark_cells(ax, table, view, winners, plies, offset):
    """Draws marks at `offset` from a cell's middle, and a legend of them and of the plain colours."""
    keys = []
    style = {"color": "#ffe14d", "markeredgecolor": "black", "markeredgewidth": 1.2, "linestyle": "none"}

    def mark(cells, marker, label):
        rows, columns = np.array(cells).T
        ax.plot(columns + offset, rows - offset, marker=marker, markersize=mark_size(ax, winners.shape), **style)
        keys.append(Line2D([], [], marker=marker, markersize=11, label=literal(label), **style))

    fixed = view.other.value(view.index)
    mark([fixed], "s", f"the {view.other.name}")
    start = start_indices(table)
    if start is not None:
        mark([view.walker.value(start[table.axes.index(view.walker)])], "o", f"the {view.walker.name}'s start")
    food = [(row, line.index("F")) for row, line in enumerate(grid_rows(table)) if "F" in line]
    if food:
        mark(food, "*", "food")
    ends = [cell for cell in map(tuple, np.argwhere(plies == 0)) if cell != fixed and cell not in food]
    if 0 < len(ends) <= MOST_ENDS_MARKED:
        mark(ends, "X", "play has ended")
    if (winners == WALL).any():
        keys.append(Patch(color=WALL_COLOR, label="wall"))
    if (winners == NOBODY_WINS_DRAW).any():
        keys.append(Patch(color=DRAW_COLOR, label=literal("nobody forces the end" + endless_play(table))))
    if (winners == NO_POSITION).any():
        keys.append(Patch(facecolor=ILLEGAL_COLOR, edgecolor="black", label="no position"))
    ax.legend(handles=keys, **LEGEND_OUTSIDE)


def mark_size(ax, shape):
    """The size of a mark in points: a large part of a cell, and at least a visible size."""
    box = ax.get_position()
    width, height = ax.figure.get_size_inches()
    cell = 72 * min(box.width * width / shape[1], box.height * height / shape[0])
    return float(np.clip(0.4 * cell, 8, 14))


def endless_play(table):
    winner = table.metadata["infinite_play"]
    return f":\nthe {winner} wins" if winner else ""


# --- shares by the walkers' distance ---------------------------------------------------------------------------


def draw_shares(table, turn=None):
    """Draws the shares by winner of the positions at each distance of the walkers; below, the numbers of positions.

    `turn` is a player's name: only positions with this player to move.
    """
    counts = winners_by_walkers_distance(table, turn)
    if not counts.any():
        raise PlotError("no legal position to draw")
    counts = counts[: np.flatnonzero(counts.any(axis=1))[-1] + 1]  # a grid's corners may be walls
    positions = counts.sum(axis=1)
    shares = counts / np.maximum(positions, 1)[:, None]
    edges = np.arange(len(counts) + 1) - 0.5
    figure, (share_ax, position_ax) = plt.subplots(
        2, 1, figsize=(9.5, 6), height_ratios=[3, 1], sharex=True, layout="constrained")
    below = np.zeros(len(counts))
    keys = []
    for winner, name in enumerate(winner_names(table)):
        if not counts[:, winner].any():
            continue
        color = flat_color(winner)
        top = below + shares[:, winner]
        share_ax.stairs(top, edges, baseline=below, fill=True, color=color)
        below = top
        label = end_name(name) + (endless_play(table) if winner == NOBODY_WINS_DRAW else "")
        keys.append(Patch(color=color, label=literal(f"{label}\n({counts[:, winner].sum():,} positions)")))
    if len(counts) < MOST_BARS:  # white lines between the distances
        share_ax.vlines(edges[1:-1], 0, 1, color="white", linewidth=1)
    whose = "whoever is to move" if turn is None else f"the {turn} to move"
    one, other = (walker.name for walker in walkers(table))
    share_ax.set_title(literal(f"{table.game}: {positions.sum():,} positions, {whose}\n"
                               f"Who wins, by the distance of {one} and {other}"))
    share_ax.set_ylabel("share of positions")
    share_ax.yaxis.set_major_formatter(PercentFormatter(1))
    share_ax.set_ylim(0, 1)
    share_ax.legend(handles=keys[::-1], **LEGEND_OUTSIDE)  # from top to bottom, as they are stacked
    position_ax.stairs(positions, edges, fill=True, color=COUNT_COLOR)
    position_ax.set_ylabel("positions")
    position_ax.yaxis.set_major_formatter("{x:,.0f}")
    position_ax.set_xlabel(
        literal(f"distance of {one} and {other} (cells: rows apart + columns apart, walls ignored)"))
    position_ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    position_ax.set_xlim(edges[0], edges[-1])
    for ax in (share_ax, position_ax):
        ax.spines[["top", "right"]].set_visible(False)
    return figure


# --- the picture -----------------------------------------------------------------------------------------------


def heading(table):
    return f"{table.game}: {legal_positions(table):,} positions"


def draw(table, arguments):
    """The map, if the table has a grid, and the histogram."""
    if is_grid_game(table):
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
        reject_options(arguments, ("walker", "fixed", "turn"), "needs a table with a grid")
        figure, histogram_ax = plt.subplots(figsize=(9.5, 5.5), layout="constrained")
        histogram_ax.set_title(literal(f"{heading(table)}\nHistogram of distances (the table has no grid to draw)"))
    draw_histogram(histogram_ax, table)
    return figure


def reject_options(arguments, names, reason):
    for name in names:
        if getattr(arguments, name):
            raise PlotError(f"--{name} {reason}")


def choose_picture(tables, arguments):
    if len(tables) > 1:
        reject_options(arguments, ("walker", "fixed", "turn", "shares", "value"),
                       "cannot be combined with several tables")
        return draw_comparison(tables)
    table = tables[0]
    try:
        if arguments.value == "margin":
            reject_options(arguments, ("walker", "fixed", "turn", "shares"), "cannot be combined with --value margin")
            return draw_margins(table)
        if not arguments.shares:
            return draw(table, arguments)
        reject_options(arguments, ("walker", "fixed", "value"), "cannot be combined with --shares")
        turn = chosen_turn(table, arguments) if turn_axis(table) is not None else arguments.turn
        return draw_shares(table, turn)
    except PlotError as error:
        raise PlotError(f"{table.path}: {error}") from error


def default_output(arguments):
    """A file in the folder of the first table, with a name for the kind of picture."""
    suffix = ("_comparison" if len(arguments.tables) > 1 else "_shares" if arguments.shares
              else "_margins" if arguments.value == "margin" else "")
    first = arguments.tables[0]
    if first.is_dir():
        first = first.resolve()  # "." has no name of its own
        return first.with_name(f"{first.name}{suffix}.png")
    return first.with_name(f"{first.stem}{suffix}.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", metavar="table", nargs="+", type=pathlib.Path,
                        help="an endgame table (.h5), or the folder of a table set; several are compared")
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="the picture, .png or .svg (default: next to the table)")
    parser.add_argument("--walker", help="the walker whose cells are drawn (default: the first player's)")
    parser.add_argument("--fixed", metavar="NAME=ROW,COLUMN", help="the cell of the other walker (default: its start)")
    parser.add_argument("--turn", metavar="NAME",
                        help="the player to move (default: as at the start; with --shares both)")
    parser.add_argument("--shares", action="store_true",
                        help="draw each player's share of the positions, by the distance of the two walkers")
    parser.add_argument("--value", choices=["distance", "margin"],
                        help="what to draw; margin needs a game for points (default: distance)")
    arguments = parser.parse_args()
    output = arguments.output or default_output(arguments)
    try:
        if output.suffix not in (".png", ".svg"):
            raise PlotError(f"{output}: expected a name that ends in .png or .svg")
        with contextlib.ExitStack() as stack:
            tables = [stack.enter_context(open_table(path)) for path in arguments.tables]
            figure = choose_picture(tables, arguments)
        try:
            save_figure(figure, output, dpi=150, bbox_inches="tight")
        except OSError as error:
            raise PlotError(f"cannot write {output}: {error.strerror}") from error
    except (PlotError, InputError, ResourceError, OSError) as error:
        message = f"{error.filename}: {error.strerror.lower()}" if isinstance(error, OSError) and error.strerror else error
        print(f"plot_table.py: {escaped_text(message)}", file=sys.stderr)
        return 2
    print(escaped_text(output))
    return 0


if __name__ == "__main__":
    sys.exit(main())
