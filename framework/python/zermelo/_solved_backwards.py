# SPDX-License-Identifier: MIT
"""Solves games whose rules are functions over arrays of positions, without storing their moves."""

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checked_rules import (_CheckedRules, _batches, _reject_unused_targets, _gathered, _Integers, _Labels, _open_positions, _Location,
                           _span_of)
from ._graph import graph_of, thread_number
from ._graph_file import expect_writable, write_solved_graph
from ._progress import Progress, ProgressFunction, Reports, display
from ._solution import Solution, Terminal, Verification, verification_of

#: Bytes per position during the solve, for labels, numbers of moves, 4-byte words and lists of positions.
_BYTES_WITHOUT_MOVES = 11
_MAX_FAILURES = 10


class _SolutionWithoutMoves(Solution):
    """A solution that calls the rules whenever it needs moves."""

    def __init__(self, core: _core.GraphSolution, conventions: dict[str, str], checked: _CheckedRules, threads: int) -> None:
        super().__init__(core, conventions)
        self._backend = checked
        self._threads = threads

    def strategy(self, *, progress: Progress = None) -> NDArray[np.int64]:
        best = np.full(len(self), -1, np.int64)
        for _, _, positions, moves in self._ranges("copy", progress):
            best[positions] = _core.best_targets(self._core, positions, *moves)
        return best

    def save(self, path: str | os.PathLike[str], *, progress: Progress = None) -> None:
        expect_writable(path)
        with display(progress) as report:
            gathered: dict[str, Any] = {"distance": None, **_gathered(self._backend, Reports(report)), **self.conventions}
            arrays = graph_of(**gathered)
            write_solved_graph(path, arrays, self.outcome, self.distance, self.conventions, report=report)

    def verify(self, *, progress: Progress = None) -> Verification:
        checked, wrong = 0, 0
        failures: list[tuple[int, str]] = []
        for first, last, _, moves in self._ranges("verify", progress):
            part = _core.verify_range(self._core, first, last - first, *moves, self._threads)
            checked, wrong, failures = checked + part[0], wrong + part[1], failures + part[2]
        return verification_of((checked, wrong, failures[:_MAX_FAILURES]))

    def _ranges(self, phase: str, progress: Progress) -> Iterator[
            tuple[int, int, NDArray[np.int64], tuple[_Integers, _Integers]]]:
        """Yields, for each batch, (first, last, positions that are not terminal, checked moves of these positions)."""
        terminal = self._core.arrays.terminal
        with display(progress) as report:
            reports = Reports(report)
            for first, last in _batches(len(self)):
                reports(phase, first, len(self))
                positions = _open_positions(terminal[first:last], first)
                moves = self._backend.moves(positions)
                if len(positions):
                    with _Location(_span_of(positions)):
                        _core.expect_rows(*moves, len(positions), len(self), "targets")
                yield first, last, positions, moves

    def _moves(self, number: int) -> list[tuple[int, str, int | None, int, int]]:
        if self._core.arrays.terminal[number] != Terminal.NONE:
            return []
        return self._core.moves_to(number, self._backend.row(number))


def _expect_labels(labels: _Labels, conventions: dict[str, str]) -> None:
    """Raises InputError for labels that `solve_graph` rejects. Does not check moves."""
    to_move, terminal, distance = labels
    _core.expect_labels(graph_of(np.zeros(len(to_move) + 1, np.int64), (), to_move, terminal, distance, **conventions))


def _solved_backwards(checked: _CheckedRules, conventions: dict[str, str], threads: int,
                      report: ProgressFunction | None) -> Solution:
    """Solves a game with the engine "implicit"."""
    size, reports = checked.size, Reports(report)
    _core.expect_memory(size * _BYTES_WITHOUT_MOVES)
    to_move, terminal, num_moves = np.empty(size, np.uint8), np.empty(size, np.uint8), np.zeros(size, np.uint32)
    distance: NDArray[np.uint32] | None = None
    for first, last in _batches(size):
        reports("describe", first, size)
        labels = checked.described(first, last)
        with _Location(f"positions {first} .. {last - 1}"):
            _expect_labels(labels, conventions)
            if first == 0 and labels[2] is not None:
                distance = np.empty(size, np.uint32)
            if (distance is None) != (labels[2] is None):
                raise _core.InputError("distance: expected in all batches or in none")
        to_move[first:last], terminal[first:last] = labels[:2]
        if distance is not None:
            distance[first:last] = labels[2]
    has_unused = bool((terminal == Terminal.ILLEGAL).any())
    for first, last in _batches(size):
        reports("list", first, size)
        positions = _open_positions(terminal[first:last], first)
        moves = checked.moves(positions)
        with _Location(f"positions {first} .. {last - 1}"):
            _core.expect_rows(*moves, len(positions), size, "targets")
            if has_unused:
                _reject_unused_targets(moves[1], terminal)
        num_moves[positions] = np.diff(moves[0])
    arrays = graph_of((0,), (), to_move, terminal, distance, **conventions)
    solved = _core.solve_described(arrays, num_moves, checked.sources, thread_number(threads), report)
    return _SolutionWithoutMoves(solved, conventions, checked, threads)
