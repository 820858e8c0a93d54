# SPDX-License-Identifier: MIT
"""Games by rules over arrays: the same solutions as of graphs and of C++, calls in batches, and bad input."""

import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import zermelo
from zermelo import _rules

ROOT = pathlib.Path(__file__).parents[3]


class ListedRules:
    """The rules of a graph in arrays; keeps the stretches and positions that it is asked for."""

    def __init__(self, indptr, indices, to_move, terminal, distance=None):
        self.indptr, self.indices, self.labels = indptr, indices, (to_move, terminal)
        if distance is not None:
            self.labels += (distance,)
        self.num_positions = len(to_move)
        self.described, self.asked = [], []

    def describe(self, first, last):
        self.described.append((first, last))
        return tuple(label[first:last] for label in self.labels)

    def successors(self, positions):
        self.asked.extend(positions)
        rows = [self.indices[self.indptr[p]:self.indptr[p + 1]] for p in positions]
        return np.cumsum([0, *map(len, rows)]), np.concatenate(rows)


def random_arrays(rng, size, with_distance=False):
    terminal = np.where(rng.random(size) < 0.3, rng.choice([1, 2, 3, 5], size), 0).astype(np.uint8)
    degrees = np.where(terminal == 0, rng.integers(0, 5, size), 0)
    indptr = np.append(0, np.cumsum(degrees))
    arrays = dict(indptr=indptr, indices=rng.integers(0, size, indptr[-1]), to_move=rng.integers(0, 2, size).astype(np.uint8),
                  terminal=terminal)
    if with_distance:
        arrays["distance"] = np.where((terminal > 0) & (terminal < 4), rng.integers(0, 9, size), 0).astype(np.uint32)
    return arrays


def module_of(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def assert_equal(solution, other):
    assert np.array_equal(solution.outcome, other.outcome)
    assert np.array_equal(solution.distance, other.distance)
    assert solution.signature == other.signature


@pytest.mark.parametrize("seed", range(40))
def test_rules_of_random_graphs_have_the_solutions_of_the_graphs(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(_rules, "BATCH_SIZE", int(rng.integers(1, 40)))
    arrays = random_arrays(rng, int(rng.integers(1, 200)), with_distance=seed % 2 == 1)
    options = dict(no_moves=["loses", "wins", "ties", "draws"][seed % 4],
                   infinite_play=["nobody", "first", "second"][seed % 3], threads=1 + seed % 2)
    solution = zermelo.solve_rules(ListedRules(**arrays), **options)
    assert_equal(solution, zermelo.solve_graph(**arrays, **options))
    assert solution.verify()
    for v in range(len(solution)):
        row = arrays["indices"][arrays["indptr"][v]:arrays["indptr"][v + 1]]
        assert [move.position for move in solution.moves(v)] == row.tolist()


def test_each_position_is_asked_for_once_65536_at_a_time_and_ends_never():
    size = 150_000
    arrays = dict(indptr=np.zeros(size + 1, np.int64), indices=np.zeros(0, np.int32), to_move=np.zeros(size, np.uint8),
                  terminal=np.ones(size, np.uint8))
    arrays["terminal"][[7, 70_000]] = 0
    arrays["indptr"][70_001:] = 3
    arrays["indices"] = np.array([1, 149_999, 7], np.int32)
    rules = ListedRules(**arrays)
    assert_equal(zermelo.solve_rules(rules), zermelo.solve_graph(**arrays))
    assert rules.described == [(0, 65_536), (65_536, 131_072), (131_072, 150_000)]
    assert rules.asked == [7, 70_000]


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint32", "uint64", ">i4"])
def test_arrays_of_all_integers_do(dtype):
    arrays = random_arrays(np.random.default_rng(5), 100)

    class Rules(ListedRules):
        def successors(self, positions):
            indptr, targets = super().successors(positions)
            return indptr.astype("int64"), targets.astype(dtype)

    assert_equal(zermelo.solve_rules(Rules(**arrays)), zermelo.solve_graph(**arrays))


def test_a_pursuit_in_numpy_has_the_table_of_the_game_in_cpp():
    pursuit = module_of(ROOT / "framework/docs/examples/python/pursuit_in_numpy.py")
    side, food, jump = 9, 40, 2
    solution = zermelo.solve_rules(pursuit.Pursuit(side, side, food, jump), infinite_play="second")
    cells = ["."] * side**2
    cells[0], cells[food], cells[-1] = "CFM"
    grid = "/".join("".join(cells[row * side:(row + 1) * side]) for row in range(side))
    shown = subprocess.run([os.environ["ZERMELO_PROGRAM"], "solve", "cat_and_mouse_ii", f"grid={grid}", f"cat_jump={jump}",
                            f"mouse_jump={jump}", "move_limit=none"], capture_output=True, text=True, check=True).stdout
    assert re.search(r"^signature +(\w+)$", shown, re.MULTILINE)[1] == solution.signature


class OneMove:
    """Play that never ends, from every position to the next; a test replaces what it returns."""

    num_positions = 10

    def describe(self, first, last):
        return np.zeros(last - first, np.uint8), np.zeros(last - first, np.uint8)

    def successors(self, positions):
        return np.arange(len(positions) + 1), (positions + 1) % self.num_positions


def with_functions(**functions):
    rules = OneMove()
    for name, function in functions.items():
        setattr(rules, name, function)
    return rules


ZEROS = np.zeros(10, np.uint8)


@pytest.mark.parametrize("functions, message", [
    (dict(describe=lambda first, last: (ZEROS, ZEROS + 7)),
     "positions 0 .. 9: terminal[0] is 7; it must be one of 0 .. 5"),
    (dict(describe=lambda first, last: (ZEROS + 2, ZEROS)), "positions 0 .. 9: to_move[0] is 2; it must be one of 0 .. 1"),
    (dict(describe=lambda first, last: (ZEROS[:9], ZEROS)),
     "positions 0 .. 9: to_move has 9 entries; it must have 10, one a position"),
    (dict(describe=lambda first, last: (ZEROS, ZEROS, ZEROS[:3])),
     "positions 0 .. 9: distance has 3 entries; it must have 10, one a position"),
    (dict(successors=lambda positions: (np.arange(10), positions)),
     "positions 0 .. 9: indptr has 10 entries; it must have 11, one more than positions"),
    (dict(successors=lambda positions: (np.arange(1, 12), positions)), "positions 0 .. 9: indptr[0] is 1; it must be 0"),
    (dict(successors=lambda positions: (np.arange(11), positions[:9])),
     "positions 0 .. 9: indptr[10], the last, is 10; it must be 9, the number of targets"),
    (dict(successors=lambda positions: (np.arange(11), positions + 1)),
     "positions 0 .. 9: targets[9] is 10; it must be one of 0 .. 9"),
    (dict(successors=lambda positions: (np.arange(11), positions - 1)),
     "positions 0 .. 9: targets[0] is -1; it must be one of 0 .. 9"),
    (dict(num_positions=0), "num_positions is 0; it must be from 1 to 4294967294"),
    (dict(num_positions=2**32), "num_positions is 4294967296; it must be from 1 to 4294967294"),
    (dict(describe=lambda first, last: (ZEROS, np.eye(1, 10, 3, np.uint8)[0] * 4),
          successors=lambda positions: (np.arange(10), np.full(9, 3))),
     "indices[0] is 3, a move of position 0 to a hole: terminal[3] is 4"),
])
def test_a_wrong_value_is_an_input_error_that_names_the_place(functions, message):
    with pytest.raises(zermelo.InputError) as caught:
        zermelo.solve_rules(with_functions(**functions))
    assert str(caught.value) == message


@pytest.mark.parametrize("functions, message", [
    (dict(describe=lambda first, last: ZEROS),
     "positions 0 .. 9: describe has returned ndarray; allowed: (to_move, terminal) or (to_move, terminal, distance)"),
    (dict(describe=lambda first, last: (ZEROS, ZEROS / 2)), "positions 0 .. 9: terminal has dtype float64; allowed: integers"),
    (dict(describe=lambda first, last: (ZEROS.reshape(2, 5), ZEROS)),
     "positions 0 .. 9: to_move has 2 dimensions, shape (2, 5); allowed: one dimension"),
    (dict(successors=lambda positions: None), "positions 0 .. 9: successors has returned NoneType; allowed: (indptr, targets)"),
    (dict(successors=lambda positions: (np.arange(11), positions, positions)),
     "positions 0 .. 9: successors has returned a tuple of 3; allowed: (indptr, targets)"),
    (dict(successors=lambda positions: (np.arange(11), positions * 1.0)),
     "positions 0 .. 9: targets has dtype float64; allowed: integers"),
    (dict(num_positions=2.5), "num_positions is float; allowed: an int"),
])
def test_a_wrong_type_is_a_type_error_that_names_the_place(functions, message):
    with pytest.raises(TypeError) as caught:
        zermelo.solve_rules(with_functions(**functions))
    assert str(caught.value) == message


def test_options_are_checked_before_any_call():
    def fail(first, last):
        raise AssertionError("called")

    for options in (dict(no_moves="win"), dict(infinite_play="both"), dict(seen_by="me"), dict(threads=-1)):
        with pytest.raises(zermelo.InputError):
            zermelo.solve_rules(with_functions(describe=fail), **options)


@pytest.mark.parametrize("name", ["describe", "successors"])
@pytest.mark.parametrize("error", [zermelo.InputError("mine"), ZeroDivisionError("mine"), TypeError("mine"), SystemExit(3)])
def test_what_a_function_raises_comes_out(name, error):
    def fail(*_):
        raise error

    with pytest.raises(type(error)) as caught:
        zermelo.solve_rules(with_functions(**{name: fail}))
    assert caught.value is error


def test_functions_run_on_the_calling_thread():
    threads = set()
    rules = OneMove()

    def describe(first, last):
        threads.add(threading.get_ident())
        return OneMove.describe(rules, first, last)

    rules.describe = describe
    zermelo.solve_rules(rules, threads=2)
    assert threads == {threading.get_ident()}


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer reserves terabytes of addresses")
def test_too_little_memory_is_refused_before_it_is_taken():
    code = ("import resource, zermelo, numpy as np\n"
            "resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
            "class Rules:\n"
            "    num_positions = 2**32 - 2\n"
            "try: zermelo.solve_rules(Rules())\n"
            "except zermelo.ResourceError as error: print(error)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.fullmatch(
        r"after 0 positions, their graph takes about 56.0 GiB more of memory, and .* are available\n", done.stdout)


def test_ctrl_c_ends_the_calls():
    rules = OneMove()
    rules.num_positions = 2**26
    calls = []

    def describe(first, last):
        calls.append(first)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return OneMove.describe(rules, first, last)

    rules.describe = describe
    with pytest.raises(KeyboardInterrupt):
        zermelo.solve_rules(rules)
    assert len(calls) == 3


def test_progress_names_the_phases_and_its_exception_comes_out():
    rules = OneMove()
    rules.num_positions = 500_000
    seen = []
    zermelo.solve_rules(rules, progress=lambda *report: seen.append(report))
    assert seen[0] == ("list", 0, 500_000)

    def fail(phase, done, total):
        raise LookupError(phase)

    with pytest.raises(LookupError, match="list"):
        zermelo.solve_rules(rules, progress=fail)
