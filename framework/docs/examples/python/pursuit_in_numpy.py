# SPDX-License-Identifier: MIT
"""A pursuit on a grid with a cat, a mouse and food, with rules over arrays: LeetCode 1728 without walls, in NumPy."""
import numpy as np
import zermelo


class Pursuit:
    """Positions are (turn, cat's cell, mouse's cell). A player stays, or jumps up to `jump` cells in a direction."""

    def __init__(self, rows, columns, food, jump=1):
        self.cells, self.food, self.half = rows * columns, food, (rows * columns)**2
        self.num_positions = 2 * self.half
        row, column = (numbers.reshape(-1, 1) for numbers in np.indices((rows, columns)))
        steps = np.arange(1, jump + 1)
        self.jumps = np.hstack([0, -steps * columns, steps * columns, -steps, steps])
        self.may_jump = np.hstack([row >= 0, row >= steps, row + steps < rows, column >= steps, column + steps < columns])

    def describe(self, first, last):
        turn, cat, mouse = np.unravel_index(np.arange(first, last), (2, self.cells, self.cells))
        return turn, np.where((cat == mouse) | (cat == self.food), 2, mouse == self.food)  # 1: the first player, the mouse, wins

    def successors(self, positions):
        turn, cat, mouse = np.unravel_index(positions, (2, self.cells, self.cells))
        is_move = self.may_jump[np.where(turn, cat, mouse)]
        targets = ((positions + self.half) % self.num_positions)[:, None] + self.jumps * np.where(turn, self.cells, 1)[:, None]
        return np.append(0, np.cumsum(is_move.sum(axis=1))), targets[is_move]

    def predecessors(self, positions):  # for the engine "implicit": the opponent's moves, reversed
        indptr, sources = self.successors((positions + self.half) % self.num_positions)
        return indptr, (sources + self.half) % self.num_positions


if __name__ == "__main__":
    solution = zermelo.solve_rules(Pursuit(16, 16, food=200), infinite_play="second")
    print(solution, solution.value(16 * 16 * 3 + 7), sep="\n")
