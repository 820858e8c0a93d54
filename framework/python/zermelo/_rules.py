# SPDX-License-Identifier: MIT
"""Games whose rules are functions over arrays of positions, for who has NumPy or Numba."""

import dataclasses
import operator
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._asked_rules import BATCH_SIZE, _AskedRules, _gathered, _labels, _Place, _unpacked
from ._graph import INFINITE_PLAY, NO_MOVES, SEEN_BY, _code, _indices, solve_graph, thread_number
from ._progress import Progress, Reports, shown
from ._solution import KeyedSolution, Solution
from ._solved_backwards import _solved_backwards

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


class RulesBackwards(Rules, Protocol):
    """What `solve_rules` asks a game beside that, where it keeps no moves."""

    def predecessors(self, positions: NDArray[np.int64]) -> Arrays:
        """(indptr, sources): to positions[i] moves lead from sources[indptr[i]:indptr[i + 1]]."""


class KeyRules(Protocol):
    """What `explore_rules` asks a game, whose positions are integers from 0 to 2^63 - 1."""

    start: Any  #: an integer, or several

    def expand(self, keys: NDArray[np.int64]) -> Arrays:
        """(to_move, terminal, indptr, targets) for the positions `keys`: from keys[i] moves lead to
        targets[indptr[i]:indptr[i + 1]], which are keys; none at an end. Or, with distances, one array more."""


def solve_rules(rules: Rules, *, engine: str | None = None, no_moves: str = "loses", infinite_play: str = "nobody",
                seen_by: str = "players", threads: int = 0, progress: Progress = None) -> Solution:
    """Solve a game whose rules are functions over arrays of positions.

    The functions are called on the calling thread, with at most 65,536 positions at a time; what they return is solved
    on all threads.

    Parameters
    ----------
    rules : Rules
        An object with

        - ``num_positions``: an int, V;
        - ``describe(first, last)``: the arrays (to_move, terminal) of the positions first .. last - 1, or (to_move,
          terminal, distance), as for `solve_graph`;
        - ``successors(positions)``: the arrays (indptr, targets), where ``targets[indptr[i]:indptr[i + 1]]`` are the
          positions to which the moves of ``positions[i]`` lead. `positions` is an array of int64, ascending, which the
          function may keep and change; it has positions only where `terminal` is 0;
        - ``predecessors(positions)``, for the engine "implicit" alone: the arrays (indptr, sources), the positions from
          which moves lead to ``positions[i]``, as often as there are such moves. Ends of play may be left out.
    engine : {"explicit", "implicit"}, optional
        "explicit", the default, asks for the moves of each position once, and keeps them: 4 bytes a move and 10 a
        position, and about as much again during the solve. "implicit" keeps no moves: 11 bytes a position during the
        solve, then 4 or 6. It asks for the predecessors of each position once, and the solution asks for moves whenever it needs
        them.
    no_moves, infinite_play, seen_by, threads, progress
        As for `solve_graph`. The first phase is "list", that of the engine "implicit" is "describe".

    Returns
    -------
    Solution
        ``verify()`` also finds out whether `predecessors` and `successors` belong together.

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
    if engine not in (None, "explicit", "implicit"):
        raise _core.InputError(f"engine is {engine!r}; it must be explicit or implicit")
    if engine == "implicit" and not hasattr(rules, "predecessors"):
        raise TypeError("the rules have no predecessors; the engine implicit needs them")
    try:
        size = operator.index(rules.num_positions)
    except TypeError:
        raise TypeError(f"num_positions is {type(rules.num_positions).__name__}; allowed: an int") from None
    if not 1 <= size <= _MAX_POSITIONS:
        raise _core.InputError(f"num_positions is {size}; it must be from 1 to {_MAX_POSITIONS}")
    asked = _AskedRules(rules, size)
    with shown(progress) as report:
        if engine == "implicit":
            conventions = {"no_moves": no_moves, "infinite_play": infinite_play, "seen_by": seen_by}
            return _solved_backwards(asked, conventions, threads, report)
        arrays = _gathered(asked, Reports(report))
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
        reports = Reports(report)
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
