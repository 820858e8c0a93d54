#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Grids that are nearly all walls: what counts is how many cells are open, not how large the grid is."""

import random

import h5py
import numpy as np
import pytest

from program import ENGINES, failure, report

SIDE = 600
WALL, FLOOR = "#", "."


def maze(open_cells, seed):
    """A tree of corridors across the whole grid, with some loops, and the pieces in it."""
    rng = random.Random(seed)
    rows = [[WALL] * SIDE for _ in range(SIDE)]
    cells = []

    def dig(row, column):
        if rows[row][column] == WALL and len(cells) < open_cells:
            rows[row][column] = FLOOR
            cells.append((row, column))

    for column in range(SIDE):  # one corridor from the left edge to the right one, and branches off it
        dig(SIDE // 2, column)
    while len(cells) < open_cells:
        row, column = rng.choice(cells)
        down, right = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        for length in range(1, rng.randrange(2, 60)):
            if not (0 <= row + down * length < SIDE and 0 <= column + right * length < SIDE):
                break
            dig(row + down * length, column + right * length)
    for piece, (row, column) in zip("CMF", rng.sample(cells, 3)):
        rows[row][column] = piece
    return ["".join(row) for row in rows]


@pytest.fixture(name="file", scope="module")
def fixture_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("maze") / "maze.txt"
    path.write_text("\n".join(maze(1000, 1)) + "\n", encoding="ascii")
    return path


def test_a_maze_of_600_by_600_is_solved_and_verified_on_every_engine(file, tmp_path):
    words = ["solve", "cat_and_mouse_ii", f"grid=@{file}", "mouse_jump=2"]
    estimates = {engine["engine"]: engine for engine in report(*words, "--explain")["plan"]["engines"]}
    signatures = set()
    for engine in [engine for engine in ENGINES if engine != "textbook"]:
        assert estimates[engine]["peak_bytes"] < 200 << 20, "about 2 million positions"
        found = report(*words, "--engine", engine, "--verify", "-o", str(tmp_path / f"{engine}.h5"))
        assert found["positions"] == 2 * 1000**2
        assert found["peak_bytes"] < 250 << 20
        assert found["verify"]["accepted"]
        signatures.add(found["signature"])
    assert len(signatures) == 1
    # The published solution has arrays for all pairs of cells, walls among them.
    assert "engine 'textbook' needs about 2.8 TiB" in failure(*words, "--engine", "textbook", status=3)

    table = str(tmp_path / "product.h5")
    assert report("verify", table)["accepted"]
    with h5py.File(table) as stored:
        assert stored["outcome"].shape == (2, 1000, 1000)
        rows = maze(1000, 1)
        cells = [(r, c) for r in range(SIDE) for c in range(SIDE) if rows[r][c] != WALL]
        assert np.array_equal(stored["cat_row"], [row for row, _ in cells])
        assert np.array_equal(stored["cat_column"], [column for _, column in cells])
