# SPDX-License-Identifier: MIT
"""Fixtures: tables of the games that a test module defines, solved once, and copies of them for tests to change.

A module defines GAMES, a dict of `zermelo.Game` by name, and imports the fixtures that it uses.
"""

import pathlib

import pytest
import zermelo

from checkpoint_digest import altered_copy

GRID = zermelo.Game("cat_and_mouse_ii", rows=8, cols=10, walls=0.2, seed=7, mouse_jump=2, move_limit=6)
BOARD = zermelo.Game("mnk", rows=3, cols=4)


@pytest.fixture(name="folder", scope="module")
def fixture_folder(request, tmp_path_factory):
    """The folder of the tables NAME.h5."""
    made = tmp_path_factory.mktemp("tables")
    for name, game in request.module.GAMES.items():
        game.solve().save(made / f"{name}.h5")
    return made


@pytest.fixture(name="copied")
def fixture_copied(folder, tmp_path):
    """A function that copies a table, calls a function that changes the copy's HDF5 file, and returns its path."""
    def copy(change, name="grid"):
        return pathlib.Path(altered_copy(folder / f"{name}.h5", tmp_path, change))
    return copy
