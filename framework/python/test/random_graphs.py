# SPDX-License-Identifier: MIT
"""Random graphs for tests, and the codes of outcomes. Another algorithm is in scripts/measure/numpy_solver.py."""

import numpy as np

ILLEGAL, WIN, LOSS, TIE, DRAW = range(5)
ILLEGAL = 4  # among the codes of terminals


def plies_of(distance):
    """The distances of a NumPy array, with None for missing ones."""
    none = np.iinfo(distance.dtype).max
    return [None if plies == none else int(plies) for plies in distance]


def random_graph(rng, size, *, moves=3, ends=0.25, unused=0.0, distances=False, is_relative=False):
    """Arrays for solve_graph: loops, double moves, dead ends and every kind of terminal."""
    terminal = np.where(rng.random(size) < ends, rng.choice([1, 2, 3, 5], size), 0).astype(np.uint8)
    terminal[rng.random(size) < unused] = ILLEGAL
    counts = np.where(terminal == 0, rng.integers(0, 2 * moves + 1, size), 0)
    legal = np.flatnonzero(terminal != ILLEGAL)
    if not legal.size:
        counts[:] = 0
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    indices = rng.choice(legal, int(indptr[-1])).astype(np.int64) if legal.size else np.zeros(0, np.int64)
    to_move = np.zeros(size, np.uint8) if is_relative else rng.integers(0, 2, size).astype(np.uint8)
    arrays = {"indptr": indptr, "indices": indices, "to_move": to_move, "terminal": terminal}
    if distances:
        has_plies = (terminal >= 1) & (terminal <= 3)
        arrays["distance"] = np.where(has_plies, rng.integers(0, 6, size), 0).astype(np.uint32)
    return arrays
