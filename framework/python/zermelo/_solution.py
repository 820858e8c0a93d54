# SPDX-License-Identifier: MIT
"""Solutions of graphs: values, moves and lines of play. Positions are numbers, or states, nodes or keys."""

import dataclasses
import enum
import operator
import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._graph_file import write_solved_graph
from ._lazy import lazy
from ._progress import Progress, display
from ._arguments import count_of


class Terminal(enum.IntEnum):
    """The result of a terminal: the codes of `terminal`."""

    NONE = 0
    FIRST_WON = 1
    SECOND_WON = 2
    TIE = 3
    ILLEGAL = 4
    DRAW = 5


class Outcome(enum.IntEnum):
    """The value of a position for the player to move: the codes of `outcome`."""

    ILLEGAL = 0
    WIN = 1
    LOSS = 2
    TIE = 3
    DRAW = 4


@dataclasses.dataclass(frozen=True)
class Value:
    """The value of a position."""

    outcome: str  #: win, loss, tie or draw for the player to move, or illegal
    winner: str | None  #: first, second or None; a draw is won by the winner of infinite play
    plies: int | None  #: the distance; None for draws and illegal positions


@dataclasses.dataclass(frozen=True)
class Move:
    """A move, with the value of the position to which it leads."""

    position: Any  #: the number, state, node or key of the position to which the move leads
    outcome: str  #: the outcome of that position for its player to move
    winner: str | None  #: the winner of that position, as in `Value`
    plies: int | None  #: the distance of that position
    best: bool  #: whether the rank is 0
    rank: int  #: 0 for the best moves; moves of equal value have the same rank


Node = TypeVar("Node")


class Line(NamedTuple, Generic[Node]):
    """A line of play in which both players make the first of their best moves."""

    positions: tuple[Node, ...]  #: the positions in order, beginning with the requested one
    repeats_from: int | None  #: if play repeats, the index of the position that follows the last one


@dataclasses.dataclass(frozen=True)
class Failure:
    """A position whose entry is wrong."""

    position: Any
    reason: str


@dataclasses.dataclass(frozen=True)
class Verification:
    """The result of a verification; true if no position is wrong."""

    checked: int  #: the number of checked positions, including illegal ones
    wrong: int  #: the number of wrong positions
    failures: tuple[Failure, ...]  #: the failures of the lowest wrong positions, at most ten

    @property
    def accepted(self) -> bool:
        """Whether no position is wrong."""
        return self.wrong == 0

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        if self.accepted:
            return f"{self.checked:,} positions, all correct"
        first = self.failures[0]
        return f"{self.wrong:,} of {self.checked:,} positions are wrong; the first is {first.position}: {first.reason}"


def verification_of(report: tuple[int, int, list[tuple[int, str]]]) -> Verification:
    checked, wrong, failures = report
    return Verification(checked, wrong, tuple(Failure(*failure) for failure in failures))


_PLAYERS = ("first", "second")


class Solution:
    """A solved graph; returned by `solve_graph` and `solve_rules`.

    Arrays have one entry per position. They are computed on first access, and are read-only.

    Attributes
    ----------
    outcome : ndarray of uint8
        The outcome for the player to move, as in a table: 0 illegal, 1 win, 2 loss, 3 tie, 4 draw; see `Outcome`.
    distance : ndarray of uint16, or uint32 if a distance is over 65,534
        The distance in plies; the largest number of the type for illegal positions and draws.
    winner : ndarray of int8
        0 the first player, 1 the second, 2 a tie, 3 a draw, -1 illegal. Unlike the `winner` of a `Value` or a `Move`,
        it ignores the winner of infinite play.
    counts : dict
        The number of positions for each outcome for the player to move: win, loss, tie, draw.
    winners : dict
        The number of positions for each winner: first, second, tie, draw.
    signature : str
        The signature of all outcomes and distances, 16 hexadecimal digits; see framework/docs/format.md.
    num_moves, num_waves : int
        The number of moves of positions that are not terminal, and of the waves of the solve.
    conventions : dict
        The arguments no_moves, infinite_play and seen_by of the solve.
    """

    def __init__(self, core: _core.GraphSolution, conventions: dict[str, str]) -> None:
        self._core = core
        self.conventions = conventions

    def __len__(self) -> int:
        return self._core.num_positions

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {number:,}" for name, number in self.counts.items())
        return f"<Solution of {len(self):,} positions: {counts}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Solution cannot be pickled; save(path) writes it to a file")

    @property
    def num_moves(self) -> int:
        return self._core.num_moves

    @property
    def num_waves(self) -> int:
        return self._core.num_waves

    @lazy
    def outcome(self) -> NDArray[np.uint8]:
        return read_only(self._core.outcomes(None))

    @lazy
    def distance(self) -> NDArray[Any]:
        return read_only(self._core.distances(None))

    @lazy
    def winner(self) -> NDArray[np.int8]:
        return read_only(self._core.winners(None))

    @property
    def counts(self) -> dict[str, int]:
        return dict(self._summary["counts"])

    @property
    def winners(self) -> dict[str, int]:
        return dict(self._summary["winners"])

    @property
    def signature(self) -> str:
        return str(self._summary["signature"])

    def histogram(self) -> dict[str, NDArray[np.int64]]:
        """The position counts by distance: for win, loss and tie, an array whose element d counts the distance d."""
        return {name: counts.copy() for name, counts in self._summary["histogram"].items()}

    def value(self, v: int) -> Value:
        """The value of position v. Raises InputError unless v is from 0 to V - 1, TypeError unless it is an integer."""
        number = self._position(v)
        outcome, plies = self._core.value(number)
        return Value(outcome, self._winner(outcome, int(self._core.arrays.to_move[number])), plies)

    def moves(self, v: int) -> tuple[Move, ...]:
        """The moves of position v in the order of `indices`; empty for terminals. Raises the errors of `value`."""
        return tuple(Move(to, outcome, self._winner(outcome, to_move), plies, rank == 0, rank)
                     for to, outcome, plies, to_move, rank in self._moves(self._position(v)))

    def best_moves(self, v: int) -> tuple[Move, ...]:
        """The best moves of position v. Raises the errors of `value`."""
        return tuple(move for move in self.moves(v) if move.best)

    def line(self, v: int) -> Line[int]:
        """The line of play from position v in which both players make the first of their best moves, to the end or
        until a position repeats. Raises the errors of `value`."""
        position: int | None = self._position(v)
        indices: dict[int, int] = {}
        while position is not None and position not in indices:
            indices[position] = len(indices)
            position = next((to for to, _, _, _, rank in self._moves(position) if rank == 0), None)
        return Line(tuple(indices), None if position is None else indices[position])

    def strategy(self, *, progress: Progress = None) -> NDArray[np.int64]:
        """The target of the first best move of each position, also of lost ones; -1 for positions without moves."""
        with display(progress) as callback:
            return self._core.strategy(callback)

    def verify(self, *, progress: Progress = None) -> Verification:
        """Verify the solution: compare each entry with those of its successors, with code independent of the solver."""
        with display(progress) as callback:
            return verification_of(self._core.verify(callback))

    def to_networkx(self, limit: int = 1000) -> Any:
        """The graph without illegal positions as a ``networkx.MultiDiGraph``, which `solve_networkx` accepts. Nodes
        have the attributes `to_move`, `terminal`, `outcome`, `winner`, `plies` and, if it was an argument, `distance`.
        Edges have `best` and `rank`. The graph has `no_moves`, `infinite_play` and `seen_by`. Raises InputError if
        there are more than `limit` positions."""
        return self._networkx(limit, lambda v: v)

    def _networkx(self, limit: int, name_of: Callable[[int], Any]) -> Any:
        import networkx

        if len(self) > count_of("limit", limit):
            raise _core.InputError(f"the graph has {len(self):,} positions, over the limit {limit:,}; increase limit")
        graph = networkx.MultiDiGraph(**self.conventions)
        arrays = self._core.arrays
        positions = [v for v in range(len(self)) if arrays.terminal[v] != Terminal.ILLEGAL]
        for v in positions:
            distance = {} if arrays.distance is None or not arrays.distance[v] else {"distance": int(arrays.distance[v])}
            graph.add_node(name_of(v), to_move=int(arrays.to_move[v]), terminal=int(arrays.terminal[v]), **distance,
                           **dataclasses.asdict(self.value(v)))
        for v in positions:
            for move in self.moves(v):
                graph.add_edge(name_of(v), name_of(move.position), best=move.best, rank=move.rank)
        return graph

    def save(self, path: str | os.PathLike[str], *, progress: Progress = None) -> None:
        """Write the graph with `outcome` and `distance` as a graph file, in the HDF5 format `zermelo-graph`, which
        `zermelo solve graph_file` and h5py can read. Needs h5py. With the engine "implicit", first requests all moves
        from the rules and stores them in memory. Raises InputError if `path` cannot be written, OSError if the disk is
        full; `path` is then unchanged."""
        with display(progress) as report:
            write_solved_graph(path, self._core.arrays, self.outcome, self.distance, self.conventions, report=report)

    def _moves(self, number: int) -> list[tuple[int, str, int | None, int, int]]:
        """The moves of a position as (target, outcome, plies, to_move, rank)."""
        return self._core.moves(number)

    @lazy
    def _summary(self) -> dict[str, Any]:
        return self._core.summary(None)

    def _position(self, v: int) -> int:
        try:
            number = operator.index(v)
        except TypeError:
            raise TypeError(f"position: expected an int from 0 to {len(self) - 1}, got {type(v).__name__}") from None
        if not 0 <= number < len(self):
            raise _core.InputError(f"position: expected 0 to {len(self) - 1}, got {number}")
        return number

    def _winner(self, outcome: str, to_move: int) -> str | None:
        """The winner of a position with this outcome; a draw is won by the winner of infinite play."""
        if outcome == "win":
            return _PLAYERS[to_move]
        if outcome == "loss":
            return _PLAYERS[1 - to_move]
        endless = self.conventions["infinite_play"]
        return endless if outcome == "draw" and endless != "nobody" else None


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only view of the array, which cannot be made writable again."""
    array.flags.writeable = False
    return array.view()


Key = TypeVar("Key", bound=Hashable)


class KeyedSolution(Mapping[Key, Value]):
    """A solution as a mapping from states, nodes or keys to values; returned by `Explored.solve`, `ExploredKeys.solve`
    and `solve_networkx`.

    Attributes
    ----------
    solution : Solution
        The solution by the numbers of positions, with arrays and signature.
    states : sequence
        The state, node or key of each number.
    index : mapping
        The number of each state, node or key.
    """

    def __init__(self, solution: Solution, states: Sequence[Key], index: Mapping[Key, int]) -> None:
        self.solution = solution
        self.states = states
        self.index = index

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[Key]:
        return iter(self.states)

    def __contains__(self, key: object) -> bool:
        return key in self.index

    def __getitem__(self, key: Key) -> Value:
        return self.value(key)

    __eq__ = object.__eq__  # compares identity, as Solution does, and not entries
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Keyed{repr(self.solution)[1:]}"

    @property
    def counts(self) -> dict[str, int]:
        """See `Solution.counts`."""
        return self.solution.counts

    def value(self, key: Key) -> Value:
        """See `Solution.value`. Raises KeyError for an unknown key."""
        return self.solution.value(self.index[key])

    def moves(self, key: Key) -> tuple[Move, ...]:
        """See `Solution.moves`. Raises KeyError for an unknown key."""
        return tuple(dataclasses.replace(move, position=self.states[move.position])
                     for move in self.solution.moves(self.index[key]))

    def best_moves(self, key: Key) -> tuple[Move, ...]:
        """See `Solution.best_moves`. Raises KeyError for an unknown key."""
        return tuple(move for move in self.moves(key) if move.best)

    def line(self, key: Key) -> Line[Key]:
        """See `Solution.line`. Raises KeyError for an unknown key."""
        positions, repeats_from = self.solution.line(self.index[key])
        return Line(tuple(self.states[v] for v in positions), repeats_from)

    def to_networkx(self, limit: int = 1000) -> Any:
        """See `Solution.to_networkx`; the nodes of the graph are states, nodes or keys."""
        return self.solution._networkx(limit, self.states.__getitem__)

    def save(self, path: str | os.PathLike[str], *, progress: Progress = None) -> None:
        """See `Solution.save`; also writes ``str(key)`` as the name of each position."""
        solution = self.solution
        with display(progress) as report:
            write_solved_graph(path, solution._core.arrays, solution.outcome, solution.distance, solution.conventions,
                               [str(key) for key in self.states], report)

    def strategy(self, *, progress: Progress = None) -> dict[Key, Key]:
        """The target of the first best move of each state, node or key that has moves."""
        best = self.solution.strategy(progress=progress)
        return {self.states[v]: self.states[to] for v, to in enumerate(best.tolist()) if to >= 0}

    def verify(self, *, progress: Progress = None) -> Verification:
        """See `Solution.verify`."""
        found = self.solution.verify(progress=progress)
        return dataclasses.replace(found, failures=tuple(
            Failure(self.states[failure.position], failure.reason) for failure in found.failures))
