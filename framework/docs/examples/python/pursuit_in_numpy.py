# SPDX-License-Identifier: MIT
"""A cat, a mouse and some food on a grid, by rules over arrays: LeetCode 1728 without walls, in NumPy."""

import numpy as np
import zermelo

MOUSE, CAT = 0, 1


class Pursuit:
    """Positions are (turn, cat's cell, mouse's cell). A move is to stay, or to jump up to `jump` cells in a direction."""

    def __init__(self, rows, columns, food, jump=1):
        self.cells, self.food = rows * columns, food
        self.num_positions = 2 * self.cells**2
        cell, row, column = (a.reshape(-1, 1) for a in (np.arange(self.cells), *np.divmod(np.arange(self.cells), columns)))
        steps = np.arange(1, jump + 1)
        self.near = np.hstack([cell, cell - steps * columns, cell + steps * columns, cell - steps, cell + steps])
        self.is_near = np.hstack([cell >= 0, row >= steps, row + steps < rows, column >= steps, column + steps < columns])

    def parts(self, positions):
        turn, cells = np.divmod(positions, self.cells**2)
        return turn, *np.divmod(cells, self.cells)

    def describe(self, first, last):
        turn, cat, mouse = self.parts(np.arange(first, last))
        cat_wins = (cat == mouse) | (cat == self.food)
        mouse_wins = ~cat_wins & (mouse == self.food)
        return turn == CAT, mouse_wins * (1 + MOUSE) + cat_wins * (1 + CAT)

    def successors(self, positions):
        turn, cat, mouse = self.parts(positions)
        mover, step = np.where(turn == MOUSE, mouse, cat), np.where(turn == MOUSE, 1, self.cells)
        stays = np.where(turn == MOUSE, positions + self.cells**2, positions - self.cells**2)
        targets = (stays - mover * step)[:, None] + self.near[mover] * step[:, None]
        moves = self.is_near[mover]
        return np.append(0, np.cumsum(moves.sum(axis=1))), targets[moves]

    def predecessors(self, positions):
        """For the engine "implicit": every move can be made backwards, by who is not to move."""
        half = self.cells**2
        indptr, sources = self.successors((positions + half) % (2 * half))
        return indptr, (sources + half) % (2 * half)


if __name__ == "__main__":
    game = Pursuit(16, 16, food=200)
    solution = zermelo.solve_rules(game, infinite_play="second")
    print(solution)
    print(solution.value(game.cells * 3 + 7))
