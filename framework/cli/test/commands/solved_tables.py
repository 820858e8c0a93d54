# SPDX-License-Identifier: MIT
"""Tables of several games, solved once for a test file, and their entries, read by h5py."""

import csv
import io
import json

import h5py
import numpy as np
import pytest

from program import run

OUTCOMES = ["illegal", "win", "loss", "tie", "draw"]
_, WIN, LOSS, TIE, DRAW = range(5)

# Draws in the first, infinite play won by the cat in the second, ties and one axis in the third, a limit in the fourth.
GAMES = {
    "graph": ["cat_and_mouse", "nodes=12", "degree=3", "seed=4"],
    "grid": ["cat_and_mouse_ii", "rows=5", "cols=6", "walls=0.2", "seed=2", "mouse_jump=2"],
    "board": ["mnk"],
    "limited": ["cat_and_mouse_ii", "rows=5", "cols=6", "walls=0.2", "seed=2", "mouse_jump=2", "move_limit=4"],
}


class Table:
    """Entries position by position, as flat arrays; `columns`: the labels, coordinates or indices of each position by
    axis."""

    def __init__(self, path):
        with h5py.File(path) as file:
            self.attributes = dict(file.attrs)
            self.shape = file["outcome"].shape
            self.outcome = file["outcome"][()].ravel()
            self.distance = file["distance"][()].ravel().astype(np.int64)
            self.columns = {}
            indices = np.indices(self.shape).reshape(len(self.shape), -1)
            for number, axis in enumerate(self.attributes["axes"].decode().split()):
                attributes = file[axis].attrs
                if "flag_meanings" in attributes:
                    labels = np.array(attributes["flag_meanings"].decode().split())
                    self.columns[axis] = labels[indices[number]]
                elif "coordinate_names" in attributes:
                    for name in attributes["coordinate_names"].decode().split():
                        self.columns[f"{axis}_{name}"] = file[f"{axis}_{name}"][()][indices[number]]
            self.players = [self.attributes[name].decode() for name in ("first_player", "second_player")]
            if "turn" in self.columns:
                self.to_move = np.where(self.columns["turn"] == self.players[0], 0, 1)
            else:
                self.to_move = np.unpackbits(file["to_move"][()], bitorder="little")[:self.outcome.size].astype(int)
        self.is_decided = np.isin(self.outcome, [WIN, LOSS])

    def forced_winners(self):
        """0 or 1 for every position, -1 if nobody has a forced win."""
        winners = np.where(self.outcome == WIN, self.to_move, 1 - self.to_move)
        return np.where(self.is_decided, winners, -1)

    def winners(self):
        """0 or 1 by the rules for infinite play and the move limit, -1 for nobody."""
        endless = {"nobody": -1, "first": 0, "second": 1}[self.attributes["infinite_play"].decode()]
        in_time = self.distance <= self.attributes.get("move_limit", np.iinfo(np.int64).max)
        return np.where(self.is_decided & in_time, self.forced_winners(), np.where(self.outcome == TIE, -1, endless))


def solved(folder, games):
    """Solves games by name into NAME.h5."""
    for name, arguments in games.items():
        done = run("solve", *arguments, "-o", str(folder / f"{name}.h5"))
        assert done.returncode == 0, done
    return folder


@pytest.fixture(name="tables", scope="module")
def fixture_tables(tmp_path_factory):
    return solved(tmp_path_factory.mktemp("tables"), GAMES)


@pytest.fixture(name="table", params=GAMES)
def fixture_table(tables, request):
    return str(tables / f"{request.param}.h5")


def lines_of(*arguments, stdin=""):
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def printed_rows(*arguments):
    """The lines of comma-separated values that a command prints, by column."""
    return list(csv.DictReader(io.StringIO("\n".join(lines_of(*arguments)))))


def objects(*arguments, stdin=""):
    """The JSON objects that a command prints, one per line."""
    return [json.loads(line) for line in lines_of(*arguments, "--json", stdin=stdin)]


def found(table, *arguments):
    """The numbers of the positions that the command find prints."""
    return [int(row["position"]) for row in printed_rows("find", table, "--csv", *arguments)]
