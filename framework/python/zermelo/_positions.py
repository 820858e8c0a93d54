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

    state: str  #: that position as a string, as reached from the probed position
    notation: str | None  #: in the standard notation of the field, such as FEN; None if the game has none
    gain: int | None  #: points that the move gains for its player; None: moves of the game gain no points
    margin: int | None
    """The points that the move keeps for its player: `gain` plus the margin from there on for the same player. None:
    the game is not played for points."""
    ends: bool  #: whether the move leads to a terminal
    changes: tuple[tuple[int, int | None], ...] | None
    """(cell, new piece) of each cell that the move changes, as indices; None: the game has no board."""
    hands: tuple[tuple[int, ...], ...] | None  #: for each hand, the number of each piece; None: unchanged


@dataclasses.dataclass(frozen=True)
class Position:
    """The value of a position, as in `zermelo probe --json`."""

    state: str  #: such as "cat=1,1 mouse=2,0 turn=mouse"; for an unknown game, indices on axes
    position: int  #: its number in the table
    outcome: str  #: raw, for the player to move: win, loss, tie or draw
    winner: str | None  #: after the rules for infinite play and the move limit; None: a tie or a draw
    plies: int | None  #: raw distance; None if missing
    margin: int | None
    """The points that the player to move gets more than the opponent from here on: positive in a win, negative in a loss,
    0 in a tie or a draw. None: the game is not played for points."""
    result: str  #: under the rules: win, tie or draw
    decided_by: str | None  #: play, infinite_play or move_limit; None: a plain draw
    answer: int | bool | None  #: the answer of the game's problem; None: the game has none
    notation: str | None  #: in the standard notation of the field, such as FEN; None if the game has none
    plies_played: int  #: plies before the position, which count against the move limit
    moves: tuple[StateMove, ...] | None  #: in the game's order, empty for terminals; None: not requested, or unknown
    drawing: str | None  #: the game's drawing, in lines; None: moves were not requested
    # The following fields are also None in results of `find`.
    to_move: str | None  #: the name of the player to move
    cells: tuple[tuple[int, int], ...] | None
    """(cell, piece) of each occupied cell, as indices; None: the game has no board."""
    hands: tuple[tuple[int, ...], ...] | None  #: for each hand, the number of each piece
    gained: int | None
    """In a line: the points gained up to here by the player to move in its first position, minus those of the opponent.
    None elsewhere, and if moves gain no points."""

    @property
    def best_moves(self) -> tuple[StateMove, ...]:
        """The moves of rank 0."""
        return tuple(move for move in self.moves or () if move.best)


class Values(NamedTuple):
    """The values of many positions: arrays of one shape."""

    outcome: NDArray[np.uint8]  #: for the player to move, see `Outcome`
    distance: NDArray[Any]  #: uint16 or uint32, in plies; the largest number of the type if missing
    winner: NDArray[np.int8] | None = None  #: raw: 0, 1 the players, 2 a tie, 3 a draw, -1 illegal; see `Table.winner`
    margin: NDArray[Any] | None = None  #: int8 or int16, points for the player to move; None: the game is not played for points


@dataclasses.dataclass(frozen=True, eq=False)
class Axis:
    """One dimension of the arrays."""

    name: str
    size: int
    labels: tuple[str, ...]  #: by index; empty: without labels
    coordinates: dict[str, NDArray[np.int64]]  #: by index, such as row and column; empty: without coordinates

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

        `value` is a label; or the coordinates in their order, as a tuple, a single one also as a number; or the index
        itself on an axis without both. Raises InputError if no index matches.
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
            raise _core.InputError(f"{self.name}={field_text(numbers)}: no index has the {' and the '.join(names)} "
                                   f"{field_text(numbers)}")
        return int(found.argmax())

    def value(self, index: int) -> str | int | tuple[int, ...]:
        """The argument of `index` for this index: a label, a tuple of coordinates, or a number."""
        index = count_of("index", index)
        if index >= self.size:
            raise _core.InputError(f"{self.name}: expected an index from 0 to {self.size - 1}, got {index}")
        if self.labels:
            return self.labels[index]
        numbers = tuple(int(at[index]) for at in self.coordinates.values())
        return numbers if len(numbers) > 1 else numbers[0] if numbers else index


@dataclasses.dataclass(frozen=True, eq=False)
class Selection:
    """A part of the values: arrays shaped by the axes that were not fixed."""

    axes: tuple[Axis, ...]
    outcome: NDArray[np.uint8]
    distance: NDArray[Any]
    winner: NDArray[np.int8] | None = None  #: None if positions are relative to the player to move
    margin: NDArray[Any] | None = None  #: None for a game that is not played for points

    def to_xarray(self) -> Any:
        """The arrays as an ``xarray.Dataset``, with labels and coordinates where the axes have them."""
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
    """A game with the values of its positions; the base of `Table` and `GameSolution`."""

    _backend: Core | None  # None: closed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game}: {len(self):,} positions>"

    # --- about the game --------------------------------------------------------------------------------------------

    def _core_or_raise(self) -> Core:
        if self._backend is None:
            raise ValueError(f"{self!r} is closed")
        return self._backend

    def __len__(self) -> int:
        """The number of positions, illegal ones included."""
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
        """The program's JSON about the solution: params, counts, winners, signature, histogram."""
        raise NotImplementedError

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the game, defaults included."""
        return dict(self._summary()["params"])

    @property
    def counts(self) -> dict[str, int]:
        """The legal positions by outcome."""
        return dict(self._summary()["counts"])

    @property
    def winners(self) -> dict[str, int] | None:
        """The legal positions by winner; None if positions are relative to the player to move."""
        winners: dict[str, int] | None = self._summary()["winners"]
        return winners

    @property
    def signature(self) -> str:
        """The signature of all values, 16 hexadecimal digits."""
        return str(self._summary()["signature"])

    def histogram(self) -> dict[str, NDArray[np.int64]]:
        """The positions by outcome and distance: for win, loss and tie an array whose element d counts distance d."""
        return {name: np.array(counts, dtype=np.int64) for name, counts in self._summary()["histogram"].items()}

    @property
    def start(self) -> int | None:
        """The number of the start; None if there is none."""
        return self._core_or_raise().start

    @property
    def start_state(self) -> str | None:
        """The start as a string; None if there is none."""
        start = self.start
        return None if start is None else self.probe(start).state

    @lazy
    def axes(self) -> tuple[Axis, ...]:
        """The dimensions of the arrays. The product of their sizes is the number of positions, which are numbered in
        row-major order."""
        return tuple(Axis(name, size, tuple(labels), coordinates)
                     for name, size, labels, coordinates in self._core_or_raise().axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return tuple(axis.size for axis in self.axes)

    # --- single positions ------------------------------------------------------------------------------------------

    def probe(self, state: str | int | None = None, /, plies_played: int | None = None, **fields: Any) -> Position:
        """The value of a position and its moves; only the value if the game is unknown.

        Parameters
        ----------
        state : str or int, optional
            The position: a string, the game's notation, ``moves=3,1`` for the third move from the start and the first
            from there, or its number. None: given by `fields`, or the start.
        plies_played : int, optional
            Plies before the position, which count against a move limit. None: the number of moves in ``moves=``, else
            0.
        **fields
            The fields of the position by name, such as ``turn="cat", cat=(1, 3), mouse=(2, 1)``.

        Raises
        ------
        InputError
            If the position is missing or illegal, or there is no start.
        TypeError
            If `state` is neither a str nor an int.
        """
        plies = None if plies_played is None else count_of("plies_played", plies_played)
        return self._core_or_raise().probe(self._state(state, fields), plies, Position, StateMove)

    def moves(self, state: str | int | None = None, /, plies_played: int | None = None,
              **fields: Any) -> tuple[StateMove, ...]:
        """The moves from a position in the game's order; empty for terminals. Arguments and errors are those of
        `probe`."""
        self._core_or_raise().expect_rules()
        return self.probe(state, plies_played, **fields).moves or ()

    def best_moves(self, state: str | int | None = None, /, plies_played: int | None = None,
                   **fields: Any) -> tuple[StateMove, ...]:
        """The best moves from a position, which may be several. Arguments and errors are those of `probe`."""
        self._core_or_raise().expect_rules()
        return self.probe(state, plies_played, **fields).best_moves

    def line(self, state: str | int | None = None, /, plies_played: int | None = None, **fields: Any) -> Line[Position]:
        """Play from a position if both players make the first of their best moves: to the end, or until a position
        repeats. The positions have no moves. Arguments and errors are those of `probe`."""
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
            raise TypeError(f"{next(iter(fields))}: a position is given by a number or by fields, not both")
        if isinstance(state, bool) or not isinstance(state, (int, np.integer)):
            raise TypeError(f"state is {type(state).__name__}; allowed: a str or an int")
        if not 0 <= state < 2**64:
            raise _core.InputError(f"position: expected 0 to {len(self) - 1}, got {state}")
        return int(state)

    # --- many positions --------------------------------------------------------------------------------------------

    def probe_many(self, positions: ArrayLike | Iterable[str], *, threads: int = 0,
                   progress: Progress = None) -> Values:
        """The raw values of many positions, in any order. Each part of a file is read once.

        Parameters
        ----------
        positions : array_like of int, or iterable of str
            Numbers of positions, of any shape; or one position per str, as in `probe`.
        threads : int
            0: all of the machine.
        progress
            See `solve_graph`.

        Returns
        -------
        Values
            Arrays of the shape of `positions`: outcome uint8, distance uint16 or uint32, winner int8 (None if positions
            are relative to the player to move), margin int8 or int16 (None for a game that is not played for points).
            Illegal positions have `Outcome.ILLEGAL`.

        Raises
        ------
        InputError
            If a number is out of range or a string is not a position; the message has its index.
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
            raise TypeError(f"positions is {type(positions).__name__}; allowed: integers, or several strings")
        if not isinstance(positions, (np.ndarray, int)):
            if hasattr(positions, "__array__"):  # such as a column of pandas
                positions = np.asarray(positions)
            elif isinstance(positions, Iterable):
                positions = list(positions)
            else:
                raise TypeError(f"positions is {type(positions).__name__}; allowed: integers, or strings")
        is_array = isinstance(positions, np.ndarray)
        if not is_array or positions.dtype.kind in "OU":
            listed = positions.ravel().tolist() if is_array else positions
            are_strings = [isinstance(one, str) for one in listed] if isinstance(listed, list) else []
            if any(are_strings):
                if not all(are_strings):
                    index = are_strings.index(False)
                    raise TypeError(f"positions[{index}] is {type(listed[index]).__name__}, others are strings; "
                                    "allowed: only integers, or only strings")
                numbers = self._core_or_raise().numbers(listed, threads, callback)
                return numbers.reshape(positions.shape) if is_array else numbers
        array = integers_of("positions", positions)
        if array.dtype.kind != "i" and array.size and int(array.max()) >= 2**63:
            index = int(np.argmax(array.ravel()))
            raise _core.InputError(f"positions[{index}]: expected 0 to {len(self) - 1}, got {array.ravel()[index]}")
        return np.ascontiguousarray(array, dtype=np.int64).reshape(array.shape)

    @lazy
    def _arrays(self) -> list[str]:
        """The names of the arrays that the game has."""
        return self._core_or_raise().arrays

    @lazy
    def outcome(self) -> NDArray[np.uint8]:
        """uint8, shaped by the axes, read-only: the outcomes of all positions for the player to move, see `Outcome`."""
        return self._array("outcome")

    @lazy
    def distance(self) -> NDArray[Any]:
        """uint16 or uint32, shaped by the axes, read-only: plies to the end; the largest number of the type if
        missing."""
        return self._array("distance")

    @lazy
    def winner(self) -> NDArray[np.int8]:
        """int8, shaped by the axes, read-only: 0 the first player, 1 the second, 2 a tie, 3 a draw, -1 illegal; before
        the rules for infinite play and the move limit. Raises InputError if positions are relative to the player to
        move."""
        return self._array("winner")

    @lazy
    def margin(self) -> NDArray[Any]:
        """int8 or int16, shaped by the axes, read-only: the points that the player to move gets more than the opponent
        from there on, 0 where nobody wins and for illegal positions. Raises InputError for a game that is not played
        for points."""
        return self._array("margin")

    def _array(self, name: str) -> NDArray[Any]:
        return read_only(self._core_or_raise().read(0, len(self), [name], 0, None)[name].reshape(self.shape))

    def select(self, **fields: Any) -> Selection:
        """The values at fixed indices on some axes, such as ``select(turn="cat", cat=(0, 3))``; without any, all
        values.

        Arguments are those of `Axis.index`. Memory: up to 9 bytes per selected position, or per position of the whole
        if that is at most eight times as many. Raises InputError for an unknown axis or index.
        """
        by_name = {axis.name: axis for axis in self.axes}
        for name in fields:
            if name not in by_name:
                raise _core.InputError(f"unknown axis '{name}'; the axes are {', '.join(by_name)}")
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
        """The values of `select` as an ``xarray.Dataset``, with labels and coordinates where the axes have them."""
        dataset = self.select(**fields).to_xarray()
        dataset.attrs["game"] = self.game
        return dataset
