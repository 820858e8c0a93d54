# SPDX-License-Identifier: MIT
"""Tests games by rules over arrays of keys, which are explored, numbered and solved as with functions on states, and
invalid input."""

import json
import pickle

import numpy as np
import pytest

import zermelo
from one_move import OneMove
from message_pattern import matches
from rejections import rejection
from zermelo import InputError, _keys


class Heaps:
    """Nim with heaps of at most 31 in a key of 5 bits each and the turn above; the player who takes the last object
    wins."""

    def __init__(self, *heaps):
        self.count = len(heaps)
        self.start = sum(heap << 5 * i for i, heap in enumerate(heaps))

    def to_move(self, key):
        return key >> 5 * self.count

    def moves(self, key):
        return [(key ^ 1 << 5 * self.count) - (taken << shift)
                for shift in range(0, 5 * self.count, 5) for taken in range(1, (key >> shift & 31) + 1)]

    def expand(self, keys):
        rows = list(map(self.moves, keys.tolist()))
        return self.to_move(keys), keys * 0, np.cumsum([0, *map(len, rows)]), np.array(sum(rows, []), np.int64)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("batch_size", [1, 50, 65_536])
def test_explore_rules_finds_the_same_positions_as_explore(threads, batch_size, monkeypatch):
    monkeypatch.setattr(_keys, "BATCH_SIZE", batch_size)
    rules = Heaps(5, 6, 7)
    explored = zermelo.explore_rules(rules, threads=threads)
    expected = zermelo.explore(rules.start, rules.moves, to_move=rules.to_move, terminal=lambda key: 0)
    assert sorted(expected.states) == explored.keys.tolist()
    assert repr(explored) == f"<ExploredKeys: {len(expected):,} positions, {len(expected.arrays['indices']):,} moves>"
    solution, solved = explored.solve(threads=threads), expected.solve()
    assert solution.solution.verify()
    assert (dict(solution), solution.counts) == (dict(solved), solved.counts)
    assert solution.best_moves(rules.start) == solved.best_moves(rules.start)


def single(key):
    """A game of one terminal."""
    return OneMove(start=key, expand=lambda keys: (keys * 0, keys * 0 + 1, np.zeros(2, np.int64), keys[:0]))


def test_explored_keys_index_returns_positions_and_minus_1_for_unknown_keys():
    explored = zermelo.explore_rules(Heaps(3, 2))
    keys = explored.keys
    assert np.all(keys[:-1] < keys[1:])
    assert np.array_equal(explored.index(keys), np.arange(len(keys)))
    assert explored.index([[keys[3], 31], [-1, 2**62]]).tolist() == [[3, -1], [-1, -1]]
    solution = explored.solve()
    assert explored.index([2**70, -2**70, int(keys[3])]).tolist() == [-1, -1, 3]
    for dtype in (np.uint64, np.int64, object):
        assert zermelo.explore_rules(single(2**60)).index(np.array([2**60 - 1, 2**60, 2**60 + 1], dtype)).tolist() == [-1, 0, -1]
    assert zermelo.explore_rules(single(2**63 - 1)).index(np.array([2**64 - 1, 2**63, 2**63 - 1], np.uint64)).tolist() == [-1, -1, 0]
    assert int(keys[0]) in solution and 31 not in solution and "a" not in solution and 2**70 not in solution
    with pytest.raises(KeyError):
        solution.value(31)
    assert len(solution.index) == len(keys) and list(solution.index) == list(solution) == keys.tolist()


def test_explore_rules_solution_returns_python_integers():
    solution = zermelo.explore_rules(Heaps(3, 2)).solve()
    start = solution.states[-1]
    json.dumps([start, solution.line(start).positions, list(solution.strategy().items()), solution.states[:2][1],
                [move.position for move in solution.moves(start)], list(solution), list(solution.index)])


def test_explored_rules_compare_by_identity_and_cannot_be_pickled():
    explored = zermelo.explore_rules(Heaps(3, 2))
    assert explored == explored and explored != zermelo.explore_rules(Heaps(3, 2)) and len({explored}) == 1
    assert "pickled" in rejection(pickle.dumps, explored, error=TypeError)
    options = {"no_moves": "draws", "infinite_play": "first", "seen_by": "players"}
    assert explored.solve(**options).solution.conventions == options


def test_explore_rules_accepts_several_starts_and_distances():
    def expand(keys):
        ends = keys < 9
        return keys % 2, np.where(ends, 1, 0), np.cumsum([0, *~ends]), np.full((~ends).sum(), 8), keys % 4 * ends

    explored = zermelo.explore_rules(OneMove(start=[2**63 - 1, 5, 5], expand=expand))
    assert explored.keys.tolist() == [5, 8, 2**63 - 1]
    assert explored.arrays["distance"].tolist() == [1, 0, 0]
    solution = explored.solve()
    assert solution[5].plies == 1
    assert (solution[2**63 - 1].outcome, solution[2**63 - 1].plies) == ("loss", 1)


@pytest.mark.parametrize("name, change, kind, message", [
    ("targets", lambda a: a - 9, InputError, "targets[0]: ... 9223372036854775807, got -8"),
    ("terminal", lambda a: a + 4, InputError, "terminal[0] is 4, ..."),
    ("terminal", lambda a: a + 1, InputError, "terminal[0] is 1, ... indptr ... got 1"),
    ("to_move", lambda a: a + 2, InputError, "to_move[0]: expected 0 to 1, got 2"),
    ("to_move", lambda a: a[:0], InputError, "to_move: expected 1 entries, ... got 0"),
    ("indptr", lambda a: a[:1], InputError, "indptr: expected 2 entries, ... got 1"),
    ("targets", lambda a: a / 1, TypeError, "targets: ... got dtype float64"),
])
def test_explore_rules_reports_invalid_arrays_of_expand(name, change, kind, message):
    def expand(keys):
        arrays = dict(zip(("to_move", "terminal", "indptr", "targets"), OneMove().expand(keys)))
        return tuple({**arrays, name: change(arrays[name])}.values())

    assert matches(f"1 keys, ... 0, after 0 positions: {message}",
                   rejection(zermelo.explore_rules, OneMove(expand=expand), error=kind))


@pytest.mark.parametrize("start, kind, message", [
    (-3, InputError, "start[0]: expected 0 to 9223372036854775807, got -3"),
    (np.array([1, 2**63], np.uint64), InputError, "start[1]: expected 0 to 9223372036854775807, got 9223372036854775808"),
    (2**64, InputError, "start[0]: expected 0 to 9223372036854775807, got 18446744073709551616"),
    (1.5, TypeError, "start: ... got dtype float64"),
    ([[0, 1]], TypeError, "start: expected 1 dimension, got 2 (shape (1, 2))"),
])
def test_explore_rules_rejects_invalid_start(start, kind, message):
    assert matches(message, rejection(zermelo.explore_rules, OneMove(start=start), error=kind))


def test_explore_rules_rejects_more_positions_than_limit():
    assert "than 100 positions" in rejection(
        zermelo.explore_rules, OneMove(num_positions=1000), limit=100, error=zermelo.ResourceError)
    assert len(zermelo.explore_rules(OneMove(num_positions=100), limit=100)) == 100


def test_incomplete_exploration_cannot_be_finished():
    exploration = zermelo._core.BatchExploration(1)
    exploration.open(np.array([5], np.int64))
    assert rejection(exploration.finish, None, error=RuntimeError).startswith("1 positions ")
