# SPDX-License-Identifier: MIT
"""Tables of several games, solved once for a test file, and their entries."""

import shutil

import h5py
import numpy as np
import pytest

from program import run

# Draws in the first, endless play for the cat in the second, ties and one axis in the third, a limit in the fourth.
GAMES = {
    "graph": ["cat_and_mouse", "nodes=12", "degree=3", "seed=4"],
    "grid": ["cat_and_mouse_ii", "rows=5", "cols=6", "walls=0.2", "seed=2", "mouse_jump=2"],
    "board": ["mnk"],
    "limited": ["cat_and_mouse_ii", "rows=5", "cols=6", "walls=0.2", "seed=2", "mouse_jump=2", "move_limit=4"],
}


class Entries:
    """A table's entries position by position, as h5py reads them."""

    def __init__(self, path):
        with h5py.File(path) as file:
            self.outcome = file["outcome"][()]
            self.distance = file["distance"][()].astype(np.int64)
            self.players = [file.attrs[name].decode() for name in ("first_player", "second_player")]
            self.endless = file.attrs["infinite_play"].decode()
            self.limit = file.attrs.get("move_limit", np.iinfo(np.int64).max)
            self.axes = file.attrs["axes"].decode().split()
            self.coordinates = {name: file[name][()] for name in file if "_" in name}
        self.index = np.indices(self.outcome.shape)

    def winner(self, first_moves):
        """0, 1 or -1 for nobody by the rules, where `first_moves` says whether the first player is to move."""
        decisive = (self.outcome == 1) | (self.outcome == 2)
        raw = np.where((self.outcome == 1) == first_moves, 0, 1)
        endless = {"nobody": -1, "first": 0, "second": 1}[self.endless]
        in_time = decisive & (self.distance <= self.limit)
        return np.where(in_time, raw, np.where(self.outcome == 3, -1, endless))


@pytest.fixture(name="tables", scope="module")
def fixture_tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    for name, words in GAMES.items():
        assert run("solve", *words, "-o", str(folder / f"{name}.h5")).returncode == 0
    return folder


@pytest.fixture(name="table", params=GAMES)
def fixture_table(tables, request):
    return str(tables / f"{request.param}.h5")


def lines_of(*words):
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def altered_copy(table, folder, alter):
    path = str(folder / "altered.h5")
    shutil.copyfile(table, path)
    with h5py.File(path, "r+") as file:
        alter(file)
    return path
