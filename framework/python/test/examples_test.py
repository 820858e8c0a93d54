# SPDX-License-Identifier: MIT
"""Tests that the games of framework/docs/examples/python have the values of the games in C++, and the counts in
framework/docs/python.md."""

import functools
import operator
import os
import pathlib
import runpy

import numpy as np
import pytest
import zermelo

EXAMPLES = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "framework/docs/examples/python"


def names_of(example):
    return runpy.run_path(str(EXAMPLES / example))


def entry_of(value):
    return value.outcome, value.plies


def entries_of(name, **parameters):
    """(outcome, plies) by the string of each position of a game in C++."""
    solution = zermelo.Game(name, **parameters).solve()
    return {one.state: entry_of(one) for one in map(solution.probe, np.flatnonzero(solution.outcome).tolist())}


@pytest.mark.parametrize("example", sorted(example.name for example in EXAMPLES.glob("*.py")))
def test_python_examples_have_at_most_25_or_35_lines(example):
    allowed = 35 if example == "pursuit_in_numpy.py" else 25
    assert len((EXAMPLES / example).read_text(encoding="utf-8").splitlines()) <= allowed


def test_tic_tac_toe_example_matches_mnk():
    solved = names_of("tic_tac_toe.py")["solved"]
    others = {state.removeprefix("board=").replace("/", ""): entry for state, entry in entries_of("mnk").items()}
    assert all(entry_of(solved[board]) == others[board] for board in solved)


def test_nim_example_loses_exactly_when_nim_sum_is_zero():
    solved = names_of("nim.py")["solved"]
    assert {heaps for _, heaps in solved} == {tuple(sorted((a, b, c))) for a in range(4) for b in range(5) for c in range(6)}
    for position in solved:
        balance = functools.reduce(operator.xor, position[1])
        assert solved[position].outcome == ("win" if balance else "loss"), position
        assert all(functools.reduce(operator.xor, move.position[1]) == 0 for move in solved.best_moves(position) if balance)


def test_hare_and_hounds_example_matches_shipped_game():
    solved = names_of("hare_and_hounds.py")["solved"]
    others = {}
    for state, entry in entries_of("hare_and_hounds").items():
        fields = dict(field.split("=") for field in state.split())
        others[fields["turn"], fields["hare"], tuple(fields["hounds"].split(","))] = entry
    assert all(entry_of(solved[position]) == others[position] for position in solved)


def test_pursuit_example_matches_cat_and_mouse_ii():
    names = names_of("pursuit.py")
    solution = names["solution"]
    others = entries_of("cat_and_mouse_ii", grid="####F/#C.../M....", cat_jump=1, mouse_jump=2)
    assert [entry_of(solution.value(v)) for v in range(len(solution))] == list(others.values())
    assert solution.signature == "a9952c6cb0ddaaa4"


@pytest.mark.parametrize("engine", ["explicit", "implicit"])
def test_pursuit_in_numpy_example_matches_cat_and_mouse_ii(engine):
    side, food, jump = 9, 40, 2
    rules = names_of("pursuit_in_numpy.py")["Pursuit"](side, side, food, jump)
    cells = ["."] * side**2
    cells[0], cells[food], cells[-1] = "CFM"
    grid = ["".join(cells[row * side:(row + 1) * side]) for row in range(side)]
    game = zermelo.Game("cat_and_mouse_ii", grid=grid, cat_jump=jump, mouse_jump=jump, move_limit=None)
    assert zermelo.solve_rules(rules, engine=engine, infinite_play="second").signature == game.solve().signature
