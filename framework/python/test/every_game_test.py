# SPDX-License-Identifier: MIT
"""Every game of the library as arrays: solved as a graph it has the solution that its own rules have."""

import numpy as np
import pytest

import zermelo

GAMES = [
    ("cat_and_mouse", {"nodes": 9, "seed": 2}),
    ("cat_and_mouse_ii", {"rows": 3, "cols": 5, "walls": 0.2, "seed": 1, "mouse_jump": 2}),
    ("chess_ending", {"pieces": "KRvK", "rows": 4, "cols": 5}),
    ("connect_four", {"rows": 3, "cols": 4, "k": 3}),
    ("cops_and_robbers", {"graph": "petersen", "cops": 2}),
    ("dobutsu_shogi", {"drops": False}),
    ("dodgem", {"n": 3}),
    ("draughts", {"pieces": 3}),
    ("fair_shares", {"n": 20}),
    ("fox_and_geese", {"rows": 5, "cols": 4}),
    ("hare_and_hounds", {"first": "hare"}),
    ("l_game", {}),
    ("mnk", {"rows": 3, "cols": 4, "misere": True}),
    ("morris", {"moves": "diagonal"}),
    ("mu_torere", {}),
    ("othello", {"n": 4}),
    ("pong_hau_ki", {}),
    ("quixo", {"n": 3}),
    ("tigers_and_goats", {"captured": 0}),
]


def test_every_game_is_in_the_list():
    # framework/cli/test/solves/graph_file_test.py has teeko, whose 201 million moves take a minute. Moves of awari,
    # dots_and_boxes and kalah gain points, which arrays do not have.
    others = {"awari", "dots_and_boxes", "graph_file", "kalah", "teeko"}
    assert {name for name, _ in GAMES} | others == {game.name for game in zermelo.games()}


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=[name for name, _ in GAMES])
def test_its_graph_has_its_solution(name, parameters):
    game = zermelo.Game(name, **parameters)
    solution = game.solve()
    arrays = game.graph()
    assert (arrays["indptr"].dtype, arrays["indices"].dtype) == (np.int64, np.uint32)
    assert arrays["indptr"][-1] == arrays["indices"].size == solution.report["edges"]
    solved = zermelo.solve_graph(**arrays)
    assert solved.signature == solution.signature
    assert solved.counts == solution.counts
    assert np.array_equal(solved.outcome, solution.outcome.ravel())
    assert np.array_equal(solved.distance, solution.distance.ravel())
