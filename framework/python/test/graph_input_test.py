# SPDX-License-Identifier: MIT
"""Tests invalid input for solve_graph and verify_graph: each error is an exception of one line that names the array,
the index, the value and the allowed values. framework/core/test/graph/csr_graph_test.cpp tests the rules for valid
graphs."""

import os
import re
import subprocess
import sys

import networkx
import numpy as np
import pytest

import zermelo
from message_pattern import matches
from rejections import rejection

#: Position 0 moves to the terminals 1 and 2; 3 is illegal.
SOUND = {"indptr": [0, 2, 2, 2, 2], "indices": [1, 2], "to_move": [0, 1, 1, 0], "terminal": [0, 1, 2, 4]}


@pytest.mark.parametrize(("change", "message"), [
    ({"indices": [1, 4]}, "indices[1], ...position 0: expected 0 to 3, got 4"),
    ({"terminal": [0, -1, 2, 4]}, "terminal[1]: expected 0 to 255, got -1"),
    ({"terminal": np.array([0, -1, 2, 4], np.int8)}, "terminal[1]: "),
    ({"indptr": np.array([0, 2, 2, 2, 2**63], np.uint64)}, "got 9223372036854775808"),
    ({"indices": [1, 2**63]}, f"indices[1]: expected 0 to {2**63 - 1}, got {2**63}"),
    ({"indptr": [-2**70, 2, 2, 2, 2]}, f"indptr[0]: expected 0 to {2**63 - 1}, got {-2**70}"),
    ({"distance": [0, 0, 0, 2**64]}, f"distance[3]: expected 0 to {2**32 - 1}, got {2**64}"),
    ({"distance": [1, 0, 0, 0]}, "distance[0]: expected 0 ... terminal is 0, got 1"),
    ({"indptr": [0, 2, 2, 2, 5], "terminal_moves": "drop"}, "indptr[4]"),
    ({"terminal_moves": "keep"}, "terminal_moves: ... reject, drop, got 'keep'"),
    ({"no_moves": "lose"}, "no_moves: ... loses, wins, ties, draws, got 'lose'"),
    ({"infinite_play": "third"}, "infinite_play: ... nobody, first, second, got 'third'"),
    ({"seen_by": "nobody"}, "seen_by: ... players, player_to_move, got 'nobody'"),
    ({"threads": -1}, "threads: expected 0 to 1024, got -1"),
    ({"threads": 1025}, "threads: expected 0 to 1024"),
])
def test_solve_graph_rejects_invalid_contents_with_index(change, message):
    assert matches(f"...{message}...", rejection(zermelo.solve_graph, **{**SOUND, **change}))


@pytest.mark.parametrize(("change", "message"), [
    ({"indices": [1.0, 2.0]}, "indices: ... got dtype float64"),
    ({"indptr": "01222"}, "indptr: ... got dtype <U5"),
    ({"indptr": networkx.DiGraph([(0, 1)])}, "indptr: ... DiGraph ...; use solve_networkx"),
    ({"indptr": 3}, "indptr: expected 1 dimension, got 0 (shape ())"),
    ({"to_move": [[0, 1], [1, 0]]}, "to_move: expected 1 dimension, got 2"),
    ({"terminal": np.ma.array([0, 1, 2, 4], mask=[0, 0, 0, 1])}, "terminal: ... masked array"),
    ({"terminal": np.array([0, 1, 2, None], object)}, "terminal: ... got dtype object"),
    ({"terminal": np.array([False, True, True, False])}, "terminal: ... got dtype bool"),
    ({"terminal": np.array([0, 1, 2, True], object)}, "terminal: ... got dtype object"),
    ({"to_move": np.ma.array([False, True, True, False], mask=[0, 0, 0, 1])}, "to_move: ... masked array"),
    ({"terminal": None}, "terminal: ... got None"),
    ({"to_move": None}, "to_move: ... got None"),
    ({"indices": None}, "indices: ... got None"),
    ({"threads": 1.5}, "threads: ... got float"),
    ({"threads": True}, "threads: ... got bool"),
    ({"progress": 3}, "progress: ... got int"),
])
def test_solve_graph_raises_type_error_for_non_integer_arrays(change, message):
    assert matches(f"{message}...", rejection(zermelo.solve_graph, error=TypeError, **{**SOUND, **change}))


ANSWER = {"outcome": [1, 2, 1, 0], "distance": [1, 0, 0, -1], "strategy": [1, -1, -1, -1]}


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"outcome": None}, TypeError, "outcome: ... got None"),
    ({"outcome": [1, 2, 1]}, zermelo.InputError, "outcome: expected 4 entries, ... got 3"),
    ({"outcome": [1, 5, 1, 0]}, zermelo.InputError, "outcome[1]: expected 0 to 4, got 5"),
    ({"outcome": [1, 5, 1, 0], "distance": None}, zermelo.InputError, "outcome[1]: "),
    ({"distance": [1, 0, 0]}, zermelo.InputError, "distance: expected 4 entries"),
    ({"distance": [-1, 0, 0, -1]}, zermelo.InputError, "distance[0] is missing; ... win"),
    ({"distance": [1, -2, 0, -1]}, zermelo.InputError, "distance[1]: ... got -2"),
    ({"distance": [1, 2**29, 0, -1]}, zermelo.InputError, "distance[1]: ... 536870911, got 536870912"),
    ({"outcome": [4, 2, 1, 0]}, zermelo.InputError, "distance[0]: expected -1 ... draw, got 1"),
    ({"strategy": [4, -1, -1, -1]}, zermelo.InputError, "strategy[0]: expected -1 to 3, got 4"),
    ({"strategy": [-2, -1, -1, -1]}, zermelo.InputError, "strategy[0]: "),
    ({"strategy": [1.0, -1, -1, -1]}, TypeError, "strategy: ... got dtype float64"),
])
def test_verify_graph_rejects_impossible_answers_with_index(change, error, message):
    assert matches(f"{message}...", rejection(zermelo.verify_graph, error=error, **{**SOUND, **ANSWER, **change}))


def test_solve_graph_and_verify_graph_accept_valid_input():
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
    (GRAPH_THAT_IS_TOO_LARGE, r".* solving needs .*, but .* available\n"),
    (RULES_THAT_ARE_TOO_LARGE, r"after 0 positions: .* needs .* 56\.0 GiB, .*\n"),
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
