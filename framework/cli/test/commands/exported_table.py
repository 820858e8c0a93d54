# SPDX-License-Identifier: MIT
"""A table as HDF5 has it, with its positions in words of the game's own notation."""

import itertools

import h5py
import numpy as np

WIN, LOSS, TIE, DRAW = 1, 2, 3, 4
OUTCOMES = ["illegal", "win", "loss", "tie", "draw"]


def subsets(num_points, size):
    """The sets of so many of the first points, in the order of their bits."""
    return sorted(itertools.combinations(range(num_points), size), key=lambda points: points[::-1])


def boards_in_order(num_cells):
    """Of m,n,k-games: by the stones, the cells that they are on, and which of these are o's."""
    for stones in range(num_cells + 1):
        for occupied in subsets(num_cells, stones):
            for of_o in subsets(stones, stones // 2):
                board = ["."] * num_cells
                for i, cell in enumerate(occupied):
                    board[cell] = "O" if i in of_o else "X"
                yield "".join(board)


class Table:
    """A table as h5py reads it, flat."""

    def __init__(self, path):
        with h5py.File(path) as file:
            self.attributes = dict(file.attrs)
            self.shape = file["outcome"].shape
            self.outcome = file["outcome"][()].ravel()
            self.distance = file["distance"][()].ravel()
            self.columns = {}
            places = np.indices(self.shape).reshape(len(self.shape), -1)
            for number, axis in enumerate(self.attributes["axes"].decode().split()):
                attributes = file[axis].attrs
                if "flag_meanings" in attributes:
                    labels = np.array(attributes["flag_meanings"].decode().split())
                    self.columns[axis] = labels[places[number]]
                elif "coordinate_names" in attributes:
                    for name in attributes["coordinate_names"].decode().split():
                        self.columns[f"{axis}_{name}"] = file[f"{axis}_{name}"][()][places[number]]
                elif axis != "position":
                    self.columns[axis] = places[number]
        self.players = [self.attributes[name].decode() for name in ["first_player", "second_player"]]

    def to_move(self):
        """0 or 1 for every position, from what is known of the games; holes have anything."""
        if "turn" in self.columns:
            return np.array([self.players.index(name) for name in self.columns["turn"]])
        return np.array([(9 - board.count(".")) % 2 for board in boards_in_order(9)])

    def winners(self):
        """0 or 1 for every position, -1 where nobody has a forced win: raw."""
        to_move = self.to_move()
        return np.where(self.outcome == WIN, to_move, np.where(self.outcome == LOSS, 1 - to_move, -1))

    def winners_by_the_rules(self):
        """The same after infinite_play and move_limit."""
        endless = {b"nobody": -1, b"first": 0, b"second": 1}[self.attributes["infinite_play"]]
        in_time = self.distance <= self.attributes.get("move_limit", np.iinfo(np.int64).max)
        forced = np.isin(self.outcome, [WIN, LOSS]) & in_time
        return np.where(forced, self.winners(), np.where(self.outcome == OUTCOMES.index("tie"), -1, endless))
