# SPDX-License-Identifier: MIT
"""Rules of a game of one move, for tests that replace some of their functions."""

import numpy as np


class OneMove:
    """Endless play, from every position to the next, in the form of each entry of the package."""

    start = 0
    num_positions = 10

    def __init__(self, **functions):
        vars(self).update(functions)

    def describe(self, first, last):
        return np.zeros(last - first, np.uint8), np.zeros(last - first, np.uint8)

    def successors(self, positions):
        return np.arange(len(positions) + 1), (positions + 1) % self.num_positions

    def predecessors(self, positions):
        return np.arange(len(positions) + 1), (positions - 1) % self.num_positions

    def expand(self, keys):
        return keys * 0, keys * 0, *self.successors(keys)

    def moves(self, state):
        return [(state + 1) % self.num_positions]


def ending_at(end):
    """`describe` with a win of the first player at this position."""
    return lambda first, last: (np.zeros(last - first, np.uint8), (np.arange(first, last) == end).astype(np.uint8))
