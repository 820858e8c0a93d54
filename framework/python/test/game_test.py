# SPDX-License-Identifier: MIT
"""Tests games of the catalog: their solutions and tables match those of the program and of solve_graph."""

import io
import pathlib
import pickle

import networkx
import numpy as np
import pytest
import zermelo
from program import report, run
from message_pattern import matches
from rejections import rejection
from zermelo import Game, InputError, ResourceError

ROOT = pathlib.Path(__file__).resolve().parents[3]
GRID = "####F\n#C...\nM...."

# Games of every kind, small.
SMALL = {
    "cat_and_mouse": {"nodes": 12, "degree": 3, "seed": 4},
    "cat_and_mouse_ii": {"rows": 4, "cols": 5, "walls": 0.2, "seed": 2},
    "mnk": {"rows": 3, "cols": 3, "k": 3},
    "connect_four": {"rows": 4, "cols": 4, "k": 3},
    "chess_ending": {"pieces": "KRvK"},
    "fair_shares": {"n": 12},
    "kalah": {"pits": 3, "seeds": 2},  # for points
    "mu_torere": {},
}


def test_python_list_of_games_matches_that_of_the_program():
    reported = report("list")["games"]
    assert [(game.name, game.summary) for game in zermelo.games()] == [(one["name"], one["summary"]) for one in reported]
    for game in zermelo.games():
        declared = report("list", game.name)["parameters"]
        assert [(one.name, one.type, one.default) for one in game.parameters] == [
            (one["name"], one["type"], one["default"]) for one in declared]
        assert str(game).startswith(game.name)


def test_game_reads_its_file_once(tmp_path):
    file = tmp_path / "g.pg"
    file.write_text('start 0;\n0 0 0 1,2 "gate";\n1 1 1 1;\n2 0 1 0 "mill";\n', encoding="ascii")
    game = Game("graph_file", file=str(file))
    file.unlink()
    phases = []
    solved = game.solve(progress=lambda phase, done, total: phases.append(phase))
    assert solved.signature == game.solve(engine="queue").signature
    assert solved.probe("mill").winner == "even" and "read" not in phases
    assert zermelo.solve_graph(**game.graph()).counts == solved.counts
    assert game.start_state == "gate" and game.moves("gate") == ("position=1", "mill")


@pytest.fixture(name="game", params=SMALL, scope="module")
def fixture_game(request):
    return Game(request.param, **SMALL[request.param])


@pytest.fixture(name="solution", scope="module")
def fixture_solution(game):
    return game.solve(verify=True)


def test_game_solution_matches_the_program(game, solution, tmp_path):
    table = str(tmp_path / "t.h5")
    solution.save(table)
    assert run("verify", table).returncode == 0
    reported = report("stats", table)
    assert (solution.signature, solution.counts, solution.winners) == (
        reported["signature"], reported["counts"], reported["winners"])
    assert solution.parameters == game.parameters == reported["params"]
    with zermelo.open(table) as opened:
        assert np.array_equal(opened.outcome, solution.outcome) and np.array_equal(opened.distance, solution.distance)
        if solution.winners is not None:
            assert np.array_equal(opened.winner, solution.winner)
        for p in opened.find_numbers()[:20].tolist():
            assert opened.probe(p) == solution.probe(p) and opened.line(p) == solution.line(p)
        assert opened.start == solution.start
    assert solution.verify() and solution.verify().checked == len(solution)


def test_graph_of_a_game_has_the_solution_of_the_game(game, solution):
    if game.name == "kalah":
        assert rejection(game.graph).startswith("kalah ")
        return
    arrays = game.graph()
    assert (arrays["indptr"].dtype, arrays["indices"].dtype) == (np.int64, np.uint32)
    solved = zermelo.solve_graph(**arrays)
    counted = solution.report["edges"]  # in a game reduced by symmetry also moves to one position
    assert solved.num_moves == arrays["indptr"][-1] and (solved.num_moves == counted or game.name == "chess_ending")
    assert (solved.signature, solved.counts) == (solution.signature, solution.counts)
    assert np.array_equal(solved.outcome, solution.outcome.ravel())
    assert np.array_equal(solved.distance, solution.distance.ravel())


def test_moves_of_a_game_match_its_solution(game, solution):
    if solution.start is not None and game.start_state is not None:
        assert game.moves() == game.moves("start") == tuple(move.state for move in solution.moves())
        assert solution.probe().state == game.start_state == solution.start_state
    legal = np.flatnonzero(solution.outcome.ravel())
    for p in legal[:: max(1, legal.size // 30)].tolist():
        probed = solution.probe(p)
        assert set(game.moves(probed.state)) == {move.state for move in probed.moves}


@pytest.mark.parametrize("engine", ["implicit", "explicit", "queue"])
def test_solve_uses_given_engine_and_threads(engine):
    found = Game("mnk").solve(engine, threads=1).report
    assert (found["engine"], found["threads"]) == (engine, 1)


def test_game_accepts_the_same_values_as_command_line(tmp_path):
    (tmp_path / "grid.txt").write_text(GRID)
    wanted = Game("cat_and_mouse_ii", grid=GRID, cat_jump=1, mouse_jump=2)
    for grid in (f"@{tmp_path / 'grid.txt'}", tmp_path / "grid.txt", io.StringIO(GRID), GRID.split("\n")):
        assert Game("cat_and_mouse_ii", grid=grid, cat_jump=np.int64(1), mouse_jump=2).parameters == wanted.parameters
    with open(tmp_path / "grid.txt", encoding="utf-8") as file:
        assert Game("cat_and_mouse_ii", grid=file, cat_jump=1, mouse_jump=2).solve().signature == wanted.solve().signature
    assert Game("mnk", misere=True).parameters == Game("mnk", misere="yes").parameters
    assert Game("cat_and_mouse", graph=[[1, 3], [0], [3], [0, 2]]).players == ("mouse", "cat")
    assert Game("cat_and_mouse_ii", f"@{ROOT / 'data/grids/official_1.json'}").parameters["mouse_jump"] == 2
    assert Game("cat_and_mouse_ii", rows=4, cols=4, move_limit=None).parameters["move_limit"] is None


@pytest.mark.parametrize("graph", [
    [[np.int64(1)], [np.int32(0), 2], [1]], [{1}, {0, 2}, frozenset([1])], {0: [1], 2: [1], 1: [0, 2]}, {0: {1}, 1: (0, 2), 2: [1]},
    [np.array([1]), np.array([0, 2]), np.array([1])], networkx.path_graph(3), b">>graph6<<Bg\n", b"Bg"], ids=range(8))
def test_game_accepts_python_graphs(graph):
    path = Game("cops_and_robbers", graph="path:3", cops=1).solve()
    assert Game("cops_and_robbers", graph=graph, cops=1).solve().signature == path.signature


def test_directed_graph_raises_a_warning():
    with pytest.warns(UserWarning, match="directed: .* 1 to 2"):
        Game("cat_and_mouse", graph=[[1], [0, 2], [0]])


def test_game_has_repr_and_length():
    game = Game("cat_and_mouse_ii", grid=GRID)
    assert repr(game).startswith("<Game cat_and_mouse_ii, ") and "\n" not in repr(game)
    assert len(game) == 2 * 10 * 10
    assert repr(Game("fair_shares", n=4).solve()) == "<GameSolution of fair_shares: 5 positions>"
    assert "connect_four" in rejection(len, Game("connect_four", rows=4, cols=4), error=TypeError)


def test_pickled_game_keeps_its_parameters():
    for game in (Game("mnk", rows=3, cols=4, k=3), Game("cat_and_mouse_ii", grid=io.StringIO(GRID), mouse_jump=2)):
        again = pickle.loads(pickle.dumps(game))
        assert (again.name, again.parameters) == (game.name, game.parameters)
        assert again.solve().signature == game.solve().signature


@pytest.mark.parametrize("make, error, part", [
    (lambda: pickle.dumps(Game("fair_shares", n=4).solve()), TypeError, "save"),
    (lambda: Game("mnkk"), InputError, "'mnkk'; ... 'mnk'"),
    (lambda: Game(3), TypeError, "name: ... got int"),
    (lambda: Game("mnk", row=3), InputError, "parameter 'row'"),
    (lambda: Game("mnk", rows=2.5), InputError, "2.5"),
    (lambda: Game("mnk", rows=object()), TypeError, "rows: ... got object"),
    (lambda: Game("mnk", rows=b"3"), TypeError, "rows: ... got bytes"),
    (lambda: Game("cat_and_mouse", graph=io.BytesIO(b"[[1]]")), TypeError, "graph: ... file of bytes"),
    (lambda: Game("cat_and_mouse", graph=b"\xff"), InputError, "graph: ... got b'\\xff'"),
    (lambda: Game("cat_and_mouse", graph={0: [1], 2: [0]}), InputError, "graph: node 1 ... 2 nodes"),
    (lambda: Game("cat_and_mouse", graph={"a": ["b"]}), TypeError, "graph: ... got 'a'"),
    (lambda: Game("cat_and_mouse", graph=[[object()]]), TypeError, "graph: ... (object)"),
    (lambda: Game("mnk").solve(7), TypeError, "engine: ... got int"),
    (lambda: Game("mnk").solve(""), InputError, "engine"),
    (lambda: Game("mnk").solve("a\0b"), InputError, "unknown engine 'a\\u0000b'; "),
    (lambda: Game("mnk").solve(memory_limit=1.5), TypeError, "memory_limit: ... got float"),
    (lambda: Game("mnk").solve(memory_limit=-1), InputError, "-1"),
    (lambda: Game("mnk", rows=5, cols=5).solve(memory_limit="64M"), ResourceError, ""),
    (lambda: Game("mnk").moves(1.5), TypeError, "state: ... got float"),
    (lambda: Game("mnk").moves(-1), InputError, "-1"),
    (lambda: Game("connect_four").moves(3), InputError, "connect_four"),
    (lambda: Game("\udc80"), InputError, r"name: ... got '\udc80', which"),
    (lambda: Game("mnk", "k=\udc80"), InputError, r"arguments[0]: ... got 'k=\udc80', which"),
    (lambda: Game("mnk", 3), TypeError, "arguments[0]: ... got int"),
    (lambda: Game("mnk", **{"\udc80": 3}), InputError, "unpaired surrogate"),
    (lambda: Game("mnk").moves("\udc80"), InputError, r"state: ... got '\udc80', which"),
])
def test_game_rejects_bad_input_in_one_line(make, error, part):
    assert matches(f"...{part}...", rejection(make, error=error))


def test_product_solution_is_unpacked_only_when_memory_suffices():
    game = Game("cat_and_mouse_ii", rows=8, cols=8, walls=0.1, seed=5)
    solution, retained = game.solve("product"), game.solve("product", memory_limit="20M", threads=1)
    assert np.array_equal(solution.outcome, retained.outcome) and solution.verify() and retained.verify()
    numbers = np.arange(len(game))[::-7]
    assert np.array_equal(solution.probe_many(numbers).distance, retained.probe_many(numbers).distance)
