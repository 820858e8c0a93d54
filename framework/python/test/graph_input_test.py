# SPDX-License-Identifier: MIT
"""Invalid input for solve_graph and verify_graph: each error is an exception of one line, which names array, index,
value and what is allowed. framework/core/test/graph/csr_graph_test.cpp checks what a graph may be."""

import os
import re
import subprocess
import sys

import networkx
import numpy as np
import pytest

import zermelo
from rejections import rejection

#: Position 0 moves to the terminals 1 and 2; 3 is illegal.
SOUND = {"indptr": [0, 2, 2, 2, 2], "indices": [1, 2], "to_move": [0, 1, 1, 0], "terminal": [0, 1, 2, 4]}


@pytest.mark.parametrize(("change", "message"), [
    ({"indices": [1, 4]}, "indices[1], a move of position 0: expected 0 to 3, got 4"),
    ({"terminal": [0, -1, 2, 4]}, "terminal[1]: expected 0 to 255, got -1"),
    ({"terminal": np.array([0, -1, 2, 4], np.int8)}, "terminal[1]: "),
    ({"indptr": np.array([0, 2, 2, 2, 2**63], np.uint64)}, "got 9223372036854775808"),
    ({"indices": [1, 2**63]}, f"indices[1]: expected 0 to {2**63 - 1}, got {2**63}"),
    ({"indptr": [-2**70, 2, 2, 2, 2]}, f"indptr[0]: expected 0 to {2**63 - 1}, got {-2**70}"),
    ({"distance": [0, 0, 0, 2**64]}, f"distance[3]: expected 0 to {2**32 - 1}, got {2**64}"),
    ({"distance": [1, 0, 0, 0]}, "distance[0]: expected 0 where terminal is 0, got 1; it has the known distances of terminals, not "),
    ({"indptr": [0, 2, 2, 2, 5], "terminal_moves": "drop"}, "indptr[4]"),
    ({"terminal_moves": "keep"}, "terminal_moves: expected one of reject, drop, got 'keep'"),
    ({"no_moves": "lose"}, "no_moves: expected one of loses, wins, ties, draws, got 'lose'"),
    ({"infinite_play": "third"}, "infinite_play: expected one of nobody, first, second, got 'third'"),
    ({"seen_by": "nobody"}, "seen_by: expected one of players, player_to_move, got 'nobody'"),
    ({"threads": -1}, "threads: expected 0 to 1024 (0: all of the machine), got -1"),
    ({"threads": 1025}, "threads: expected 0 to 1024"),
])
def test_solve_graph_rejects_invalid_contents_with_index(change, message):
    assert message in rejection(zermelo.solve_graph, **{**SOUND, **change})


@pytest.mark.parametrize(("change", "message"), [
    ({"indices": [1.0, 2.0]}, "indices has dtype float64; allowed: integers"),
    ({"indptr": "01222"}, "indptr has dtype <U5"),
    ({"indptr": networkx.DiGraph([(0, 1)])}, "indptr is a DiGraph of networkx; allowed: an array, or a sparse matrix; use solve_networkx"),
    ({"indptr": 3}, "indptr has 0 dimensions, shape (); allowed: one dimension"),
    ({"to_move": [[0, 1], [1, 0]]}, "to_move has 2 dimensions"),
    ({"terminal": np.ma.array([0, 1, 2, 4], mask=[0, 0, 0, 1])}, "terminal is a masked array"),
    ({"terminal": np.array([0, 1, 2, None], object)}, "terminal has dtype object"),
    ({"terminal": np.array([False, True, True, False])}, "terminal has dtype bool"),
    ({"terminal": np.array([0, 1, 2, True], object)}, "terminal has dtype object"),
    ({"to_move": np.ma.array([False, True, True, False], mask=[0, 0, 0, 1])}, "to_move is a masked array"),
    ({"terminal": None}, "terminal is None; allowed: an array"),
    ({"to_move": None}, "to_move is None"),
    ({"indices": None}, "indices is None; allowed only where indptr is a sparse matrix"),
    ({"threads": 1.5}, "threads is float; allowed: an int"),
    ({"threads": True}, "threads is bool"),
    ({"progress": 3}, "progress is int; allowed: a function of (phase, done, total), True or None"),
])
def test_solve_graph_raises_type_error_for_non_integer_arrays(change, message):
    assert message in rejection(zermelo.solve_graph, error=TypeError, **{**SOUND, **change})


ANSWER = {"outcome": [1, 2, 1, 0], "distance": [1, 0, 0, -1], "strategy": [1, -1, -1, -1]}


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"outcome": None}, TypeError, "outcome is None"),
    ({"outcome": [1, 2, 1]}, zermelo.InputError, "outcome: expected 4 entries, one per position, got 3"),
    ({"outcome": [1, 5, 1, 0]}, zermelo.InputError, "outcome[1]: expected 0 to 4, got 5"),
    ({"outcome": [1, 5, 1, 0], "distance": None}, zermelo.InputError, "outcome[1]: "),
    ({"distance": [1, 0, 0]}, zermelo.InputError, "distance: expected 4 entries"),
    ({"distance": [-1, 0, 0, -1]}, zermelo.InputError, "distance[0] is missing; every win needs a distance"),
    ({"distance": [1, -2, 0, -1]}, zermelo.InputError, "distance[1]: expected the distance in plies, or -1 if there is none, got -2"),
    ({"distance": [1, 2**29, 0, -1]}, zermelo.InputError, "distance[1]: expected at most 536870911, got 536870912"),
    ({"outcome": [4, 2, 1, 0]}, zermelo.InputError, "distance[0]: expected -1 or the largest number of the type, since a draw has no distance, got 1"),
    ({"strategy": [4, -1, -1, -1]}, zermelo.InputError, "strategy[0]: expected -1 to 3, got 4"),
    ({"strategy": [-2, -1, -1, -1]}, zermelo.InputError, "strategy[0]: "),
    ({"strategy": [1.0, -1, -1, -1]}, TypeError, "strategy has dtype float64"),
])
def test_verify_graph_rejects_impossible_answers_with_index(change, error, message):
    assert message in rejection(zermelo.verify_graph, error=error, **{**SOUND, **ANSWER, **change})


def test_valid_graph_and_answer_are_accepted():
    assert zermelo.solve_graph(**SOUND).outcome.tolist() == ANSWER["outcome"]
    assert zermelo.verify_graph(**SOUND, **ANSWER)


GRAPH_THAT_IS_TOO_LARGE = """
import resource, numpy, zermelo
size = 8_000_000
indptr = numpy.arange(size + 1, dtype=numpy.int32) * 4
indices = numpy.random.default_rng(1).integers(0, size, 4 * size, numpy.int32)
zeros = numpy.zeros(size, numpy.uint8)
mapped = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (mapped + (160 << 20), -1))
try:
    zermelo.solve_graph(indptr, indices, zeros, zeros, threads=1)
except zermelo.ResourceError as error:
    print(error)
"""
RULES_THAT_ARE_TOO_LARGE = """
import resource, types, zermelo
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
try:
    zermelo.solve_rules(types.SimpleNamespace(num_positions=2**32 - 2))
except zermelo.ResourceError as error:
    print(error)
"""


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer reserves terabytes of addresses")
@pytest.mark.parametrize("code, message", [
    (GRAPH_THAT_IS_TOO_LARGE, r"in addition to the arrays, solving needs about .*, but .* is available\n"),
    (RULES_THAT_ARE_TOO_LARGE, r"after 0 positions: storing their graph needs about another 56.0 GiB, .*\n"),
], ids=["graph", "rules"])
def test_solve_graph_rejects_too_large_input_before_allocating(code, message):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                          env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(message, done.stdout)


def test_solve_graph_accepts_object_arrays_and_untyped_empty_arrays():
    objects = {name: np.array(array, object) for name, array in SOUND.items()}
    assert zermelo.solve_graph(**objects).signature == zermelo.solve_graph(**SOUND).signature
    for nothing in ([], np.array([]), np.array([], object)):
        assert zermelo.solve_graph([0, 0], nothing, [0], [1]).outcome.tolist() == [1]
