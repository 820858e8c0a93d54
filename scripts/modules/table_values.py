# SPDX-License-Identifier: MIT
"""Reads the data of a table that pictures need: names, the axes of a pursuit game, and position counts.

Winners do not depend on the rules for infinite play and the move limit, and have the codes of plot_style.py.
"""

import numpy as np

from modules.plot_style import FIRST_WINS, NO_POSITION, NOBODY_WINS_TIE, SECOND_WINS, PlotError

_CHUNK = 1 << 20  # positions per chunk


def winner_names(table):
    """Returns the names for the codes 0 to 3 of winners."""
    return (*table.players, "tie", "draw")


def winners(table):
    """Returns the numbers of legal positions by winner, a dict in the order of the codes. For relative positions, the
    first player is the player to move."""
    return table.winners or dict(zip(winner_names(table), table.counts.values()))


def legal_positions(table):
    return sum(table.counts.values())


def parameters(table):
    """Returns the parameters of the game by name, with values as on the command line."""
    text_of = {None: "none", False: "no", True: "yes"}
    return {name: text_of[value] if value is None or isinstance(value, bool) else str(value)
            for name, value in sorted(table.parameters.items())}


def turn_axis(table):
    """Returns the axis whose labels are the players, or None."""
    return next((axis for axis in table.axes if sorted(axis.labels) == sorted(table.players)), None)


def walkers(table):
    """Returns the axes that have the coordinates row and column."""
    return tuple(axis for axis in table.axes if {"row", "column"} <= axis.coordinates.keys())


def start_indices(table):
    """Returns the index of the start on each axis, or None without a start."""
    return None if table.start is None else tuple(map(int, np.unravel_index(table.start, table.shape)))


def chunks(table):
    """Yields all positions in chunks, as pairs of an int64 array of their numbers and the package's `Values`."""
    for first in range(0, len(table), _CHUNK):
        numbers = np.arange(first, min(first + _CHUNK, len(table)))
        yield numbers, table.probe_many(numbers)


def histogram_by_winner(table):
    """Returns numbers of positions by distance in plies: a dict of int64 arrays by the players' names and "tie"."""
    codes = (FIRST_WINS, SECOND_WINS, NOBODY_WINS_TIE)
    counts = np.zeros((len(codes), table.histogram()["win"].size), dtype=np.int64)
    for _, values in chunks(table):
        for number, code in enumerate(codes):
            counted = (values.winner == code) & (values.distance != np.iinfo(values.distance.dtype).max)
            counts[number] += np.bincount(values.distance[counted], minlength=counts.shape[1])
    return dict(zip(winner_names(table), counts))


def positions_by_margin(table):
    """Returns the numbers of legal positions by margin of the player to move, in points: a dict in ascending order of
    the margins that occur. Ties and draws have margin 0. Raises PlotError for a game that is not played for points."""
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
    """Returns the numbers of legal positions by walkers' distance and winner: an int64 array of shape (longest + 1, 4).

    The distance is the difference of the rows plus that of the columns. The second index is the code of the winner.
    `turn` is the name of a player: only positions with this player to move are counted. Raises PlotError unless exactly
    two axes have the coordinates row and column, and the table names the players.
    """
    if len(walkers(table)) != 2:
        raise PlotError(f"{table.game}: the distance of walkers needs two axes with the coordinates row and column, "
                        f"got {len(walkers(table))}")
    if table.winners is None:
        raise PlotError(f"{table.game}: positions are relative to the player to move, and have no winners")
    one, other = walkers(table)
    to_move = turn_axis(table)
    if turn is not None and to_move is None:
        raise PlotError(f"--turn {turn}: the table has no turn axis; omit --turn")
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
