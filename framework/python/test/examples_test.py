# SPDX-License-Identifier: MIT
"""The games of framework/docs/examples/python have the values that the games in C++ and published results have."""

import csv
import functools
import json
import operator
import os
import pathlib
import runpy
import subprocess

import numpy as np
import pytest

EXAMPLES = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "framework/docs/examples/python"
PUBLISHED = json.loads((pathlib.Path(os.environ["ZERMELO_DATA_DIR"]) / "published/small_games.json").read_text(encoding="utf-8"))


def names_of(example):
    return runpy.run_path(str(EXAMPLES / example))


@pytest.fixture(name="rows_of")
def make_rows_of(tmp_path):
    def rows_of(*game):
        """The lines of a table of the program, a dictionary each."""
        table = str(tmp_path / "t.h5")
        for words in (["solve", *game, "-o", table, "--quiet"], ["export", table, "--csv", "-o", table + ".csv"]):
            subprocess.run([os.environ["ZERMELO_PROGRAM"], *words], check=True, capture_output=True)
        with open(table + ".csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    return rows_of


def entry_of(row):
    return row["outcome"], int(row["plies"]) if row["plies"] else None


def expect_published(solved, name):
    """Counts, the start, which has number 0, and the longest win or loss."""
    published, solution = PUBLISHED[name], solved.solution
    counts = solution.counts
    assert (counts["win"], counts["loss"], counts["tie"] + counts["draw"]) == tuple(published[key] for key in ("W", "L", "D"))
    assert len(solved) == published["reachable"]
    assert max(np.flatnonzero(solution.histogram()["win"] + solution.histogram()["loss"])) == published["max_plies"]
    start = solution.value(0)
    assert start.outcome in {"W": ("win",), "L": ("loss",), "D": ("tie", "draw")}[published["start_value"]]
    assert published["start_plies"] in (-1, start.plies)


@pytest.mark.parametrize("example", sorted(example.name for example in EXAMPLES.glob("*.py")))
def test_examples_are_short(example):
    allowed = 35 if example == "pursuit_in_numpy.py" else 25
    assert len((EXAMPLES / example).read_text(encoding="utf-8").splitlines()) <= allowed


def test_tic_tac_toe(rows_of):
    solved = names_of("tic_tac_toe.py")["solved"]
    expect_published(solved, "mnk_3_3_3")
    assert (solved.solution.num_moves, len(solved.strategy())) == (16167, 5478 - 958)
    others = {row["state"].removeprefix("board=").replace("/", ""): entry_of(row) for row in rows_of("mnk")}
    assert len(others) >= len(solved)
    assert all((solved[board].outcome, solved[board].plies) == others[board] for board in solved)


def test_nim_is_won_unless_the_heaps_add_up_to_nothing():
    solved = names_of("nim.py")["solved"]
    assert {heaps for _, heaps in solved} == {tuple(sorted((a, b, c))) for a in range(4) for b in range(5) for c in range(6)}
    for position in solved:
        balance = functools.reduce(operator.xor, position[1])
        assert solved[position].outcome == ("win" if balance else "loss"), position
        assert all(functools.reduce(operator.xor, move.position[1]) == 0 for move in solved.best_moves(position) if balance)


def test_hare_and_hounds(rows_of):
    solved = names_of("hare_and_hounds.py")["solved"]
    expect_published(solved, "hare_hounds_start_hounds_first")
    others = {(row["turn"], row["hare"], tuple(row["hounds"].split(","))): entry_of(row) for row in rows_of("hare_and_hounds")}
    assert all((solved[position].outcome, solved[position].plies) == others[position] for position in solved)


def test_pursuit(rows_of):
    names = names_of("pursuit.py")
    solution = names["solution"]
    rows = rows_of("cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2")
    published = json.loads((pathlib.Path(os.environ["ZERMELO_DATA_DIR"]) / "published/cat_and_mouse_ii.json").read_text("utf-8"))
    example = published["official"][0]
    assert [(value.outcome, value.plies) for value in map(solution.value, range(len(solution)))] == list(map(entry_of, rows))
    assert (solution.winners["first"], solution.winners["second"]) == (example["counts"]["M"], example["counts"]["C"])
    assert solution.value(names["start"]).plies == example["plies"]
    assert solution.signature == "a9952c6cb0ddaaa4"
