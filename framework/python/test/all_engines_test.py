# SPDX-License-Identifier: MIT
"""A thousand random graphs, under every convention, have one solution: that of a slow solver, by every engine that takes
them, on one thread and on two, from arrays and from files.

The graphs of one convention are solved side by side, as one graph without moves between them.
"""

import itertools

import numpy as np
import pytest

import zermelo
from slow_solver import plies_of, random_graph, solve_slowly

CONVENTIONS = [{"no_moves": no_moves, "infinite_play": infinite_play} for no_moves, infinite_play in
               itertools.product(("loses", "wins", "ties", "draws"), ("nobody", "first", "second"))]
CONVENTIONS += [{"no_moves": no_moves, "seen_by": "mover"} for no_moves in ("loses", "wins", "ties", "draws")]
GRAPHS = 63  # of each of the 16 conventions


def side_by_side(graphs):
    """One graph of several."""
    sizes = [len(arrays["to_move"]) for arrays in graphs]
    first_positions, first_moves = np.cumsum([0, *sizes]), np.cumsum([0, *(len(arrays["indices"]) for arrays in graphs)])
    return {"indptr": np.concatenate([[0], *(arrays["indptr"][1:] + first for arrays, first in zip(graphs, first_moves))]),
            "indices": np.concatenate([arrays["indices"] + first for arrays, first in zip(graphs, first_positions)]),
            **{name: np.concatenate([arrays[name] for arrays in graphs]) for name in ("to_move", "terminal", "distance")}}


@pytest.mark.parametrize("number", range(len(CONVENTIONS)), ids=lambda number: "-".join(CONVENTIONS[number].values()))
def test_random_graphs_have_one_solution(number, tmp_path):
    convention, rng = CONVENTIONS[number], np.random.default_rng(number)
    graphs = [random_graph(rng, int(rng.integers(1, 40)), moves=int(rng.integers(1, 4)), ends=rng.choice([0.1, 0.4]),
                           holes=rng.choice([0, 0.2]), distances=True, by_mover="seen_by" in convention)
              for _ in range(GRAPHS)]
    outcome, plies = (sum(parts, []) for parts in zip(*(solve_slowly(**arrays, **convention) for arrays in graphs)))
    by_threads = [zermelo.solve_graph(**side_by_side(graphs), **convention, threads=threads) for threads in (1, 2)]
    by_threads[0].save(tmp_path / "g.h5")
    game = zermelo.Game("graph_file", file=str(tmp_path / "g.h5"))
    for solution in (*by_threads, *map(game.solve, ("explicit", "queue"))):
        assert solution.outcome.ravel().tolist() == outcome and plies_of(solution.distance.ravel()) == plies
        assert solution.signature == by_threads[0].signature and solution.verify()
