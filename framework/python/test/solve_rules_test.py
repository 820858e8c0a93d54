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
from slow_solver import plies_of, random_graph, solve_slowly
from zermelo import _asked_rules

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


def random_case(seed):
    """A random graph, options of its solve, and the size of batches."""
    rng = np.random.default_rng(seed)
    by_mover = seed % 5 == 4
    arrays = random_graph(rng, int(rng.integers(1, 200)), holes=[0, 0.2][seed % 2], distances=seed % 3 == 1, by_mover=by_mover)
    options = dict(no_moves=["loses", "wins", "ties", "draws"][seed % 4], seen_by="mover" if by_mover else "players",
                   infinite_play="nobody" if by_mover else ["nobody", "first", "second"][seed % 3])
    return arrays, options, int(rng.integers(1, 40))


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
    arrays, options, batch_size = random_case(seed)
    monkeypatch.setattr(_asked_rules, "BATCH_SIZE", batch_size)
    solution = zermelo.solve_rules(ListedRules(**arrays), threads=1 + seed % 2, **options)
    outcome, plies = solve_slowly(**arrays, **options)
    assert np.array_equal(solution.outcome, outcome) and plies_of(solution.distance) == plies
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
    arrays = random_graph(np.random.default_rng(5), 100)

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


class BackwardRules(ListedRules):
    """The rules of a graph in arrays, backwards too."""

    def __init__(self, **arrays):
        super().__init__(**arrays)
        sources = np.repeat(np.arange(self.num_positions), np.diff(self.indptr))
        by_target = np.argsort(self.indices, kind="stable")
        self.sources = sources[by_target]
        self.starts = np.searchsorted(self.indices[by_target], np.arange(self.num_positions + 1))
        self.asked_for_predecessors = []

    def predecessors(self, positions):
        self.asked_for_predecessors.extend(positions)
        rows = [self.sources[self.starts[p]:self.starts[p + 1]] for p in positions]
        return np.cumsum([0, *map(len, rows)]), np.concatenate(rows)


@pytest.mark.parametrize("seed", range(40))
def test_without_kept_moves_the_solution_is_the_same(seed, monkeypatch):
    arrays, options, batch_size = random_case(1000 + seed)
    monkeypatch.setattr(_asked_rules, "BATCH_SIZE", batch_size)
    rules = BackwardRules(**arrays)
    solution = zermelo.solve_rules(rules, engine="implicit", threads=1 + seed % 3, **options)
    other = zermelo.solve_graph(**arrays, **options)
    assert_equal(solution, other)
    assert np.array_equal(solution.winner, other.winner)
    assert solution.num_moves == other.num_moves
    assert len(set(rules.asked_for_predecessors)) == len(rules.asked_for_predecessors)
    verification = solution.verify()
    assert verification and verification.checked == len(solution)
    strategy = solution.strategy()
    assert np.array_equal(strategy, other.strategy())
    for v in range(len(solution)):
        assert solution.value(v) == other.value(v)
        assert solution.moves(v) == other.moves(v)
        assert strategy[v] == next((move.position for move in solution.best_moves(v)), -1)
        assert solution.line(v) == other.line(v)


def test_a_solution_without_kept_moves_is_saved_with_them(tmp_path):
    h5py = pytest.importorskip("h5py")
    arrays, options, _ = random_case(7)
    zermelo.solve_rules(BackwardRules(**arrays), engine="implicit", **options).save(tmp_path / "implicit.h5")
    zermelo.solve_graph(**arrays, **options).save(tmp_path / "explicit.h5")
    with h5py.File(tmp_path / "implicit.h5") as implicit, h5py.File(tmp_path / "explicit.h5") as explicit:
        assert implicit.keys() == explicit.keys()
        for name in explicit:
            assert np.array_equal(implicit[name], explicit[name])


def test_large_waves_come_in_few_calls():
    size = 300_000
    calls = []

    class Star:
        """All positions but the last lead to the last one, which the second player has won."""
        num_positions = size

        def describe(self, first, last):
            return np.arange(first, last) % 2, (np.arange(first, last) == size - 1) * 2

        def successors(self, positions):
            return np.arange(len(positions) + 1), np.full(len(positions), size - 1)

        def predecessors(self, positions):
            calls.append(len(positions))
            counts = np.where(positions == size - 1, size - 1, 0)
            return np.append(0, np.cumsum(counts)), np.arange(counts.sum())

    solution = zermelo.solve_rules(Star(), engine="implicit", threads=1)
    assert solution.counts == {"win": 150_000, "loss": 150_000, "tie": 0, "draw": 0}
    assert sum(calls) == size and max(calls) > 10_000 and len(calls) < 25


def test_a_pursuit_in_numpy_is_solved_without_kept_moves():
    pursuit = module_of(ROOT / "framework/docs/examples/python/pursuit_in_numpy.py")
    game = pursuit.Pursuit(12, 12, 70, 2)
    solution = zermelo.solve_rules(game, engine="implicit", infinite_play="second")
    assert_equal(solution, zermelo.solve_rules(game, infinite_play="second"))
    assert solution.verify()


def test_predecessors_that_do_not_belong_to_the_moves_are_found_out():
    arrays = random_graph(np.random.default_rng(3), 100)

    class Forgetful(BackwardRules):
        def predecessors(self, positions):
            indptr, sources = super().predecessors(positions)
            return np.zeros_like(indptr), sources[:0]

    verification = zermelo.solve_rules(Forgetful(**arrays), engine="implicit").verify()
    assert not verification and 0 < len(verification.failures) <= 10


class OneMove:
    """Play that never ends, from every position to the next; a test replaces what it returns."""

    num_positions = 10

    def describe(self, first, last):
        return np.zeros(last - first, np.uint8), np.zeros(last - first, np.uint8)

    def successors(self, positions):
        return np.arange(len(positions) + 1), (positions + 1) % self.num_positions

    def predecessors(self, positions):
        return np.arange(len(positions) + 1), (positions - 1) % self.num_positions


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
     "positions 0 .. 9: indptr has 10 entries; it must have 11, one more than rows"),
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
     "positions 0 .. 9: targets[0] is 3, a hole: terminal is 4 there"),
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


def ending_at(ends):
    return lambda first, last: (np.zeros(last - first, np.uint8), np.isin(np.arange(first, last), ends).astype(np.uint8))


@pytest.mark.parametrize("functions, kind, message", [
    (dict(predecessors=lambda positions: (np.arange(len(positions) + 1), positions - 7)), zermelo.InputError,
     "predecessors of positions 3 .. 3: sources[0] is -4; it must be one of 0 .. 9"),
    (dict(predecessors=lambda positions: (np.arange(len(positions)), positions)), zermelo.InputError,
     "predecessors of positions 3 .. 3: indptr has 1 entries; it must have 2, one more than rows"),
    (dict(predecessors=lambda positions: positions), TypeError,
     "predecessors of positions 3 .. 3: predecessors has returned ndarray; allowed: (indptr, sources)"),
    (dict(describe=lambda first, last: (ZEROS, ZEROS + 7)), zermelo.InputError,
     "positions 0 .. 9: terminal[0] is 7; it must be one of 0 .. 5"),
    (dict(describe=lambda first, last: (ZEROS, np.eye(1, 10, 3, np.uint8)[0] * 4)), zermelo.InputError,
     "positions 0 .. 9: targets[2] is 3, a hole: terminal is 4 there"),
])
def test_what_is_wrong_without_kept_moves_is_named(functions, kind, message):
    functions.setdefault("describe", ending_at([3]))
    functions.setdefault("successors", lambda positions: (np.arange(len(positions) + 1), (positions + 1) % 10))
    with pytest.raises(kind) as caught:
        zermelo.solve_rules(with_functions(**functions), engine="implicit")
    assert str(caught.value) == message


def test_an_engine_that_is_not_there_is_refused():
    with pytest.raises(zermelo.InputError, match="^engine is 'queue'; it must be explicit or implicit$"):
        zermelo.solve_rules(OneMove(), engine="queue")
    with pytest.raises(TypeError, match="^the rules have no predecessors; the engine implicit needs them$"):
        zermelo.solve_rules(ListedRules(**random_graph(np.random.default_rng(1), 5)), engine="implicit")


@pytest.mark.parametrize("engine", ["explicit", "implicit"])
@pytest.mark.parametrize(("wrong", "message"), [
    ({"terminal": [0, 6]}, "terminal[1] is 6; it must be "),
    ({"to_move": [0, 2]}, "to_move[1] is 2; it must be "),
    ({"distance": [0, 2**20]}, f"distance[1] is {2**20}; it must be at most {2**20 - 1}"),
    ({"distance": [3, 0]}, "distance[0] is 3; it must be 0 where terminal is 0"),
    ({"to_move": [0, 1], "seen_by": "mover"}, "to_move[1] is 1; it must be 0, as seen_by is mover"),
    ({"infinite_play": "first", "seen_by": "mover"}, "infinite_play is first; nobody wins infinite play where seen_by is mover"),
])
def test_labels_are_held_to_the_same_whatever_the_engine(engine, wrong, message):
    arrays = {"indptr": [0, 1, 1], "indices": [1], "to_move": [0, 0], "terminal": [0, 1], "distance": [0, 5],
              **{name: value for name, value in wrong.items() if isinstance(value, list)}}
    rules = ListedRules(**{name: np.array(array) for name, array in arrays.items()})
    rules.predecessors = lambda positions: (np.cumsum([0, *(positions == 1)]), np.zeros(int((positions == 1).sum()), int))
    options = {name: value for name, value in wrong.items() if isinstance(value, str)}
    with pytest.raises(zermelo.InputError, match=re.escape(message)):
        zermelo.solve_rules(rules, engine=engine, **options)


@pytest.mark.parametrize("engine", ["explicit", "implicit"])
def test_a_move_into_a_hole_of_a_later_batch_is_refused(engine, monkeypatch):
    monkeypatch.setattr(_asked_rules, "BATCH_SIZE", 4)

    def describe(first, last):
        positions = np.arange(first, last)
        return positions % 2, np.where(positions == 9, 1, np.where(positions == 8, 4, 0))

    def successors(positions):
        return np.arange(len(positions) + 1), np.where(positions == 5, 8, 9)

    def predecessors(positions):
        return np.zeros(len(positions) + 1, np.int64), positions[:0]

    rules = with_functions(describe=describe, successors=successors, predecessors=predecessors)
    with pytest.raises(zermelo.InputError, match=r"^positions 4 \.\. 7: targets\[1\] is 8, a hole: terminal is 4 there$"):
        zermelo.solve_rules(rules, engine=engine)


def test_ctrl_c_ends_the_waves():
    rules = with_functions(describe=ending_at([3]), num_positions=100_000)
    calls = []

    def interrupt(positions):
        calls.append(positions)
        if len(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return OneMove.predecessors(rules, positions)

    rules.predecessors = interrupt
    with pytest.raises(KeyboardInterrupt):
        zermelo.solve_rules(rules, engine="implicit")
    assert len(calls) < 99_000


def test_options_are_checked_before_any_call():
    def fail(first, last):
        raise AssertionError("called")

    for options in (dict(no_moves="win"), dict(infinite_play="both"), dict(seen_by="me"), dict(threads=-1)):
        with pytest.raises(zermelo.InputError):
            zermelo.solve_rules(with_functions(describe=fail), **options)


@pytest.mark.parametrize("name", ["describe", "successors", "predecessors"])
@pytest.mark.parametrize("error", [zermelo.InputError("mine"), ZeroDivisionError("mine"), TypeError("mine"), SystemExit(3)])
def test_what_a_function_raises_comes_out(name, error):
    def fail(*_):
        raise error

    rules = with_functions(**{"describe": ending_at([3]), name: fail})
    with pytest.raises(type(error)) as caught:
        zermelo.solve_rules(rules, engine="implicit" if name == "predecessors" else None)
    assert caught.value is error


def test_functions_run_on_the_calling_thread():
    threads = set()
    rules = OneMove()

    def describe(first, last):
        threads.add(threading.get_ident())
        return OneMove.describe(rules, first, last)

    def predecessors(positions):
        threads.add(threading.get_ident())
        return OneMove.predecessors(rules, positions)

    rules.describe, rules.predecessors = describe, predecessors
    zermelo.solve_rules(rules, threads=2)
    zermelo.solve_rules(rules, threads=2, engine="implicit")
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
    assert re.fullmatch(r"after 0 positions, their graph takes about another 56.0 GiB, .* are available\n", done.stdout)


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
