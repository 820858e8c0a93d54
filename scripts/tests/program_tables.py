# SPDX-License-Identifier: MIT
"""Tables that the program has solved, for the tests of zermelo_table.py.

Needs ZERMELO_PROGRAM.
"""

import os
import pathlib
import shutil
import subprocess

import h5py
import pytest

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
GAMES = {
    "graph": ["cat_and_mouse", "nodes=40", "seed=3"],
    "graph_limit": ["cat_and_mouse", "nodes=30", "seed=5", "first=cat", "move_limit=4"],
    "grid": ["cat_and_mouse_ii", "rows=8", "cols=10", "walls=0.2", "seed=7", "mouse_jump=2", "move_limit=6"],
    "no_limit": ["cat_and_mouse_ii", "grid=####F/#C.../M....", "mouse_jump=2", "move_limit=none"],
    "board": ["mnk", "rows=3", "cols=4"],
    "chunks": ["cat_and_mouse_ii", "rows=20", "cols=20", "walls=0.2", "seed=3", "mouse_jump=2"],
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tables")
    for name, words in GAMES.items():
        subprocess.run([PROGRAM, "solve", *words, "-o", made / f"{name}.h5"], check=True, capture_output=True)
    return made


@pytest.fixture(params=GAMES)
def path(folder, request):
    return folder / f"{request.param}.h5"


@pytest.fixture
def copied(folder, tmp_path):
    """A function that copies a table, lets one change the copy's HDF5 file, and returns its path."""
    def copy(change, name="grid"):
        changed = tmp_path / "changed.h5"
        shutil.copy(folder / f"{name}.h5", changed)
        with h5py.File(changed, "r+") as file:
            change(file)
        return changed
    return copy
