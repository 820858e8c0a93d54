# SPDX-License-Identifier: MIT
"""A thousand random graphs, under every convention, have one solution: that of a slow solver, by every engine that takes
them, on one thread and on two, from arrays and from files.

The graphs of one convention are solved side by side, as one graph without moves between them.
"""

import itertools

import numpy as np
import pytest

import zermelo
from slow_solver import plies_of, random_graph, signature_of, solve_slowly

CONVENTIONS = [{"no_moves": no_moves, "infinite_play": infinite_play} for no_moves, infinite_play in
               itertools.product(("loses", "wins", "ties", "draws"), ("nobody", "first", "second"))]
CONVENTIONS += [{"no_moves": no_moves, "seen_by": "mover"} for no_moves in ("loses", "wins", "ties", "draws")]
GRAPHS = 63  # of each of the 16 conventions
ENGINES = ("explicit", "queue")  # of those that solve a graph file


def side_by_side(graphs):
    """One graph of several."""
    sizes = [len(arrays["to_move"]) for arrays in graphs]
    first_positions, first_moves = np.cumsum([0, *sizes]), np.cumsum([0, *(len(arrays["indices"]) for arrays in graphs)])
    return {"indptr": np.concatenate([[0], *(arrays["indptr"][1:] + first for arrays, first in zip(graphs, first_moves))]),
            "indices": np.concatenate([arrays["indices"] + first for arrays, first in zip(graphs, first_positions)]),
            **{name: np.concatenate([arrays[name] for arrays in graphs]) for name in graphs[0] if name not in ("indptr", "indices")}}


def random_graphs(rng, convention):
    return [random_graph(rng, int(rng.integers(1, 40)), moves=int(rng.integers(1, 4)), ends=rng.choice([0.1, 0.4]),
                         holes=rng.choice([0, 0.2]), distances=True, by_mover="seen_by" in convention)
            for _ in range(GRAPHS)]


def expect_entries(solution, outcome, plies):
    assert solution.outcome.ravel().tolist() == outcome
    assert plies_of(solution.distance.ravel()) == plies


@pytest.mark.parametrize("number", range(len(CONVENTIONS)), ids=lambda number: "-".join(CONVENTIONS[number].values()))
def test_random_graphs_have_one_solution(number, tmp_path):
    convention = CONVENTIONS[number]
    graphs = random_graphs(np.random.default_rng(number), convention)
    slow = [solve_slowly(**arrays, **convention) for arrays in graphs]
    outcome, plies = sum((one[0].tolist() for one in slow), []), sum((one[1] for one in slow), [])
    arrays = side_by_side(graphs)
    for threads in (1, 2):
        solution = zermelo.solve_graph(**arrays, **convention, threads=threads)
        expect_entries(solution, outcome, plies)
        assert solution.signature == signature_of(np.array(outcome), plies) and solution.verify()
    solution.save(tmp_path / "g.h5")
    game = zermelo.Game("graph_file", file=str(tmp_path / "g.h5"))
    for engine in ENGINES:
        expect_entries(game.solve(engine=engine), outcome, plies)


def parity_game(arrays, priority):
    """The text of a graph whose ends are won: sinks of priority 0 or 1, and one priority for all others."""
    lines = [f"parity {len(arrays['to_move']) - 1};"]
    for vertex, (owner, end) in enumerate(zip(arrays["to_move"], arrays["terminal"])):
        row = arrays["indices"][arrays["indptr"][vertex]:arrays["indptr"][vertex + 1]]
        successors = ",".join(map(str, row if end == 0 else [vertex]))
        lines.append(f"{vertex} {priority if end == 0 else end - 1} {owner} {successors};")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("priority", [0, 1])
def test_parity_games_of_priorities_0_and_1_have_one_solution(priority, tmp_path):
    rng = np.random.default_rng(priority)
    arrays = side_by_side([random_graph(rng, int(rng.integers(1, 40)), ends=0.3) for _ in range(GRAPHS)])
    arrays["terminal"][arrays["terminal"] > 2] = 1
    stuck = (np.diff(arrays["indptr"]) == 0) & (arrays["terminal"] == 0)
    arrays["terminal"][stuck] = 2 - arrays["to_move"][stuck]  # a parity game has moves everywhere: who cannot move has lost
    for vertex, begin in enumerate(arrays["indptr"][:-1]):  # nor does a vertex that is no sink move to itself alone
        row = arrays["indices"][begin:arrays["indptr"][vertex + 1]]
        row[(row == vertex).all() & (row == vertex)] = (vertex + 1) % len(arrays["to_move"])
    winner = ("first", "second")[priority]
    solution = zermelo.solve_graph(**arrays, infinite_play=winner)
    (tmp_path / "game.pg").write_text(parity_game(arrays, priority), encoding="ascii")
    game = zermelo.Game("graph_file", file=str(tmp_path / "game.pg"))
    for engine in ENGINES:
        solved = game.solve(engine=engine)
        assert np.array_equal(solved.outcome.ravel(), solution.outcome)
        assert np.array_equal(solved.distance.ravel(), solution.distance)
