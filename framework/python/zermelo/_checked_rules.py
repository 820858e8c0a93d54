# SPDX-License-Identifier: MIT
"""Calls rules that are functions over arrays of positions, in batches, and checks the returned arrays."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._graph import _distances, _indices, codes_of, players_of
from ._progress import Reports
from ._solution import Terminal

#: The largest number of positions in one call of the rules.
BATCH_SIZE = 65_536

Arrays = tuple[ArrayLike, ...]
_Integers = NDArray[Any]
_Labels = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32] | None]


class Rules(Protocol):
    """A game whose positions are numbered from 0. `solve_rules` accepts any object with these members."""

    @property
    def num_positions(self) -> int:
        """The number of positions, from 1 to 4,294,967,294."""

    def describe(self, first: int, last: int, /) -> Arrays:
        """Returns the arrays (to_move, terminal) or (to_move, terminal, distance) of the positions first .. last - 1,
        with the codes of `solve_graph`."""

    def successors(self, positions: NDArray[np.int64], /) -> Arrays:
        """Returns the arrays (indptr, targets) for positions that are not terminal: the moves from positions[i] lead to
        targets[indptr[i]:indptr[i + 1]]."""


class RulesBackwards(Rules, Protocol):
    """A game for `solve_rules` with the engine "implicit", which stores no moves."""

    def predecessors(self, positions: NDArray[np.int64], /) -> Arrays:
        """Returns the arrays (indptr, sources): the moves to positions[i] start in sources[indptr[i]:indptr[i + 1]]."""


def _unpacked(name: str, returned: Any, names: tuple[str, ...], optional: str) -> tuple[Any, ...]:
    """The arrays that the function `name` returned, with None for a missing optional array."""
    if not isinstance(returned, (tuple, list)) or not len(names) <= len(returned) <= len(names) + bool(optional):
        wanted = f"({', '.join(names)})" + (f" or ({', '.join((*names, optional))})" if optional else "")
        got = f"a tuple of {len(returned)}" if isinstance(returned, (tuple, list)) else type(returned).__name__
        raise TypeError(f"{name}: expected the arrays {wanted}, got {got}")
    return (*returned, *[None] * (len(names) + bool(optional) - len(returned)))


def _labels(to_move: ArrayLike, terminal: ArrayLike, distance: ArrayLike | None, size: int) -> _Labels:
    labels = players_of(to_move), codes_of("terminal", terminal)
    distances = None if distance is None else _distances("distance", distance)
    for name, array in zip(("to_move", "terminal", "distance"), (*labels, distances)):
        if array is not None and len(array) != size:
            raise _core.InputError(f"{name}: expected {size} entries, one per position, got {len(array)}")
    return *labels, distances


class _Location:
    """A context that prefixes InputError and TypeError messages with a location, such as the positions of a batch."""

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


class _CheckedRules:
    """Rules with a check of the returned arrays."""

    def __init__(self, rules: Rules, size: int) -> None:
        self.rules = rules
        self.size = size

    def described(self, first: int, last: int) -> _Labels:
        """The arrays (to_move, terminal, distance) of a batch. Does not check the codes."""
        returned = self.rules.describe(first, last)
        with _Location(f"positions {first} .. {last - 1}"):
            to_move, terminal, distance = _unpacked("describe", returned, ("to_move", "terminal"), "distance")
            return _labels(to_move, terminal, distance, last - first)

    def moves(self, positions: NDArray[np.int64]) -> tuple[_Integers, _Integers]:
        """The arrays (indptr, targets) of the moves. Does not check their values."""
        if not len(positions):
            return np.zeros(1, np.int64), np.zeros(0, np.int64)
        returned = self.rules.successors(positions)
        with _Location(_span_of(positions)):
            indptr, targets = _unpacked("successors", returned, ("indptr", "targets"), "")
            return _indices("indptr", indptr), _indices("targets", targets)

    def row(self, position: int) -> NDArray[np.int64]:
        """The targets of a position that is not terminal."""
        indptr, targets = self.moves(np.array([position], np.int64))
        with _Location(f"position {position}"):
            _core.expect_rows(indptr, targets, 1, self.size, "targets")
        return targets.astype(np.int64, copy=False)

    def sources(self, positions: NDArray[np.int64]) -> tuple[_Integers, _Integers]:
        """The checked arrays (indptr, sources) of the moves to positions."""
        returned = self.rules.predecessors(positions)  # type: ignore[attr-defined]
        with _Location(f"predecessors of {_span_of(positions)}"):
            rows, listed = _unpacked("predecessors", returned, ("indptr", "sources"), "")
            indptr, sources = _indices("indptr", rows), _indices("sources", listed)
            _core.expect_rows(indptr, sources, len(positions), self.size, "sources")
            return indptr, sources


def _span_of(positions: NDArray[np.int64]) -> str:
    return f"positions {positions[0]} .. {positions[-1]}"


def _open_positions(terminal: NDArray[np.uint8], first: int) -> NDArray[np.int64]:
    return np.flatnonzero(terminal == Terminal.NONE) + first


def _reject_unused_targets(targets: _Integers, terminal: NDArray[np.uint8]) -> None:
    """Raises InputError for the first illegal position among the targets."""
    leads_to_unused = terminal[targets] == Terminal.ILLEGAL
    if leads_to_unused.any():
        index = int(leads_to_unused.argmax())
        raise _core.InputError(f"targets[{index}]: expected a legal position, got {targets[index]}, whose terminal is 4")


def _gathered(checked: _CheckedRules, reports: Reports) -> dict[str, Any]:
    """The arrays of the whole graph, as arguments of `solve_graph`."""
    graph = _core.NumberedGathering(checked.size)
    for first, last in _batches(checked.size):
        reports("list", first, checked.size)
        labels = checked.described(first, last)
        moves = checked.moves(_open_positions(labels[1], first))
        with _Location(f"positions {first} .. {last - 1}"):
            graph.add(*labels, *moves)
    arrays = graph.arrays()
    indptr, indices, terminal = arrays["indptr"], arrays["indices"], arrays["terminal"]
    if (terminal == Terminal.ILLEGAL).any():
        for first, last in _batches(checked.size):
            reports("check", first, checked.size)
            with _Location(f"positions {first} .. {last - 1}"):
                _reject_unused_targets(indices[indptr[first]:indptr[last]], terminal)
    return arrays
