# SPDX-License-Identifier: MIT
"""Games whose rules are functions over arrays of positions, for who has NumPy or Numba."""

import dataclasses
import operator
from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._graph import INFINITE_PLAY, NO_MOVES, SEEN_BY, _bytes, _code, _distances, _indices, solve_graph, thread_number
from ._progress import Progress, ProgressFunction, shown
from ._solution import KeyedSolution, Solution

#: Positions that one call of the rules gets at most.
BATCH_SIZE = 65_536

_SECONDS_BETWEEN_REPORTS = 0.05
_MAX_POSITIONS = 2**32 - 2
_MAX_KEY = 2**63 - 1

Arrays = tuple[ArrayLike, ...]


class Rules(Protocol):
    """What `solve_rules` asks a game, whose positions are numbered from 0 on; any class with these members will do."""

    num_positions: int

    def describe(self, first: int, last: int) -> Arrays:
        """(to_move, terminal) of the positions first .. last - 1, with the codes of `solve_graph`; or (to_move, terminal,
        distance)."""

    def successors(self, positions: NDArray[np.int64]) -> Arrays:
        """(indptr, targets) for positions where play goes on: from positions[i] moves lead to
        targets[indptr[i]:indptr[i + 1]]."""


class KeyRules(Protocol):
    """What `explore_rules` asks a game, whose positions are integers from 0 to 2^63 - 1."""

    start: Any  #: an integer, or several

    def expand(self, keys: NDArray[np.int64]) -> Arrays:
        """(to_move, terminal, indptr, targets) for the positions `keys`: from keys[i] moves lead to
        targets[indptr[i]:indptr[i + 1]], which are keys; none at an end. Or, with distances, one array more."""


class _Reports:
    """Calls a function of progress, but not too often."""

    def __init__(self, report: ProgressFunction | None) -> None:
        self._report = report
        self._next = monotonic()

    def __call__(self, phase: str, done: int, total: int) -> None:
        if self._report is not None and monotonic() >= self._next:
            self._report(phase, done, total)
            self._next = monotonic() + _SECONDS_BETWEEN_REPORTS


def _unpacked(name: str, returned: Any, names: tuple[str, ...], optional: str) -> tuple[Any, ...]:
    """What a function has returned, with None for the last array where that is missing."""
    if not isinstance(returned, (tuple, list)) or not len(names) <= len(returned) <= len(names) + bool(optional):
        wanted = f"({', '.join(names)})" + (f" or ({', '.join((*names, optional))})" if optional else "")
        got = f"a tuple of {len(returned)}" if isinstance(returned, (tuple, list)) else type(returned).__name__
        raise TypeError(f"{name} has returned {got}; allowed: {wanted}")
    return (*returned, *[None] * (len(names) + bool(optional) - len(returned)))


def _labels(to_move: ArrayLike, terminal: ArrayLike, distance: ArrayLike | None,
            size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32] | None]:
    labels = _bytes("to_move", to_move), _bytes("terminal", terminal)
    distances = None if distance is None else _distances("distance", distance)
    for name, array in zip(("to_move", "terminal", "distance"), (*labels, distances)):
        if array is not None and len(array) != size:
            raise _core.InputError(f"{name} has {len(array)} entries; it must have {size}, one a position")
    return *labels, distances


class _Place:
    """Puts the place of a batch in front of the messages of the package's own errors."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: Any) -> None:
        if kind is _core.InputError or kind is TypeError:
            raise kind(f"{self._text}: {error}") from None


def _batches(size: int) -> Iterator[tuple[int, int]]:
    for first in range(0, size, BATCH_SIZE):
        yield first, min(size, first + BATCH_SIZE)


def _gathered(rules: Rules, size: int, reports: _Reports) -> dict[str, Any]:
    """The arrays of the whole graph."""
    graph = _core.NumberedGathering(size)
    for first, last in _batches(size):
        reports("list", first, size)
        described = rules.describe(first, last)
        place = _Place(f"positions {first} .. {last - 1}")
        with place:
            to_move, terminal, distance = _unpacked("describe", described, ("to_move", "terminal"), "distance")
            labels = _labels(to_move, terminal, distance, last - first)
        open_positions = np.flatnonzero(labels[1] == 0) + first
        listed = rules.successors(open_positions) if len(open_positions) else ((0,), ())
        with place:
            indptr, targets = _unpacked("successors", listed, ("indptr", "targets"), "")
            graph.add(*labels, _indices("indptr", indptr), _indices("targets", targets))
    return graph.arrays()


def solve_rules(rules: Rules, *, no_moves: str = "loses", infinite_play: str = "nobody", seen_by: str = "players",
                threads: int = 0, progress: Progress = None) -> Solution:
    """Solve a game whose rules are functions over arrays of positions.

    The functions are called on the calling thread, with 65,536 positions at a time, each position once; then the graph
    of all moves is solved on all threads.

    Parameters
    ----------
    rules : Rules
        An object with

        - ``num_positions``: an int, V;
        - ``describe(first, last)``: the arrays (to_move, terminal) of the positions first .. last - 1, or (to_move,
          terminal, distance), as for `solve_graph`;
        - ``successors(positions)``: the arrays (indptr, targets), where ``targets[indptr[i]:indptr[i + 1]]`` are the
          positions to which the moves of ``positions[i]`` lead. `positions` is an array of int64, ascending, which the
          function may keep and change; it has positions only where `terminal` is 0.
    no_moves, infinite_play, seen_by, threads, progress
        As for `solve_graph`. The first phase is "list".

    Returns
    -------
    Solution
        Refers to a graph of 4 bytes a move and 10 a position.

    Raises
    ------
    InputError
        What a function returns has a wrong length or value; the message names the positions, the array and the place.
    ResourceError
        There is too little memory; it is not taken.
    TypeError
        A function returns something else than these arrays of integers.
    KeyboardInterrupt
        Ctrl-C, within 100 ms and one call of a function.
    Exception
        What the functions raise.
    """
    _expect_options(no_moves, infinite_play, seen_by, threads)
    try:
        size = operator.index(rules.num_positions)
    except TypeError:
        raise TypeError(f"num_positions is {type(rules.num_positions).__name__}; allowed: an int") from None
    if not 1 <= size <= _MAX_POSITIONS:
        raise _core.InputError(f"num_positions is {size}; it must be from 1 to {_MAX_POSITIONS}")
    with shown(progress) as report:
        arrays = _gathered(rules, size, _Reports(report))
        return solve_graph(**arrays, no_moves=no_moves, infinite_play=infinite_play, seen_by=seen_by, threads=threads,
                           progress=report)


def _expect_options(no_moves: str, infinite_play: str, seen_by: str, threads: int) -> None:
    """Refuses before the functions are called what `solve_graph` would refuse after them."""
    _code("no_moves", no_moves, NO_MOVES)
    _code("infinite_play", infinite_play, INFINITE_PLAY)
    _code("seen_by", seen_by, SEEN_BY)
    thread_number(threads)


class _Numbers(Mapping[int, int]):
    """The number of each key."""

    def __init__(self, found: _core.FoundKeys) -> None:
        self._found = found
        self._keys = found.keys

    def __getitem__(self, key: int) -> int:
        try:
            number = int(self._found.numbers(np.array([operator.index(key)], np.int64))[0])
        except (TypeError, OverflowError):
            number = -1
        if number < 0:
            raise KeyError(key)
        return number

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys.tolist())

    def __len__(self) -> int:
        return len(self._keys)


@dataclasses.dataclass(frozen=True, repr=False)
class ExploredKeys:
    """The positions that play reaches, numbered in ascending order of their keys; made by `explore_rules`."""

    keys: NDArray[np.int64]  #: by number, ascending
    arrays: dict[str, Any]  #: for `solve_graph`: indptr, indices, to_move, terminal; distance if it was given
    _found: _core.FoundKeys

    def __len__(self) -> int:
        return len(self.keys)

    def __repr__(self) -> str:
        return f"<ExploredKeys: {len(self):,} positions, {len(self.arrays['indices']):,} moves>"

    def index(self, keys: ArrayLike) -> NDArray[np.int64]:
        """The numbers of keys, an array of their shape; -1 where play does not reach a key. Raises TypeError for no
        integers."""
        wanted = np.asarray(keys)
        numbers = self._found.numbers(_indices("keys", wanted.ravel()).astype(np.int64, copy=False))
        return numbers.reshape(wanted.shape)

    def solve(self, **options: Any) -> KeyedSolution[int]:
        """Solve the game; answers are by key. Options are those of `solve_graph`: no_moves, infinite_play, seen_by,
        threads, progress."""
        keys: Any = self.keys  # an array has what is asked of a sequence
        return KeyedSolution(solve_graph(**self.arrays, **options), keys, _Numbers(self._found))


def _starts(start: ArrayLike) -> NDArray[np.int64]:
    array = _indices("start", np.atleast_1d(np.asarray(start)))
    if array.size and int(array.min()) < 0:
        place = int(np.argmax(array < 0))
        raise _core.InputError(f"start[{place}] is {array[place]}; it must be from 0 to {_MAX_KEY}")
    return array.astype(np.int64, copy=False)


def explore_rules(rules: KeyRules, *, limit: int = 10**8, threads: int = 0, progress: Progress = None) -> ExploredKeys:
    """Find all positions that play reaches from a start, where positions are integers, and rules functions over arrays.

    Parameters
    ----------
    rules : KeyRules
        An object with

        - ``start``: a key, or several; keys are integers from 0 to 2^63 - 1;
        - ``expand(keys)``: the arrays (to_move, terminal, indptr, targets) for the positions `keys`, an array of int64
          which the function may keep and change. ``targets[indptr[i]:indptr[i + 1]]`` are the keys to which the moves
          of ``keys[i]`` lead; none where `terminal` is not 0. `to_move` and `terminal` as for `solve_graph`, but no holes.
          A fifth array is `distance`.

        The function is called on the calling thread, with at most 65,536 keys at a time, each key once.
    limit : int
        More positions are refused.
    threads : int
        That look up keys: from 0, which is all of the machine, to 1024.
    progress : callable, bool or None
        Called as ``progress(phase, done, total)`` every 50 ms; True shows a bar or a line.

    Returns
    -------
    ExploredKeys
        ``explore_rules(...).solve()`` solves the game.

    Raises
    ------
    InputError, TypeError
        What the function returns is not allowed; the message names the batch, the array and the place.
    ResourceError
        There are more than `limit` positions, or there is too little memory.
    KeyboardInterrupt
        Ctrl-C, within 100 ms and one call of the function.
    Exception
        What the function raises.
    """
    exploration = _core.BatchExploration(thread_number(threads))
    exploration.open(_starts(rules.start))
    with shown(progress) as report:
        reports = _Reports(report)
        while len(keys := exploration.next(BATCH_SIZE)):
            done = exploration.num_expanded
            reports("explore", done, 0)
            size = len(keys)
            place = _Place(f"the {size} keys from {keys[0]} on, after {done} positions")
            expanded = rules.expand(keys)
            with place:
                to_move, terminal, indptr, targets, distance = _unpacked(
                    "expand", expanded, ("to_move", "terminal", "indptr", "targets"), "distance")
                exploration.add(*_labels(to_move, terminal, distance, size), _indices("indptr", indptr),
                                _indices("targets", targets))
            if exploration.num_found > limit:
                raise _core.ResourceError(f"play reaches more than {limit:,} positions, which is the limit")
        found = exploration.finish(report)
    return ExploredKeys(found.keys, found.arrays(), found)
