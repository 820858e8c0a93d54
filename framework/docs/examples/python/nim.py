# SPDX-License-Identifier: MIT
"""Nim: a move takes any number of objects from one heap; a player who cannot move loses."""
import zermelo


def moves(position):
    turn, heaps = position
    return {(1 - turn, tuple(sorted(heaps[:i] + (left,) + heaps[i + 1:])))
            for i, heap in enumerate(heaps) for left in range(heap)}


def to_move(position):
    return position[0]


def terminal(position):
    return 0  # play continues while a player can move


start = (0, (3, 4, 5))
solved = zermelo.explore(start, moves, to_move=to_move, terminal=terminal).solve()
print(solved[start])
for move in solved.best_moves(start):
    print(move.position, move.outcome, move.plies)
