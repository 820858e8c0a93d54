# SPDX-License-Identifier: MIT
"""Retrograde analysis in plain NumPy, level by level, with which the speed of the package is compared.

Supports only wins and losses: terminals are not ties, a player who cannot move has lost, and endless play is a draw. All
arrays of edges are int32. The time for a small level depends on its size, not on the number of positions.
"""
import numpy as np

WIN, LOSS, DRAW = 1, 2, 4
NO_DISTANCE = np.iinfo(np.uint16).max
THIN_LEVEL = 16  # a level of fewer than a 16th of the positions is sorted instead of scattered


def predecessors_of(indptr, indices):
    """(first, sources): sources[first[v]:first[v + 1]] are the predecessors of v."""
    positions = indptr.size - 1
    first = np.zeros(positions + 1, np.int64)
    np.cumsum(np.bincount(indices, minlength=positions), out=first[1:])
    sources = np.repeat(np.arange(positions, dtype=np.int32), np.diff(indptr))
    return first, sources[np.argsort(indices, kind="stable")]


def edges_into(frontier, first):
    """(numbers of all edges into the frontier, how many each of its positions has)."""
    counts = first[frontier + 1] - first[frontier]
    skipped = np.cumsum(counts) - counts
    return np.repeat(first[frontier] - skipped, counts) + np.arange(counts.sum()), counts


def solve_with_numpy(indptr, indices, to_move, terminal):
    """Outcome (uint8) and distance (uint16) of every position, for the player to move.

    `terminal` is 0 where play continues, 1 or 2 where the first or the second player has won; no edges leave these.
    """
    positions = to_move.size
    first, sources = predecessors_of(indptr, indices)
    remaining = np.diff(indptr).astype(np.int32)  # moves not known to lose
    winner = terminal.astype(np.int8) - np.int8(1)  # -1: unknown
    stuck = (remaining == 0) & (terminal == 0)
    winner[stuck] = 1 - to_move[stuck]
    distance = np.where(winner >= 0, 0, NO_DISTANCE).astype(np.uint16)
    frontier, plies = np.flatnonzero(winner >= 0), 0
    while frontier.size:
        plies += 1
        edges, counts = edges_into(frontier, first)
        before = sources[edges]
        victor = np.repeat(winner[frontier], counts)
        is_open = winner[before] < 0
        before, victor = before[is_open], victor[is_open]
        is_win = to_move[before] == victor
        frontier = decide(before[is_win], before[~is_win], remaining, winner, to_move)
        distance[frontier] = plies
    outcome = np.where(winner < 0, DRAW, np.where(winner == to_move, WIN, LOSS)).astype(np.uint8)
    return outcome, distance


def decide(won, lost, remaining, winner, to_move):
    """Stores the winners of a level; returns the decided positions. `lost` has a position for each lost move."""
    if lost.size * THIN_LEVEL < remaining.size:
        lost, times = np.unique(lost, return_counts=True)
        remaining[lost] -= times.astype(np.int32)
    else:
        remaining -= np.bincount(lost, minlength=remaining.size).astype(np.int32)
    winner[won] = to_move[won]
    lost = lost[(remaining[lost] == 0) & (winner[lost] < 0)]
    winner[lost] = 1 - to_move[lost]
    return np.concatenate([distinct(won, remaining.size), distinct(lost, remaining.size)])


def distinct(positions, size):
    if positions.size * THIN_LEVEL < size:
        return np.unique(positions)
    is_reached = np.zeros(size, bool)
    is_reached[positions] = True
    return np.flatnonzero(is_reached)
