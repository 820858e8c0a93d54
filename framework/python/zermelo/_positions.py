# SPDX-License-Identifier: MIT
"""Positions of games with their values: the common interface of tables and solutions."""

import dataclasses
import operator
from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._graph import integers_of, thread_number
from ._lazy import lazy
from ._progress import Progress, display
from ._solution import Line, Move, read_only
from ._arguments import count_of, field_text


@dataclasses.dataclass(frozen=True)
class StateMove(Move):
    """A move, with the value of the position to which it leads: as in `zermelo probe --json`."""

    state: str  #: the position to which the move leads, as a string
    notation: str | None  #: that position in a standard notation such as FEN; None if the game has none
    gain: int | None  #: the points that the move gains for its player; None if moves of the game gain no points
    margin: int | None
    """The margin of the move for its player: `gain` plus the margin of that position for the same player. None if the
    game is not played for points."""
    ends: bool  #: whether the move leads to a terminal
    changes: tuple[tuple[int, int | None], ...] | None
    """(cell, new piece) of each cell that the move changes, as indices; None if the game has no board."""
    hands: tuple[tuple[int, ...], ...] | None  #: for each hand, the number of each piece; None if unchanged


@dataclasses.dataclass(frozen=True)
class Position:
    """The value of a position, as in `zermelo probe --json`."""

    state: str  #: the position as a string, such as "cat=1,1 mouse=2,0 turn=mouse"; for an unknown game, its indices
    position: int  #: the number of the position in the table
    outcome: str  #: the stored outcome for the player to move: win, loss, tie or draw
    winner: str | None  #: the winner under the rules for infinite play and the move limit; None for a tie or a draw
    plies: int | None  #: the stored distance; None if it is missing
    margin: int | None
    """The points that the player to move gains from here on, minus those of the opponent: positive in a win, negative
    in a loss, 0 in a tie or a draw. None if the game is not played for points."""
    result: str  #: the result under the rules for infinite play and the move limit: win, tie or draw
    decided_by: str | None  #: play, infinite_play or move_limit; None for a draw that no rule decides
    answer: int | bool | None  #: the answer to the game's problem; None if the game states no problem
    notation: str | None  #: the position in a standard notation such as FEN; None if the game has none
    plies_played: int  #: the plies played before the position, which count against the move limit
    moves: tuple[StateMove, ...] | None  #: in the game's order, empty for terminals; None if not requested, or unknown
    drawing: str | None  #: the position as text with several lines; None if moves were not requested
    # The following fields are also None in results of `find`.
    to_move: str | None  #: the name of the player to move
    cells: tuple[tuple[int, int], ...] | None
    """(cell, piece) of each occupied cell, as indices; None if the game has no board."""
    hands: tuple[tuple[int, ...], ...] | None  #: for each hand, the number of each piece
    gained: int | None
    """In a line, the points gained so far by the player to move in its first position, minus those of the opponent.
    None outside a line, and if moves gain no points."""

    @property
    def best_moves(self) -> tuple[StateMove, ...]:
        """The moves of rank 0; empty if `moves` is None."""
        return tuple(move for move in self.moves or () if move.best)


class Values(NamedTuple):
    """The values of many positions, in arrays of the same shape."""

    outcome: NDArray[np.uint8]  #: the codes of `Outcome`, for the player to move
    distance: NDArray[Any]  #: uint16 or uint32, in plies; the largest number of the type if there is no distance
    winner: NDArray[np.int8] | None = None  #: the codes of `Table.winner`; None if positions are relative
    margin: NDArray[Any] | None = None  #: int8 or int16, in points; None if the game is not played for points


@dataclasses.dataclass(frozen=True, eq=False)
class Axis:
    """One dimension of the arrays of values."""

    name: str
    size: int  #: the number of indices
    labels: tuple[str, ...]  #: the label of each index; empty if the axis has no labels
    coordinates: dict[str, NDArray[np.int64]]  #: the values of each coordinate, such as row, by index; may be empty

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Axis):
            return NotImplemented
        return ((self.name, self.size, self.labels) == (other.name, other.size, other.labels)
                and self.coordinates.keys() == other.coordinates.keys()
                and all(np.array_equal(at, other.coordinates[name]) for name, at in self.coordinates.items()))

    def __hash__(self) -> int:
        return hash((self.name, self.size, self.labels))

    def index(self, value: Any) -> int:
        """The index with this label or these coordinates.

        `value` is a label, a tuple of all coordinates in their order, or a number for a single coordinate. On an axis
        without labels and coordinates it is the index. Raises InputError if no index matches.
        """
        if self.labels:
            if str(value) not in self.labels:
                raise _core.InputError(f"{self.name}: expected one of {', '.join(self.labels)}, got '{value}'")
            return self.labels.index(str(value))
        names = tuple(self.coordinates) or ("number",)
        try:
            numbers = tuple(operator.index(v) for v in (value if isinstance(value, (tuple, list, np.ndarray)) else (value,)))
        except TypeError:
            numbers = ()
        if len(numbers) != len(names):
            raise _core.InputError(f"{self.name}: expected {','.join(names).upper()}, got '{field_text(value)}'")
        if not self.coordinates:
            if not 0 <= numbers[0] < self.size:
                raise _core.InputError(f"{self.name}: expected 0 to {self.size - 1}, got {numbers[0]}")
            return numbers[0]
        found = np.logical_and.reduce([at == n for at, n in zip(self.coordinates.values(), numbers)])
        if not found.any():
            raise _core.InputError(f"{self.name}: no cell of this axis has {','.join(names).upper()} "
                                   f"{field_text(numbers)}")
        return int(found.argmax())

    def value(self, index: int) -> str | int | tuple[int, ...]:
        """The label, the tuple of coordinates, or the number that `index` maps to this index."""
        index = count_of("index", index)
        if index >= self.size:
            raise _core.InputError(f"{self.name}: expected an index from 0 to {self.size - 1}, got {index}")
        if self.labels:
            return self.labels[index]
        numbers = tuple(int(at[index]) for at in self.coordinates.values())
        return numbers if len(numbers) > 1 else numbers[0] if numbers else index


@dataclasses.dataclass(frozen=True, eq=False)
class Selection:
    """Selected values, in arrays shaped by the axes that are not fixed; returned by `SolvedPositions.select`."""

    axes: tuple[Axis, ...]  #: the axes that are not fixed
    outcome: NDArray[np.uint8]
    distance: NDArray[Any]
    winner: NDArray[np.int8] | None = None  #: None if positions are relative to the player to move
    margin: NDArray[Any] | None = None  #: None if the game is not played for points

    def to_xarray(self) -> Any:
        """The arrays as an ``xarray.Dataset``, with the labels and coordinates of the axes."""
        import xarray

        names = [axis.name for axis in self.axes]
        arrays = {name: getattr(self, name) for name in Values._fields}
        coordinates: dict[str, Any] = {axis.name: list(axis.labels) for axis in self.axes if axis.labels}
        for axis in self.axes:
            coordinates.update((f"{axis.name}_{name}", (axis.name, at)) for name, at in axis.coordinates.items())
        return xarray.Dataset({name: (names, array) for name, array in arrays.items() if array is not None}, coordinates)


def _reshaped(arrays: dict[str, NDArray[Any]], shape: tuple[int, ...]) -> dict[str, NDArray[Any]]:
    return {name: array.reshape(shape) for name, array in arrays.items()}


Core = TypeVar("Core", bound=_core.SolvedPositions)


class SolvedPositions(Generic[Core]):
    """A game with the values of its positions; the base class of `Table` and `GameSolution`."""

    _backend: Core | None  # None if closed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game}: {len(self):,} positions>"

    # --- about the game --------------------------------------------------------------------------------------------

    def _core_or_raise(self) -> Core:
        if self._backend is None:
            raise ValueError(f"{self!r} is closed; open the table again")
        return self._backend

    def __len__(self) -> int:
        """The number of positions, including illegal ones."""
        return int(self._core_or_raise().num_positions)

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self._core_or_raise().game)

    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        return self._core_or_raise().players

    def _summary(self) -> dict[str, Any]:
        """The members of the JSON report that describe the solution: params, counts, winners, signature, histogram."""
        raise NotImplementedError

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the game, including defaults."""
        return dict(self._summary()["params"])

    @property
    def counts(self) -> dict[str, int]:
        """The number of legal positions for each outcome for the player to move."""
        return dict(self._summary()["counts"])

    @property
    def winners(self) -> dict[str, int] | None:
        """The number of legal positions for each winner; None if positions are relative to the player to move."""
        winners: dict[str, int] | None = self._summary()["winners"]
        return winners

    @property
    def signature(self) -> str:
        """The signature of all entries, 16 hexadecimal digits."""
        return str(self._summary()["signature"])

    def histogram(self) -> dict[str, NDArray[np.int64]]:
        """The position counts by distance: for win, loss and tie, an array whose element d counts the distance d."""
        return {name: np.array(counts, dtype=np.int64) for name, counts in self._summary()["histogram"].items()}

    @property
    def start(self) -> int | None:
        """The number of the start; None if the game has no start."""
        return self._core_or_raise().start

    @property
    def start_state(self) -> str | None:
        """The start as a string; None if the game has no start."""
        start = self.start
        return None if start is None else self.probe(start).state

    @lazy
    def axes(self) -> tuple[Axis, ...]:
        """The dimensions of the arrays of values. Positions are numbered in row-major order, so the product of the
        sizes is the number of positions."""
        return tuple(Axis(name, size, tuple(labels), coordinates)
                     for name, size, labels, coordinates in self._core_or_raise().axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return tuple(axis.size for axis in self.axes)

    # --- single positions ------------------------------------------------------------------------------------------

    def probe(self, state: str | int | None = None, /, plies_played: int | None = None, **fields: Any) -> Position:
        """The value of a position and its moves; without moves if the game is unknown.

        Parameters
        ----------
        state : str or int, optional
            The position: a string, which may use the game's notation; a string such as ``moves=3,1`` for the third move
            from the start and then the first move; or a number. None: the position of `fields`, or else the start.
        plies_played : int, optional
            The plies played before the position, which count against a move limit. None: the number of moves in
            ``moves=``, or else 0.
        **fields
            The fields of the position by name, such as ``turn="cat", cat=(1, 3), mouse=(2, 1)``.

        Raises
        ------
        InputError
            If the position does not exist or is illegal, or if no position is given and the game has no start.
        TypeError
            If `state` is neither a str nor an int.
        """
        plies = None if plies_played is None else count_of("plies_played", plies_played)
        return self._core_or_raise().probe(self._state(state, fields), plies, Position, StateMove)

    def moves(self, state: str | int | None = None, /, plies_played: int | None = None,
              **fields: Any) -> tuple[StateMove, ...]:
        """The moves of a position in the game's order; empty for terminals. Arguments and errors are those of `probe`;
        also raises InputError if the game is unknown."""
        self._core_or_raise().expect_rules()
        return self.probe(state, plies_played, **fields).moves or ()

    def best_moves(self, state: str | int | None = None, /, plies_played: int | None = None,
                   **fields: Any) -> tuple[StateMove, ...]:
        """The best moves of a position, all of equal value. Arguments and errors are those of `moves`."""
        self._core_or_raise().expect_rules()
        return self.probe(state, plies_played, **fields).best_moves

    def line(self, state: str | int | None = None, /, plies_played: int | None = None, **fields: Any) -> Line[Position]:
        """The line of play from a position in which both players make the first of their best moves, to the end or
        until a position repeats. The `moves` of its positions are None. Arguments and errors are those of `probe`."""
        plies = None if plies_played is None else count_of("plies_played", plies_played)
        positions, repeats_from = self._core_or_raise().line(self._state(state, fields), plies, Position)
        return Line(tuple(positions), repeats_from)

    def _state(self, state: Any, fields: dict[str, Any]) -> str | int:
        if isinstance(state, str):
            parts = [state] if state else []
            return " ".join(parts + [f"{name}={field_text(value)}" for name, value in fields.items()])
        if state is None:
            return " ".join(f"{name}={field_text(value)}" for name, value in fields.items())
        if fields:
            raise TypeError(f"{next(iter(fields))} cannot be combined with a number as state; use one of them")
        if isinstance(state, bool) or not isinstance(state, (int, np.integer)):
            raise TypeError(f"state: expected a str or an int, got {type(state).__name__}")
        if not 0 <= state < 2**64:
            raise _core.InputError(f"position: expected 0 to {len(self) - 1}, got {state}")
        return int(state)

    # --- many positions --------------------------------------------------------------------------------------------

    def probe_many(self, positions: ArrayLike | Iterable[str], *, threads: int = 0,
                   progress: Progress = None) -> Values:
        """The stored values of many positions, in any order. Each part of a table's file is read once.

        Parameters
        ----------
        positions : array_like of int, or iterable of str
            The positions, as an array of numbers of any shape, or as strings as in `probe`.
        threads : int
            The number of threads, from 0 to 1024; 0 uses all threads of the machine.
        progress
            See `solve_graph`.

        Returns
        -------
        Values
            Arrays of the shape of `positions`: outcome uint8, distance uint16 or uint32, winner int8 (None if positions
            are relative to the player to move), margin int8 or int16 (None if the game is not played for points).
            The outcome of illegal positions is `Outcome.ILLEGAL`.

        Raises
        ------
        InputError
            If a number is out of range or a string is not a position; the message has the index in `positions`.
        TypeError
            If the numbers are not integers.
        """
        core = self._core_or_raise()
        with display(progress) as callback:
            numbers = self._numbers(positions, thread_number(threads), callback)
            found = core.look_up(numbers.ravel(), self._arrays, thread_number(threads), callback)
        return Values(**_reshaped(found, numbers.shape))

    def _numbers(self, positions: Any, threads: int, callback: Any) -> NDArray[np.int64]:
        if isinstance(positions, (str, bytes)):
            raise TypeError(f"positions: expected integers or a list of strings, got {type(positions).__name__}")
        if not isinstance(positions, (np.ndarray, int)):
            if hasattr(positions, "__array__"):  # such as a column of pandas
                positions = np.asarray(positions)
            elif isinstance(positions, Iterable):
                positions = list(positions)
            else:
                raise TypeError(f"positions: expected integers or a list of strings, got {type(positions).__name__}")
        is_array = isinstance(positions, np.ndarray)
        if not is_array or positions.dtype.kind in "OU":
            listed = positions.ravel().tolist() if is_array else positions
            are_strings = [isinstance(one, str) for one in listed] if isinstance(listed, list) else []
            if any(are_strings):
                if not all(are_strings):
                    index = are_strings.index(False)
                    raise TypeError(f"positions[{index}]: expected a str, as other elements are, got "
                                    f"{type(listed[index]).__name__}")
                numbers = self._core_or_raise().numbers(listed, threads, callback)
                return numbers.reshape(positions.shape) if is_array else numbers
        array = integers_of("positions", positions)
        if array.dtype.kind != "i" and array.size and int(array.max()) >= 2**63:
            index = int(np.argmax(array.ravel()))
            raise _core.InputError(f"positions[{index}]: expected 0 to {len(self) - 1}, got {array.ravel()[index]}")
        return np.ascontiguousarray(array, dtype=np.int64).reshape(array.shape)

    @lazy
    def _arrays(self) -> list[str]:
        """The names of the arrays of values that the game has, such as "outcome"."""
        return self._core_or_raise().arrays

    @lazy
    def outcome(self) -> NDArray[np.uint8]:
        """The outcomes for the player to move: a read-only uint8 array of codes of `Outcome`, shaped by the axes."""
        return self._array("outcome")

    @lazy
    def distance(self) -> NDArray[Any]:
        """The distances in plies: a read-only uint16 or uint32 array shaped by the axes. The largest number of the type
        marks a missing distance."""
        return self._array("distance")

    @lazy
    def winner(self) -> NDArray[np.int8]:
        """The winners: a read-only int8 array shaped by the axes, with 0 the first player, 1 the second, 2 a tie, 3 a
        draw, -1 illegal. The rules for infinite play and the move limit are not applied. Raises InputError if positions
        are relative to the player to move."""
        return self._array("winner")

    @lazy
    def margin(self) -> NDArray[Any]:
        """The margins for the player to move, in points: a read-only int8 or int16 array shaped by the axes, with 0 for
        ties, draws and illegal positions. Raises InputError if the game is not played for points."""
        return self._array("margin")

    def _array(self, name: str) -> NDArray[Any]:
        return read_only(self._core_or_raise().read(0, len(self), [name], 0, None)[name].reshape(self.shape))

    def select(self, **fields: Any) -> Selection:
        """The values at fixed indices of some axes, such as ``select(turn="cat", cat=(0, 3))``; all values without any.

        The value of each field is an argument of `Axis.index`. Needs up to 9 bytes per selected position, or per
        position of the game if it has at most eight times as many. Raises InputError for an unknown axis or index.
        """
        by_name = {axis.name: axis for axis in self.axes}
        for name in fields:
            if name not in by_name:
                raise _core.InputError(f"unknown axis '{name}'; use one of {', '.join(by_name)}")
        index: tuple[Any, ...] = tuple(axis.index(fields[axis.name]) if axis.name in fields else slice(None)
                                       for axis in self.axes)
        retained = tuple(axis for axis in self.axes if axis.name not in fields)
        core = self._core_or_raise()
        whole_per_part = len(self) // max(1, int(np.prod([axis.size for axis in retained], dtype=np.int64)))
        if whole_per_part <= 8:
            whole = _reshaped(core.read(0, len(self), self._arrays, 0, None), self.shape)
            arrays = {name: np.ascontiguousarray(array[index]) for name, array in whole.items()}
        else:
            number: NDArray[np.int64] = np.zeros((), dtype=np.int64)
            for axis, at in zip(self.axes, index):
                number = number * axis.size
                number = number + at if isinstance(at, int) else number[..., np.newaxis] + np.arange(axis.size)
            arrays = _reshaped(core.look_up(np.ascontiguousarray(number).ravel(), self._arrays, 0, None), number.shape)
        return Selection(retained, **arrays)

    def to_xarray(self, **fields: Any) -> Any:
        """The values of `select` as an ``xarray.Dataset``, with the labels and coordinates of the axes."""
        dataset = self.select(**fields).to_xarray()
        dataset.attrs["game"] = self.game
        return dataset
