# SPDX-License-Identifier: MIT
"""A pursuit on a grid with walls, as arrays: the mouse seeks the food, the cat the mouse. LeetCode 1728, example 1."""
import numpy as np
import zermelo

GRID = ["####F", "#C...", "M...."]
CELLS = [complex(row, column) for row, line in enumerate(GRID) for column, mark in enumerate(line) if mark != "#"]
FOOD, CAT, MOUSE = ("".join(GRID).replace("#", "").index(mark) for mark in "FCM")


def jumps(cell, longest):  # includes staying; a jump cannot cross a wall
    paths = [[CELLS[cell] + way * step for step in range(length + 1)] for way in (-1, 1j, 1, -1j) for length in range(longest + 1)]
    return list({CELLS.index(path[-1]) for path in paths if set(path) <= set(CELLS)})


shape = (2, len(CELLS), len(CELLS))  # the player to move, the cat's cell, the mouse's cell
turn, cat, mouse = np.indices(shape).reshape(3, -1)
terminal = np.where((cat == mouse) | (cat == FOOD), 2, np.where(mouse == FOOD, 1, 0))  # 1: the first player, the mouse, has won
rows = [[] if end else [(0, to, m) for to in jumps(c, 1)] if t else [(1, c, to) for to in jumps(m, 2)]
        for t, c, m, end in zip(turn, cat, mouse, terminal)]
indptr = np.cumsum([0] + [len(row) for row in rows])
indices = np.array([np.ravel_multi_index(to, shape) for row in rows for to in row])
solution = zermelo.solve_graph(indptr, indices, turn, terminal, infinite_play="second")
start = np.ravel_multi_index((0, CAT, MOUSE), shape)
print(solution.value(start), [np.unravel_index(position, shape) for position in solution.line(start).positions], sep="\n")
