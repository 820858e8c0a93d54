# SPDX-License-Identifier: MIT
"""Tests games by rules over arrays: the same solutions as for graphs and in C++, calls in batches, and invalid
input."""

import h5py
import numpy as np
import pytest

import zermelo
from one_move import OneMove, ending_at
from message_pattern import matches
from rejections import rejection
from random_graphs import random_graph
from zermelo import InputError, _checked_rules

DTYPES = ["int16", "int32", "int64", "uint8", "uint32", "uint64", ">i4"]


class ListedRules:
    """The rules of a graph in arrays, forwards and backwards; records the requested ranges and positions."""

    def __init__(self, indptr, indices, to_move, terminal, distance=None, dtype="int64"):
        self.indptr, self.indices, self.labels, self.dtype = indptr, indices, (to_move, terminal), dtype
        if distance is not None:
            self.labels += (distance,)
        self.num_positions = len(to_move)
        sources = np.repeat(np.arange(self.num_positions), np.diff(indptr))
        by_target = np.argsort(indices, kind="stable")
        self.sources = sources[by_target]
        self.starts = np.searchsorted(indices[by_target], np.arange(self.num_positions + 1))
        self.described, self.requested, self.predecessor_queries = [], [], []

    def describe(self, first, last):
        self.described.append((first, last))
        return tuple(label[first:last] for label in self.labels)

    def successors(self, positions):
        self.requested.extend(positions)
        indptr, targets = rows_of(self.indptr, self.indices, positions)
        return indptr, targets.astype(self.dtype)

    def predecessors(self, positions):
        self.predecessor_queries.extend(positions)
        return rows_of(self.starts, self.sources, positions)


def rows_of(starts, values, positions):
    rows = [values[starts[p]:starts[p + 1]] for p in positions]
    return np.cumsum([0, *map(len, rows)]), np.concatenate(rows)


def random_case(seed):
    """A random graph, options of its solve, and the size of batches."""
    rng = np.random.default_rng(seed)
    is_relative = seed % 5 == 4
    arrays = random_graph(rng, int(rng.integers(1, 200)), unused=[0, 0.2][seed % 2], distances=seed % 3 == 1, is_relative=is_relative)
    options = dict(no_moves=["loses", "wins", "ties", "draws"][seed % 4], seen_by="player_to_move" if is_relative else "players",
                   infinite_play="nobody" if is_relative else ["nobody", "first", "second"][seed % 3])
    return arrays, options, int(rng.integers(1, 40))


def assert_equal(solution, other):
    assert np.array_equal(solution.outcome, other.outcome)
    assert np.array_equal(solution.distance, other.distance)
    assert np.array_equal(solution.winner, other.winner)
    assert (solution.signature, solution.num_moves) == (other.signature, other.num_moves)


@pytest.mark.parametrize("seed", range(40))
def test_solve_rules_matches_solve_graph_on_random_graphs(seed, monkeypatch):
    arrays, options, batch_size = random_case(seed)
    monkeypatch.setattr(_checked_rules, "BATCH_SIZE", batch_size)
    listed = zermelo.solve_graph(**arrays, **options)
    rules = ListedRules(**arrays, dtype=DTYPES[seed % len(DTYPES)])
    for engine in ("explicit", "implicit"):
        solution = zermelo.solve_rules(rules, engine=engine, threads=1 + seed % 3, **options)
        assert_equal(solution, listed)
        verification = solution.verify()
        assert verification and verification.checked == len(solution)
        strategy = solution.strategy()
        for v in range(len(solution)):
            assert strategy[v] == next((move.position for move in solution.best_moves(v)), -1)
            assert solution.value(v) == listed.value(v)
            assert solution.moves(v) == listed.moves(v)
            assert solution.line(v) == listed.line(v)
    assert len(set(rules.predecessor_queries)) == len(rules.predecessor_queries)


def test_solve_rules_requests_each_position_once_and_no_moves_of_terminals():
    size = 150_000
    arrays = dict(indptr=np.zeros(size + 1, np.int64), indices=np.zeros(0, np.int32), to_move=np.zeros(size, np.uint8),
                  terminal=np.ones(size, np.uint8))
    arrays["terminal"][[7, 70_000]] = 0
    arrays["indptr"][70_001:] = 3
    arrays["indices"] = np.array([1, 149_999, 7], np.int32)
    rules = ListedRules(**arrays)
    assert_equal(zermelo.solve_rules(rules), zermelo.solve_graph(**arrays))
    assert rules.described == [(0, 65_536), (65_536, 131_072), (131_072, 150_000)]
    assert rules.requested == [7, 70_000]


def test_saved_implicit_solution_contains_its_moves(tmp_path):
    arrays, options, _ = random_case(7)
    zermelo.solve_rules(ListedRules(**arrays), engine="implicit", **options).save(tmp_path / "implicit.h5")
    zermelo.solve_graph(**arrays, **options).save(tmp_path / "explicit.h5")
    with h5py.File(tmp_path / "implicit.h5") as implicit, h5py.File(tmp_path / "explicit.h5") as explicit:
        assert implicit.keys() == explicit.keys()
        for name in explicit:
            assert np.array_equal(implicit[name], explicit[name])


def test_solve_rules_batches_large_waves_into_few_calls():
    """All positions but the last lead to the last one, which the second player has won."""
    size = 300_000
    calls = []

    def describe(first, last):
        return np.arange(first, last) % 2, (np.arange(first, last) == size - 1) * 2

    def predecessors(positions):
        calls.append(len(positions))
        counts = np.where(positions == size - 1, size - 1, 0)
        return np.append(0, np.cumsum(counts)), np.arange(counts.sum())

    rules = OneMove(num_positions=size, describe=describe, predecessors=predecessors,
                    successors=lambda positions: (np.arange(len(positions) + 1), np.full(len(positions), size - 1)))
    solution = zermelo.solve_rules(rules, engine="implicit", threads=1)
    assert solution.counts == {"win": 150_000, "loss": 150_000, "tie": 0, "draw": 0}
    assert sum(calls) == size and max(calls) > 10_000 and len(calls) < 25


def test_verify_detects_predecessors_that_do_not_match_the_moves():
    rules = ListedRules(**random_graph(np.random.default_rng(3), 100))
    rules.predecessors = lambda positions: (np.zeros(len(positions) + 1, np.int64), ())
    verification = zermelo.solve_rules(rules, engine="implicit").verify()
    assert not verification and 0 < len(verification.failures) <= 10


ZEROS = np.zeros(10, np.uint8)


@pytest.mark.parametrize(("name", "returned", "kind", "message"), [
    ("describe", lambda _: (ZEROS[:9], ZEROS), InputError, "to_move: ... got 9"),
    ("describe", lambda _: ZEROS, TypeError, "describe: ... got ndarray"),
    ("successors", lambda p: (np.arange(10), p), InputError, "indptr: expected 11 entries, ... got 10"),
    ("successors", lambda p: (np.arange(1, 12), p), InputError, "indptr[0]: expected 0, got 1"),
    ("successors", lambda p: (np.arange(11), p[:9]), InputError, "indptr[10]: ... got 10"),
    ("successors", lambda p: (np.arange(11), p + 1), InputError, "targets[9]: expected 0 to 9, got 10"),
    ("successors", lambda p: (np.arange(11), p - 1), InputError, "targets[0]: expected 0 to 9, got -1"),
    ("successors", lambda p: (np.arange(11), p, p), TypeError, "successors: ... tuple of 3"),
    ("successors", lambda p: (np.arange(11), p * 1.0), TypeError, "targets: ... got dtype float64"),
    ("predecessors", lambda p: (np.arange(2), p - 7), InputError, "sources[0]: expected 0 to 9, got -4"),
    ("predecessors", lambda p: p, TypeError, "predecessors: ... got ndarray"),
])
def test_solve_rules_reports_invalid_return_values_with_positions(name, returned, kind, message):
    engine, location = ("implicit", "predecessors of positions 3 .. 3") if name == "predecessors" else (None, "positions 0 .. 9")
    rules = OneMove(**{"describe": ending_at(3)} if engine else {}, **{name: lambda positions, *_: returned(positions)})
    assert matches(f"{location}: {message}", rejection(zermelo.solve_rules, rules, engine=engine, error=kind))


@pytest.mark.parametrize(("rules", "engine", "kind", "message"), [
    (OneMove(num_positions=2**32), None, InputError, "num_positions: expected 1 to 4294967294, got 4294967296"),
    (OneMove(num_positions=2.5), None, TypeError, "num_positions: ... got float"),
    (OneMove(), "queue", InputError, "engine: expected 'explicit' or 'implicit', got 'queue'"),
    (object(), "implicit", TypeError, "rules: ... 'predecessors' is missing; ... engine='explicit'"),
])
def test_solve_rules_rejects_unsuitable_rules_and_engines(rules, engine, kind, message):
    assert matches(message, rejection(zermelo.solve_rules, rules, engine=engine, error=kind))


@pytest.mark.parametrize("engine", ["explicit", "implicit"])
@pytest.mark.parametrize(("arrays", "options", "message"), [
    ({"terminal": [0, 6]}, {}, "...terminal[1]: expected "),
    ({"distance": [0, 2**20]}, {}, f"...distance[1]: ... {2**20 - 1}, got {2**20}"),
    ({"distance": [3, 0]}, {}, "...distance[0]: ... got 3"),
    ({}, {"infinite_play": "first", "seen_by": "player_to_move"},
     "...infinite_play... seen_by..."),
])
def test_solve_rules_rejects_invalid_labels_with_every_engine(engine, arrays, options, message):
    sound = {"indptr": [0, 1, 1], "indices": [1], "to_move": [0, 0], "terminal": [0, 1], "distance": [0, 5]}
    rules = ListedRules(**{name: np.array(array) for name, array in {**sound, **arrays}.items()})
    assert matches(f"{message}...", rejection(zermelo.solve_rules, rules, engine=engine, **options))


@pytest.mark.parametrize("engine", ["explicit", "implicit"])
def test_solve_rules_rejects_move_to_illegal_position_of_later_batch(engine, monkeypatch):
    monkeypatch.setattr(_checked_rules, "BATCH_SIZE", 4)

    def describe(first, last):
        positions = np.arange(first, last)
        return positions % 2, np.where(positions == 9, 1, np.where(positions == 8, 4, 0))

    def successors(positions):
        return np.arange(len(positions) + 1), np.where(positions == 5, 8, 9)

    rules = OneMove(describe=describe, successors=successors)
    assert matches("positions 4 .. 7: targets[1]: ... 8, ...", rejection(zermelo.solve_rules, rules, engine=engine))


@pytest.mark.parametrize("options", [{"no_moves": "win"}, {"infinite_play": "both"}, {"seen_by": "me"}, {"threads": -1}], ids=str)
def test_solve_rules_checks_options_before_any_call(options):
    rejection(zermelo.solve_rules, OneMove(describe=lambda first, last: pytest.fail("called")), **options)
