# SPDX-License-Identifier: MIT
"""Data of a table of the package `zermelo` for pictures: names, the axes of a pursuit, and counts over all positions.

Winners are raw, before the rules for infinite play and the move limit, and have the codes of plot_style.py.
"""

import numpy as np

from modules.plot_style import FIRST_WINS, NO_POSITION, NOBODY_WINS_TIE, SECOND_WINS, PlotError

_CHUNK = 1 << 20  # positions


def winner_names(table):
    """The names of the codes 0 to 3 of winners."""
    return (*table.players, "tie", "draw")


def winners(table):
    """Legal positions by winner, a dict in the order of the codes; if positions are relative to the player to move,
    that player is the first."""
    return table.winners or dict(zip(winner_names(table), table.counts.values()))


def legal_positions(table):
    return sum(table.counts.values())


def parameters(table):
    """The parameters of the game as strings of the command line, by name."""
    text_of = {None: "none", False: "no", True: "yes"}
    return {name: text_of[value] if value is None or isinstance(value, bool) else str(value)
            for name, value in sorted(table.parameters.items())}


def turn_axis(table):
    """The axis whose labels are the players, or None."""
    return next((axis for axis in table.axes if sorted(axis.labels) == sorted(table.players)), None)


def walkers(table):
    """The axes with the coordinates row and column."""
    return tuple(axis for axis in table.axes if {"row", "column"} <= axis.coordinates.keys())


def start_indices(table):
    """The index of the start on each axis, or None."""
    return None if table.start is None else tuple(map(int, np.unravel_index(table.start, table.shape)))


def chunks(table):
    """Yields (numbers, values) of all positions: an int64 array and the `Values` of the package, in chunks."""
    for first in range(0, len(table), _CHUNK):
        numbers = np.arange(first, min(first + _CHUNK, len(table)))
        yield numbers, table.probe_many(numbers)


def histogram_by_winner(table):
    """Positions by distance in plies: int64 arrays of one length by the players' names and "tie"."""
    codes = (FIRST_WINS, SECOND_WINS, NOBODY_WINS_TIE)
    counts = np.zeros((len(codes), table.histogram()["win"].size), dtype=np.int64)
    for _, values in chunks(table):
        for number, code in enumerate(codes):
            counted = (values.winner == code) & (values.distance != np.iinfo(values.distance.dtype).max)
            counts[number] += np.bincount(values.distance[counted], minlength=counts.shape[1])
    return dict(zip(winner_names(table), counts))


def positions_by_margin(table):
    """Legal positions by the margin of the player to move, in points: a dict in ascending order of the margins that
    occur; ties and draws have 0. Raises PlotError for a game that is not played for points."""
    margins = table.stats()["margins"]
    if margins is None:
        raise PlotError(f"--value margin: not supported for {table.game}, which is not played for points")
    counts = {}
    for entry in margins:
        points = entry["points"]
        for margin, count in ((points, entry["win"]), (-points, entry["loss"]), (0, entry["tie"] + entry["draw"])):
            counts[margin] = counts.get(margin, 0) + count
    return {margin: counts[margin] for margin in sorted(counts) if counts[margin] > 0}


def winners_by_walkers_distance(table, turn=None):
    """Legal positions by the distance of the two walkers and by winner: an int64 array of shape (longest + 1, 4).

    The distance is that on the grid without walls, rows apart plus columns apart. The columns are `winner_names`.
    `turn` is a player's name, a label of an axis: only positions with this player to move. Raises PlotError unless two
    axes have the coordinates row and column.
    """
    if len(walkers(table)) != 2:
        raise PlotError(f"{table.game}: the walkers' distance takes two axes with the coordinates row and column, "
                        f"not {len(walkers(table))}")
    if table.winners is None:
        raise PlotError(f"{table.game}: positions are relative to the player to move, so that there are no winners")
    one, other = walkers(table)
    to_move = turn_axis(table)
    if turn is not None and to_move is None:
        raise PlotError(f"turn={turn}: the table has no axis for the player to move")
    if turn is not None and turn not in to_move.labels:
        raise PlotError(f"turn: expected one of {', '.join(to_move.labels)}, got '{turn}'")
    ways = [(one.coordinates[name], other.coordinates[name]) for name in ("row", "column")]
    longest = int(sum(np.ptp(np.concatenate(pair)) for pair in ways))
    counts = np.zeros((longest + 1) * 4, dtype=np.int64)
    for numbers, values in chunks(table):
        indices = dict(zip(table.axes, np.unravel_index(numbers, table.shape)))
        apart = sum(abs(a[indices[one]] - b[indices[other]]) for a, b in ways)
        counted = values.winner != NO_POSITION
        if turn is not None:
            counted &= indices[to_move] == to_move.index(turn)
        counts += np.bincount((apart * 4 + values.winner)[counted], minlength=counts.size)
    return counts.reshape(-1, 4)
