# SPDX-License-Identifier: MIT
"""Solved graphs: values, moves and lines of play, by the numbers of positions or by states, nodes or keys."""

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

    outcome: str  #: for the player to move: win, loss, tie, draw; or illegal
    winner: str | None  #: first or second, after the rule for infinite play: its winner in every draw
    plies: int | None  #: the distance; None if missing


@dataclasses.dataclass(frozen=True)
class Move:
    """A move, with the value of the position to which it leads."""

    position: Any  #: the number of that position, or its state or node
    outcome: str  #: for the player to move there
    winner: str | None  #: as in `Value`
    plies: int | None
    best: bool
    rank: int  #: 0 for the best; equal moves share a rank


Place = TypeVar("Place")


class Line(NamedTuple, Generic[Place]):
    """Play in which both make the first of their best moves."""

    positions: tuple[Place, ...]  #: the requested position first
    repeats_from: int | None  #: in endless play: the index of the position that follows the last one


@dataclasses.dataclass(frozen=True)
class Failure:
    """A position whose entry is wrong."""

    position: Any
    reason: str


@dataclasses.dataclass(frozen=True)
class Verification:
    """The result of a check; true if nothing is wrong."""

    checked: int  #: positions, illegal ones included
    wrong: int
    failures: tuple[Failure, ...]  #: those of the ten lowest positions

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong."""
        return self.wrong == 0

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        if self.accepted:
            return f"{self.checked:,} positions, all right"
        first = self.failures[0]
        return f"{self.wrong:,} of {self.checked:,} positions are wrong; the first is {first.position}: {first.reason}"


def verification_of(report: tuple[int, int, list[tuple[int, str]]]) -> Verification:
    checked, wrong, failures = report
    return Verification(checked, wrong, tuple(Failure(*failure) for failure in failures))


_PLAYERS = ("first", "second")


class Solution:
    """A solved graph; made by `solve_graph`.

    Arrays have one entry per position, are computed on first access, and are read-only.

    Attributes
    ----------
    outcome : ndarray of uint8
        For the player to move, as in a table: 0 illegal, 1 win, 2 loss, 3 tie, 4 draw; see `Outcome`.
    distance : ndarray of uint16, or uint32 if a distance is over 65,534
        Plies to the end; the largest number of the type for illegal positions and draws.
    winner : ndarray of int8
        0 the first player, 1 the second, 2 a tie, 3 a draw, -1 illegal; before the rule for infinite play, unlike the
        `winner` of a `Value` or a `Move`.
    counts : dict
        The positions by outcome for the player to move: win, loss, tie, draw.
    winners : dict
        The positions by winner: first, second, tie, draw.
    signature : str
        16 hexadecimal digits, a digest of all outcomes and distances; see framework/docs/format.md.
    num_moves, num_waves : int
        Moves out of positions that are not terminal; the waves of the solve.
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
        """The positions by outcome and distance: for win, loss and tie an array whose element d counts distance d."""
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
        """Play from position v, if both players make the first of their best moves: to the end, or until a position
        repeats. Raises the errors of `value`."""
        position: int | None = self._position(v)
        indices: dict[int, int] = {}
        while position is not None and position not in indices:
            indices[position] = len(indices)
            position = next((to for to, _, _, _, rank in self._moves(position) if rank == 0), None)
        return Line(tuple(indices), None if position is None else indices[position])

    def strategy(self, *, progress: Progress = None) -> NDArray[np.int64]:
        """For each position the target of its first best move; -1 for terminals and illegal positions. Includes
        positions that are not won."""
        with display(progress) as callback:
            return self._core.strategy(callback)

    def verify(self, *, progress: Progress = None) -> Verification:
        """Prove the solution by comparing each entry with those of its moves; shares no code with the solver."""
        with display(progress) as callback:
            return verification_of(self._core.verify(callback))

    def to_networkx(self, limit: int = 1000) -> Any:
        """The graph as a ``networkx.MultiDiGraph`` without illegal positions; `solve_networkx` accepts it. Nodes have
        `to_move`, `terminal`, `outcome`, `winner` and `plies`, and `distance` if it was an argument; edges `best` and
        `rank`; the graph has `no_moves`, `infinite_play` and `seen_by`. Raises InputError for more than `limit`
        positions."""
        return self._networkx(limit, lambda v: v)

    def _networkx(self, limit: int, name_of: Callable[[int], Any]) -> Any:
        import networkx

        if len(self) > count_of("limit", limit):
            raise _core.InputError(f"the graph has {len(self):,} positions, more than the limit {limit:,}; raise limit")
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
        """Write the graph with `outcome` and `distance` as a graph file, HDF5 of the format `zermelo-graph`, which
        `zermelo solve graph_file` and h5py read. Needs h5py. A solution by the engine "implicit" first gets all moves
        from the rules, and needs the memory for them. Raises InputError if `path` cannot be written, OSError if the
        disk is full; `path` is then unchanged."""
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
            raise TypeError(f"the position is {type(v).__name__}; allowed: an integer from 0 to {len(self) - 1}") from None
        if not 0 <= number < len(self):
            raise _core.InputError(f"position: expected 0 to {len(self) - 1}, got {number}")
        return number

    def _winner(self, outcome: str, to_move: int) -> str | None:
        """The winner after the rule for infinite play."""
        if outcome == "win":
            return _PLAYERS[to_move]
        if outcome == "loss":
            return _PLAYERS[1 - to_move]
        endless = self.conventions["infinite_play"]
        return endless if outcome == "draw" and endless != "nobody" else None


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be made writable again."""
    array.flags.writeable = False
    return array.view()


Key = TypeVar("Key", bound=Hashable)


class KeyedSolution(Mapping[Key, Value]):
    """A solution with results by state, node or key, a mapping to values; made by `Explored.solve`,
    `ExploredKeys.solve` and `solve_networkx`.

    Attributes
    ----------
    solution : Solution
        The solution by number, with arrays and signature.
    states : sequence
        The state, node or key of each number.
    index : mapping
        The number of each of them.
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

    __eq__ = object.__eq__  # identity, as in Solution, not entry by entry
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Keyed{repr(self.solution)[1:]}"

    @property
    def counts(self) -> dict[str, int]:
        """See `Solution.counts`."""
        return self.solution.counts

    def value(self, key: Key) -> Value:
        """The value of a state or node. Raises KeyError if it is missing."""
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
        """See `Solution.to_networkx`; nodes are states, nodes or keys."""
        return self.solution._networkx(limit, self.states.__getitem__)

    def save(self, path: str | os.PathLike[str], *, progress: Progress = None) -> None:
        """See `Solution.save`; also writes ``str(key)`` as the name of each position."""
        solution = self.solution
        with display(progress) as report:
            write_solved_graph(path, solution._core.arrays, solution.outcome, solution.distance, solution.conventions,
                               [str(key) for key in self.states], report)

    def strategy(self, *, progress: Progress = None) -> dict[Key, Key]:
        """For each state or node that is not terminal, the target of its first best move."""
        best = self.solution.strategy(progress=progress)
        return {self.states[v]: self.states[to] for v, to in enumerate(best.tolist()) if to >= 0}

    def verify(self, *, progress: Progress = None) -> Verification:
        """See `Solution.verify`."""
        found = self.solution.verify(progress=progress)
        return dataclasses.replace(found, failures=tuple(
            Failure(self.states[failure.position], failure.reason) for failure in found.failures))
