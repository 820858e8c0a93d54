# SPDX-License-Identifier: MIT
"""Explores games whose positions are integer keys, and whose rules are functions over arrays of keys."""

import dataclasses
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, Protocol, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._checked_rules import BATCH_SIZE, Arrays, _batches, _labels, _Location, _unpacked
from ._graph import _in_type, _indices, _integers, integers_of, solve_graph, thread_number
from ._progress import Progress, Reports, display
from ._solution import KeyedSolution
from ._arguments import count_of

_MAX_KEY = 2**63 - 1


class KeyRules(Protocol):
    """A game for `explore_rules`, whose positions are integer keys from 0 to 2^63 - 1."""

    @property
    def start(self) -> ArrayLike:
        """The key of the start, or an array of the keys of several starts."""

    def expand(self, keys: NDArray[np.int64], /) -> Arrays:
        """Returns the arrays (to_move, terminal, indptr, targets), or these and distance. The moves from keys[i]
        lead to the keys targets[indptr[i]:indptr[i + 1]]. Terminals have no moves."""


class _KeySequence(Sequence[int]):
    """An array of keys as a sequence of Python integers."""

    def __init__(self, keys: NDArray[np.int64]) -> None:
        self._keys = keys

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        return _KeySequence(self._keys[index]) if isinstance(index, slice) else int(self._keys[index])

    def __iter__(self) -> Iterator[int]:
        for first, last in _batches(len(self._keys)):
            yield from self._keys[first:last].tolist()

    def __len__(self) -> int:
        return len(self._keys)


class _Numbers(Mapping[int, int]):
    """A mapping from keys to the numbers of their positions."""

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
        return iter(_KeySequence(self._keys))

    def __len__(self) -> int:
        return len(self._keys)


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class ExploredKeys:
    """The positions that play reaches, numbered in ascending order of their keys; returned by `explore_rules`."""

    keys: NDArray[np.int64]  #: the key of each position, ascending
    arrays: dict[str, Any]  #: the arguments of `solve_graph`: indptr, indices, to_move, terminal, optionally distance
    _found: _core.FoundKeys

    def __len__(self) -> int:
        return len(self.keys)

    def __repr__(self) -> str:
        return f"<ExploredKeys: {len(self):,} positions, {len(self.arrays['indices']):,} moves>"

    def index(self, keys: ArrayLike) -> NDArray[np.int64]:
        """The numbers of the positions with these keys, in an array of the same shape; -1 for keys that play does not
        reach. Raises TypeError unless keys are integers."""
        wanted = integers_of("keys", keys)
        is_key = (wanted >= 0) & (wanted <= _MAX_KEY)
        requested = np.full(wanted.shape, -1, np.int64)  # -1: not a key
        requested[is_key] = wanted[is_key]  # np.where would convert uint64 and -1 to floating point
        return self._found.numbers(requested.ravel()).reshape(wanted.shape)

    def __reduce__(self) -> NoReturn:
        raise TypeError("an ExploredKeys object cannot be pickled; pickle its attributes keys and arrays")

    def solve(self, *, no_moves: str = "loses", infinite_play: str = "nobody", seen_by: str = "players", threads: int = 0,
              progress: Progress = None) -> KeyedSolution[int]:
        """Solve the game, with results by key. Arguments and errors are those of `solve_graph`."""
        solution = solve_graph(**self.arrays, no_moves=no_moves, infinite_play=infinite_play, seen_by=seen_by,
                               threads=threads, progress=progress)
        return KeyedSolution(solution, _KeySequence(self.keys), _Numbers(self._found))


def _starts(start: ArrayLike) -> NDArray[np.int64]:
    return _in_type("start", _integers("start", np.atleast_1d(integers_of("start", start))), np.int64, 0, _MAX_KEY)


def explore_rules(rules: KeyRules, *, limit: int = 10**8, threads: int = 0, progress: Progress = None) -> ExploredKeys:
    """Find all positions that play reaches from a start. Positions are integers; rules are functions over arrays.

    Parameters
    ----------
    rules : KeyRules
        An object with

        - ``start``: the key of the start, or keys of several starts; keys are integers from 0 to 2^63 - 1;
        - ``expand(keys)``: the arrays (to_move, terminal, indptr, targets) for the positions `keys`, an array of int64
          which the function may store and change. ``targets[indptr[i]:indptr[i + 1]]`` are the keys to which the moves
          of ``keys[i]`` lead; the range is empty where `terminal` is not 0. `to_move`, `terminal` and an optional fifth
          array `distance` have the codes of `solve_graph`; no position is illegal.

        The function is called on the calling thread, with at most 65,536 keys at a time, each key once.
    limit : int
        The largest number of positions.
    threads : int
        The number of threads that look up keys, from 0 to 1024; 0 uses all threads of the machine.
    progress : callable, bool or None
        Called as ``progress(phase, done, total)`` every 50 ms; True shows a bar or a line.

    Returns
    -------
    ExploredKeys
        ``explore_rules(...).solve()`` solves the game.

    Raises
    ------
    InputError, TypeError
        The function returns invalid arrays; the message names the batch, the array and the index.
    ResourceError
        Play reaches more than `limit` positions, or needs more memory than is available.
    KeyboardInterrupt
        Ctrl-C was pressed; the call returns within 100 ms plus the time of one call of the function.
    Exception
        The function raised this exception.
    """
    limit = count_of("limit", limit)
    exploration = _core.BatchExploration(thread_number(threads))
    exploration.open(_starts(rules.start))
    with display(progress) as report:
        reports = Reports(report)
        while len(keys := exploration.next(BATCH_SIZE)):
            done = exploration.num_expanded
            reports("explore", done, 0)
            size = len(keys)
            index = _Location(f"{size} keys, beginning with {keys[0]}, after {done} positions")
            expanded = rules.expand(keys)
            with index:
                to_move, terminal, indptr, targets, distance = _unpacked(
                    "expand", expanded, ("to_move", "terminal", "indptr", "targets"), "distance")
                exploration.add(*_labels(to_move, terminal, distance, size), _indices("indptr", indptr),
                                _indices("targets", targets))
            if exploration.num_found > limit:
                raise _core.ResourceError(f"play reaches more than {limit:,} positions; increase limit")
        found = exploration.finish(report)
    return ExploredKeys(found.keys, found.arrays(), found)
