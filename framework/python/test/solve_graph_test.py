# SPDX-License-Identifier: MIT
"""Tests solve_graph: accepted arrays, and the attributes of its solution.
framework/core/test/solve/listed_games_test.cpp and python_costs_test.py test the values."""

import itertools
import pickle

import numpy as np
import pytest

import zermelo
from message_pattern import matches
from rejections import rejection
from random_graphs import ILLEGAL, plies_of, random_graph

INDEX_TYPES = (np.int32, np.int64, np.uint32)
DEAD_ENDS = ("loses", "wins", "ties", "draws")
CONVENTIONS = [dict(zip(("no_moves", "infinite_play"), of)) for of in itertools.product(DEAD_ENDS, ("nobody", "first", "second"))]
CONVENTIONS += [{"no_moves": no_moves, "seen_by": "player_to_move"} for no_moves in DEAD_ENDS]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda convention: "-".join(convention.values()))
def test_solve_graph_matches_graph_file_by_every_engine(convention, seed, tmp_path):
    arrays = random_graph(np.random.default_rng(seed), 500, moves=1 + seed % 3, ends=[0.1, 0.4][seed % 2], unused=[0, 0.2][seed // 2],
                          distances=True, is_relative="seen_by" in convention)
    by_threads = [zermelo.solve_graph(**arrays, **convention, threads=threads) for threads in (1, 2)]
    by_threads[0].save(tmp_path / "g.h5")
    game = zermelo.Game("graph_file", file=str(tmp_path / "g.h5"))
    for solution in (*by_threads, *map(game.solve, ("explicit", "queue"))):
        assert np.array_equal(solution.outcome.ravel(), by_threads[0].outcome) and solution.verify()
        assert plies_of(solution.distance.ravel()) == plies_of(by_threads[0].distance)
        assert solution.signature == by_threads[0].signature


def test_drawn_terminal_is_won_by_winner_of_infinite_play(tmp_path):
    graph = {"indptr": [0, 2, 2, 2], "indices": [1, 2], "to_move": [0, 1, 0], "terminal": [0, 5, 0], "no_moves": "draws"}
    for infinite_play, winner in (("second", "second"), ("first", "first"), ("nobody", None)):
        solution = zermelo.solve_graph(**graph, infinite_play=infinite_play)
        solution.save(tmp_path / "graph.h5")
        table = zermelo.Game("graph_file", file=str(tmp_path / "graph.h5")).solve()
        assert solution.winner.tolist() == [3, 3, 3]
        assert [solution.value(v).winner for v in range(3)] == [table.probe(v).winner for v in range(3)] == [winner] * 3
        assert [move.winner for move in solution.moves(0)] == [winner, winner]


@pytest.mark.parametrize("players", [np.uint8, np.int8, np.bool_])
@pytest.mark.parametrize("targets", INDEX_TYPES)
@pytest.mark.parametrize("starts", INDEX_TYPES)
def test_solve_graph_gives_equal_results_for_native_array_types_without_copying(starts, targets, players):
    arrays = random_graph(np.random.default_rng(3), 50, unused=0.1)
    expected = zermelo.solve_graph(**arrays)
    for name, dtype in (("indptr", starts), ("indices", targets), ("to_move", players)):
        arrays[name] = arrays[name].astype(dtype)
    solution = zermelo.solve_graph(**arrays)
    assert solution.signature == expected.signature
    retained = solution._core.arrays
    assert all(np.shares_memory(getattr(retained, name), arrays[name]) for name in ("indptr", "indices", "to_move", "terminal"))


@pytest.mark.parametrize("convert", [
    list, lambda a: a.astype(np.uint64), lambda a: a.astype(np.int16), lambda a: a.astype(np.uint8),
    lambda a: a.astype(">i8"), lambda a: a.astype(">u4"), lambda a: np.repeat(a, 2)[::2], lambda a: a[::-1].copy()[::-1],
])
def test_solve_graph_converts_lists_and_arrays_of_non_native_types(convert):
    arrays = random_graph(np.random.default_rng(4), 40, distances=True)
    expected = zermelo.solve_graph(**arrays)
    assert zermelo.solve_graph(**{name: convert(array) for name, array in arrays.items()}).signature == expected.signature


class Matrix:
    """The attributes of a SciPy sparse matrix that solve_graph uses."""

    def __init__(self, indptr, indices, format="csr", columns=None):
        self.indptr, self.indices, self.format, self.data = indptr, indices, format, np.ones(len(indices))
        self.shape = len(indptr) - 1, len(indptr) - 1 if columns is None else columns


def test_solve_graph_accepts_sparse_matrix():
    arrays = random_graph(np.random.default_rng(6), 40)
    rows, labels = (arrays["indptr"].astype(np.int32), arrays["indices"].astype(np.int32)), (arrays["to_move"], arrays["terminal"])
    assert zermelo.solve_graph(Matrix(*rows), None, *labels).signature == zermelo.solve_graph(**arrays).signature
    assert matches("matrix: ... csr, got csc; ...", rejection(zermelo.solve_graph, Matrix(*rows, "csc"), None, *labels))
    assert matches("matrix: ... got 40 x 41", rejection(zermelo.solve_graph, Matrix(*rows, columns=41), None, *labels))
    assert matches("...indices cannot ... matrix...", rejection(zermelo.solve_graph, Matrix(*rows), *labels, error=TypeError))


@pytest.mark.parametrize("dtype", [bool, np.int8, np.float64, complex])
def test_solve_graph_ignores_explicit_zeros_of_sparse_matrix(dtype):
    random = np.random.default_rng(8)
    arrays = random_graph(random, 60)
    indptr, indices = arrays.pop("indptr"), arrays.pop("indices")
    matrix = Matrix(indptr.copy(), indices.copy())
    matrix.data = random.integers(0, 2, len(indices)).astype(dtype)
    is_move = matrix.data != 0
    retained = np.bincount(np.repeat(np.arange(60), np.diff(indptr))[is_move], minlength=60)
    expected = zermelo.solve_graph(np.cumsum([0, *retained]), indices[is_move], **arrays)
    solution = zermelo.solve_graph(matrix, **arrays)
    assert solution.signature == expected.signature and solution.moves(5) == expected.moves(5)
    assert np.array_equal(matrix.indices, indices)
    matrix.indptr[-1] += 1
    assert "indptr" in rejection(zermelo.solve_graph, matrix, **arrays)


def test_solve_graph_rejects_or_drops_moves_of_terminals():
    arrays = {"indptr": [0, 1, 3], "indices": [1, 0, 1], "to_move": [0, 0], "terminal": [0, 1]}  # an absorbing state
    assert matches("...terminal[1] is 1, ... position 1; expected 0, got 2...", rejection(zermelo.solve_graph, **arrays))
    solution = zermelo.solve_graph(**arrays, terminal_moves="drop")
    assert solution.value(0) == zermelo.Value("win", "first", 1) and not solution.moves(1)
    assert solution.signature == zermelo.solve_graph([0, 1, 1], [1], [0, 0], [0, 1]).signature


def test_solution_arrays_are_read_only_and_match_the_counts():
    arrays = random_graph(np.random.default_rng(8), 300, unused=0.2)
    solution = zermelo.solve_graph(**arrays)
    assert (solution.outcome.dtype, solution.distance.dtype, solution.winner.dtype) == (np.uint8, np.uint16, np.int8)
    codes = np.array([[-1, 0, 1, 2, 3], [-1, 1, 0, 2, 3]])
    assert solution.winner.tolist() == codes[arrays["to_move"], solution.outcome].tolist()
    assert solution.outcome is solution.outcome
    for array in (solution.outcome, solution.distance, solution.winner):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        with pytest.raises(ValueError):
            array.setflags(write=True)
    assert list(solution.counts.values()) == np.bincount(solution.outcome, minlength=5)[1:].tolist()
    assert solution.winners == {name: int((solution.winner == code).sum())
                                for code, name in enumerate(("first", "second", "tie", "draw"))}
    histogram = solution.histogram()
    for code, name in ((1, "win"), (2, "loss"), (3, "tie")):
        of_name = solution.distance[solution.outcome == code]
        assert histogram[name].tolist() == np.bincount(of_name, minlength=len(histogram[name])).tolist()
    assert len(solution) == 300 and solution.num_moves == len(arrays["indices"])
    assert repr(solution).startswith("<Solution of 300 positions: win ") and "\n" not in repr(solution)


@pytest.mark.parametrize("seed", range(20))
def test_moves_are_ranked_and_best_moves_preserve_the_value(seed):
    arrays = random_graph(np.random.default_rng(seed), 60, unused=0.1)
    solution = zermelo.solve_graph(**arrays)
    strategy = solution.strategy()
    assert strategy.dtype == np.int64
    for v in range(60):
        moves, best, value = solution.moves(v), solution.best_moves(v), solution.value(v)
        assert [move.position for move in moves] == arrays["indices"][slice(*arrays["indptr"][v:v + 2])].tolist()
        assert [move for move in moves if move.rank == 0] == list(best)
        assert strategy[v] == (best[0].position if moves else -1)
        for move in best:
            assert move.winner == value.winner and move.plies == (None if value.plies is None else value.plies - 1)
            assert {value.outcome, move.outcome} <= {"win", "loss"} or value.outcome == move.outcome
        assert {move.rank for move in moves} == set(range(len({move.rank for move in moves})))
        line, repeats_from = solution.line(v)
        assert line[:2] == (v, *(move.position for move in best[:1])) or repeats_from is not None
    accepted = zermelo.verify_graph(**arrays, outcome=solution.outcome, strategy=strategy)
    assert accepted, str(accepted)


def test_line_of_endless_play_stops_at_its_repetition():
    solution = zermelo.solve_graph([0, 1, 2, 3], [1, 2, 1], [0, 1, 0], [0, 0, 0])
    assert solution.line(0) == ((0, 1, 2), 1)
    assert solution.value(0) == zermelo.Value("draw", None, None)


@pytest.mark.parametrize(("v", "error", "message"), [
    (3, zermelo.InputError, "position: ... 0 to 2, got 3"),
    (-1, zermelo.InputError, "position: ... 0 to 2, got -1"),
    (1.0, TypeError, "position: ... 0 to 2, got float"),
])
def test_solution_rejects_invalid_positions(v, error, message):
    solution = zermelo.solve_graph([0, 1, 2, 3], [1, 2, 1], [0, 1, 0], [0, 0, 0])
    for query in (solution.value, solution.moves, solution.best_moves, solution.line):
        assert matches(message, rejection(query, v, error=error))
    assert solution.value(np.int64(2)).outcome == "draw"


def test_solution_keeps_its_arrays_alive_and_cannot_be_pickled():
    solution = zermelo.solve_graph(np.array([0, 1, 1]), np.array([1]), np.array([0, 1], np.uint8), np.zeros(2, np.uint8))
    assert solution.moves(0)[0].position == 1 and solution.num_waves > 0
    assert "pickled; save(path)" in rejection(pickle.dumps, solution, error=TypeError)


def test_solution_detects_changed_arrays():
    indptr, indices = np.array([0, 1, 1]), np.array([1])
    solution = zermelo.solve_graph(indptr, indices, [0, 1], [0, 0])
    indices[0] = 99
    assert "indices[0] is 99: " in rejection(solution.moves, 0)
    for query in (solution.verify, solution.strategy):
        assert matches("...indices[0], ...position 0: expected 0 to 1, got 99...", rejection(query))
    indptr[1] = 5
    assert "indptr[0] is 0 and indptr[1] is 5: " in rejection(solution.line, 0)


def test_to_networkx_stores_values_in_nodes_and_edges():
    arrays = random_graph(np.random.default_rng(10), 50, unused=0.2)
    solution = zermelo.solve_graph(**arrays)
    graph = solution.to_networkx()
    assert sorted(graph) == np.flatnonzero(arrays["terminal"] != ILLEGAL).tolist()
    assert graph.number_of_edges() == len(arrays["indices"])
    for v, data in graph.nodes(data=True):
        assert zermelo.Value(data["outcome"], data["winner"], data["plies"]) == solution.value(v)
    assert {(v, to) for v, to, best in graph.edges(data="best") if best} == {
        (v, move.position) for v in graph for move in solution.best_moves(v)}
    assert matches("... 50 positions, ... 49; ...", rejection(solution.to_networkx, limit=49))


@pytest.mark.parametrize(("plies", "dtype"), [(5, np.uint16), (65_533, np.uint16), (65_534, np.uint32), (1_000_000, np.uint32)])
def test_solution_stores_distances_in_the_narrowest_type(plies, dtype):
    solution = zermelo.solve_graph([0, 1, 1, 1], [1], [0, 1, 0], [0, 1, 5], distance=[0, plies, 0])
    assert solution.distance.dtype == dtype
    assert solution.distance.tolist() == [plies + 1, plies, np.iinfo(dtype).max]
    assert "_summary" not in vars(solution)  # a histogram would take 32 bytes per ply
