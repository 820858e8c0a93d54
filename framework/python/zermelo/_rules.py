# SPDX-License-Identifier: MIT
"""Games whose rules are functions over arrays of positions, for who has NumPy or Numba."""

import operator
import os
from collections.abc import Iterator
from time import monotonic
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._graph import (INFINITE_PLAY, NO_MOVES, SEEN_BY, _code, _distances, _indices, codes_of, graph_of, players_of, solve_graph,
                     thread_number)
from ._graph_file import write_solved_graph
from ._progress import Progress, ProgressFunction, shown
from ._solution import Solution, Terminal, Verification, verification_of

#: Positions that one call of the rules gets at most.
BATCH_SIZE = 65_536

_SECONDS_BETWEEN_REPORTS = 0.05
_MAX_POSITIONS = 2**32 - 2

#: During a solve without moves: labels, numbers of moves, words of 4 bytes and lists of positions.
_BYTES_WITHOUT_MOVES = 11
_MAX_FAILURES = 10

Arrays = tuple[ArrayLike, ...]
_Integers = NDArray[Any]
_Labels = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32] | None]


class Rules(Protocol):
    """What `solve_rules` asks a game, whose positions are numbered from 0 on; any class with these members will do."""

    @property
    def num_positions(self) -> int:
        """From 1 to 4,294,967,294."""

    def describe(self, first: int, last: int, /) -> Arrays:
        """(to_move, terminal) of the positions first .. last - 1, with the codes of `solve_graph`; or (to_move, terminal,
        distance)."""

    def successors(self, positions: NDArray[np.int64], /) -> Arrays:
        """(indptr, targets) for positions where play goes on: from positions[i] moves lead to
        targets[indptr[i]:indptr[i + 1]]."""


class RulesBackwards(Rules, Protocol):
    """What `solve_rules` asks a game beside that, where it keeps no moves."""

    def predecessors(self, positions: NDArray[np.int64], /) -> Arrays:
        """(indptr, sources): to positions[i] moves lead from sources[indptr[i]:indptr[i + 1]]."""


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


def _labels(to_move: ArrayLike, terminal: ArrayLike, distance: ArrayLike | None, size: int) -> _Labels:
    labels = players_of(to_move), codes_of("terminal", terminal)
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


class _AskedRules:
    """Rules whose answers are checked."""

    def __init__(self, rules: Rules, size: int) -> None:
        self.rules = rules
        self.size = size

    def described(self, first: int, last: int) -> _Labels:
        """(to_move, terminal, distance) of a batch, whose codes are not checked yet."""
        returned = self.rules.describe(first, last)
        with _Place(f"positions {first} .. {last - 1}"):
            to_move, terminal, distance = _unpacked("describe", returned, ("to_move", "terminal"), "distance")
            return _labels(to_move, terminal, distance, last - first)

    def moves(self, positions: NDArray[np.int64]) -> tuple[_Integers, _Integers]:
        """(indptr, targets), whose values are not checked yet."""
        if not len(positions):
            return np.zeros(1, np.int64), np.zeros(0, np.int64)
        returned = self.rules.successors(positions)
        with _Place(_span_of(positions)):
            indptr, targets = _unpacked("successors", returned, ("indptr", "targets"), "")
            return _indices("indptr", indptr), _indices("targets", targets)

    def row(self, position: int) -> NDArray[np.int64]:
        """The targets of a position in which play goes on."""
        indptr, targets = self.moves(np.array([position], np.int64))
        with _Place(f"position {position}"):
            _core.expect_rows(indptr, targets, 1, self.size, "targets")
        return targets.astype(np.int64, copy=False)

    def sources(self, positions: NDArray[np.int64]) -> tuple[_Integers, _Integers]:
        """(indptr, sources), checked."""
        returned = self.rules.predecessors(positions)  # type: ignore[attr-defined]
        with _Place(f"predecessors of {_span_of(positions)}"):
            rows, listed = _unpacked("predecessors", returned, ("indptr", "sources"), "")
            indptr, sources = _indices("indptr", rows), _indices("sources", listed)
            _core.expect_rows(indptr, sources, len(positions), self.size, "sources")
            return indptr, sources


def _span_of(positions: NDArray[np.int64]) -> str:
    return f"positions {positions[0]} .. {positions[-1]}"


def _open_positions(terminal: NDArray[np.uint8], first: int) -> NDArray[np.int64]:
    return np.flatnonzero(terminal == Terminal.GOES_ON) + first


def _gathered(asked: _AskedRules, reports: _Reports) -> dict[str, Any]:
    """The arrays of the whole graph."""
    graph = _core.NumberedGathering(asked.size)
    for first, last in _batches(asked.size):
        reports("list", first, asked.size)
        labels = asked.described(first, last)
        moves = asked.moves(_open_positions(labels[1], first))
        with _Place(f"positions {first} .. {last - 1}"):
            graph.add(*labels, *moves)
    return graph.arrays()


class _SolutionWithoutMoves(Solution):
    """A solution that asks the rules for moves."""

    def __init__(self, core: _core.GraphSolution, conventions: dict[str, str], asked: _AskedRules, threads: int) -> None:
        super().__init__(core, conventions)
        self._asked = asked
        self._threads = threads

    def strategy(self, *, progress: Progress = None) -> NDArray[np.int64]:
        best = np.full(len(self), -1, np.int64)
        for _, _, positions, moves in self._stretches("copy", progress):
            best[positions] = _core.best_targets(self._core, positions, *moves)
        return best

    def save(self, path: str | os.PathLike[str]) -> None:
        gathered: dict[str, Any] = {"distance": None, **_gathered(self._asked, _Reports(None)), **self.conventions}
        arrays = graph_of(**gathered)
        write_solved_graph(path, arrays, self.outcome, self.distance, self.conventions)

    def verify(self, *, progress: Progress = None) -> Verification:
        checked, wrong = 0, 0
        failures: list[tuple[int, str]] = []
        for first, last, _, moves in self._stretches("verify", progress):
            part = _core.verify_stretch(self._core, first, last - first, *moves, self._threads)
            checked, wrong, failures = checked + part[0], wrong + part[1], failures + part[2]
        return verification_of((checked, wrong, failures[:_MAX_FAILURES]))

    def _stretches(self, phase: str, progress: Progress) -> Iterator[
            tuple[int, int, NDArray[np.int64], tuple[_Integers, _Integers]]]:
        """The batches as (first, last, the positions where play goes on, their checked moves)."""
        terminal = self._core.arrays.terminal
        with shown(progress) as report:
            reports = _Reports(report)
            for first, last in _batches(len(self)):
                reports(phase, first, len(self))
                positions = _open_positions(terminal[first:last], first)
                moves = self._asked.moves(positions)
                if len(positions):
                    with _Place(_span_of(positions)):
                        _core.expect_rows(*moves, len(positions), len(self), "targets")
                yield first, last, positions, moves

    def _moves(self, number: int) -> list[tuple[int, str, int | None, int, int]]:
        if self._core.arrays.terminal[number] != Terminal.GOES_ON:
            return []
        return self._core.moves_to(number, self._asked.row(number))


def _solved_backwards(asked: _AskedRules, conventions: dict[str, str], threads: int,
                      report: ProgressFunction | None) -> Solution:
    """Solves without keeping moves."""
    size, reports = asked.size, _Reports(report)
    _core.expect_memory(size * _BYTES_WITHOUT_MOVES)
    to_move, terminal, num_moves = np.empty(size, np.uint8), np.empty(size, np.uint8), np.zeros(size, np.uint32)
    distance: NDArray[np.uint32] | None = None
    for first, last in _batches(size):
        reports("list", first, size)
        labels = asked.described(first, last)
        positions = _open_positions(labels[1], first)
        moves = asked.moves(positions)
        with _Place(f"positions {first} .. {last - 1}"):
            _core.expect_batch(*labels, *moves, size)
            if conventions["seen_by"] == "mover" and labels[0].any():
                raise _core.InputError(f"to_move[{int(np.argmax(labels[0]))}] is 1; it must be 0, as seen_by is mover")
            if first == 0 and labels[2] is not None:
                distance = np.empty(size, np.uint32)
            if (distance is None) != (labels[2] is None):
                raise _core.InputError(f"distance is {'given' if distance is None else 'missing'}, unlike earlier")
        to_move[first:last], terminal[first:last] = labels[:2]
        num_moves[positions] = np.diff(moves[0])
        if distance is not None:
            distance[first:last] = labels[2]
    arrays = graph_of((0,), (), to_move, terminal, distance, **conventions)
    solved = _core.solve_described(arrays, num_moves, asked.sources, thread_number(threads), report)
    return _SolutionWithoutMoves(solved, conventions, asked, threads)


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
        As for `solve_graph`. The first phase is "list".

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
        arrays = _gathered(asked, _Reports(report))
        return solve_graph(**arrays, no_moves=no_moves, infinite_play=infinite_play, seen_by=seen_by, threads=threads,
                           progress=report)


def _expect_options(no_moves: str, infinite_play: str, seen_by: str, threads: int) -> None:
    """Refuses before the functions are called what `solve_graph` would refuse after them."""
    _code("no_moves", no_moves, NO_MOVES)
    _code("infinite_play", infinite_play, INFINITE_PLAY)
    _code("seen_by", seen_by, SEEN_BY)
    thread_number(threads)
