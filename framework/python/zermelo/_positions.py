# SPDX-License-Identifier: MIT
"""Positions of games with their values: what tables and solutions of games answer alike."""

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

    state: str  #: that position as the game's words, as it is made from the one that was asked about
    notation: str | None  #: in the standard notation of the field, such as FEN; None if the game has none
    gain: int | None  #: the points that the move gains for the player who makes it; None: moves of the game gain none
    margin: int | None
    """The points that the move keeps for the player who makes it: `gain` and the margin from there on, which is that of
    the player who makes the move, too. None: the game is not played for points."""
    ends: bool  #: whether play has ended there
    changes: tuple[tuple[int, int | None], ...] | None
    """The numbers of each place that the move changes and of its piece then; None: the game has no board."""
    hands: tuple[tuple[int, ...], ...] | None  #: by hand how many of each piece; None: the move does not change them


@dataclasses.dataclass(frozen=True)
class Position:
    """The value of a position, as in `zermelo probe --json`."""

    state: str  #: the game's words, such as "cat=1,1 mouse=2,0 turn=mouse"; of a game that is not known, places on axes
    position: int  #: its number in the table
    outcome: str  #: raw, for the player to move: win, loss, tie or draw
    winner: str | None  #: after the rules for infinite play and the move limit; None: a tie or a draw
    plies: int | None  #: raw, to the end; None where there is none
    margin: int | None
    """The points that the player to move gets more than the opponent from here on: positive in a win, negative in a loss,
    0 in a tie or a draw. None: the game is not played for points."""
    result: str  #: as the rules have it: win, tie or draw
    decided_by: str | None  #: play, infinite_play or move_limit; None: a plain draw
    answer: int | bool | None  #: of the game's problem; None: it has none
    notation: str | None  #: in the standard notation of the field, such as FEN; None if the game has none
    plies_played: int  #: before the position; they count against the move limit
    moves: tuple[StateMove, ...] | None  #: in the game's order, none at an end; None: not asked for, or not known
    drawing: str | None  #: as the game draws it, in lines; None: moves were not asked for
    # The following are None, too, in what `find` finds.
    to_move: str | None  #: the name of the player to move
    cells: tuple[tuple[int, int], ...] | None
    """The numbers of each place with a piece and of the piece; None: the game has no board."""
    hands: tuple[tuple[int, ...], ...] | None  #: by hand how many of each piece
    gained: int | None
    """In a line: the points that the player to move in its first position has gained up to here, less those of the
    opponent. None elsewhere, and where moves gain none."""

    @property
    def best_moves(self) -> tuple[StateMove, ...]:
        """The moves than which there is no better one."""
        return tuple(move for move in self.moves or () if move.best)


class Values(NamedTuple):
    """The values of many positions: arrays of one shape."""

    outcome: NDArray[np.uint8]  #: for the player to move, see `Outcome`
    distance: NDArray[Any]  #: uint16 or uint32, in plies; the largest number of the type: none
    winner: NDArray[np.int8] | None = None  #: raw: 0, 1 the players, 2 a tie, 3 a draw, -1 no position; see `Table.winner`
    margin: NDArray[Any] | None = None  #: int8 or int16, points for the player to move; None: the game is not played for points


@dataclasses.dataclass(frozen=True, eq=False)
class Axis:
    """One dimension of the arrays."""

    name: str
    size: int
    labels: tuple[str, ...]  #: of the places; empty: they have none
    coordinates: dict[str, NDArray[np.int64]]  #: of the places, such as row and column; empty: they have none

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Axis):
            return NotImplemented
        return ((self.name, self.size, self.labels) == (other.name, other.size, other.labels)
                and self.coordinates.keys() == other.coordinates.keys()
                and all(np.array_equal(at, other.coordinates[name]) for name, at in self.coordinates.items()))

    def __hash__(self) -> int:
        return hash((self.name, self.size, self.labels))

    def index(self, value: Any) -> int:
        """The index of a label or of coordinates.

        `value` is a label; or the coordinates in their order, as a tuple or, of a single one, as a number; or the number
        itself on an axis that has neither. Raises InputError if the axis has no such value.
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
        """The value with this index, as `index` takes it: a label, a tuple of coordinates, or a number."""
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
    winner: NDArray[np.int8] | None = None  #: None for a game that is seen by the player to move
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
        """The number of positions, those that are not legal included."""
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
        """What the program says of the solution as JSON: params, counts, winners, signature, histogram."""
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
        """The legal positions by winner; None where players are seen by the mover."""
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
        """The start in the game's words; None if there is none."""
        start = self.start
        return None if start is None else self.probe(start).state

    @lazy
    def axes(self) -> tuple[Axis, ...]:
        """The dimensions of the arrays. Their sizes multiply to the number of positions, which count the places in
        row-major order."""
        return tuple(Axis(name, size, tuple(labels), coordinates)
                     for name, size, labels, coordinates in self._core_or_raise().axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return tuple(axis.size for axis in self.axes)

    # --- single positions ------------------------------------------------------------------------------------------

    def probe(self, state: str | int | None = None, /, plies_played: int | None = None, **fields: Any) -> Position:
        """The value of a position and its moves; of a table whose game is not known, the value alone.

        Parameters
        ----------
        state : str or int, optional
            The position: in the game's words or notation, ``moves=3,1`` for the third move from the start and the first
            from there, or its number. None: given by `places`, or the start.
        plies_played : int, optional
            Plies before the position, which count against a move limit. None: as many as ``moves=`` has, else 0.
        **places
            The words of the position by name, such as ``turn="cat", cat=(1, 3), mouse=(2, 1)``.

        Raises
        ------
        InputError
            If the position is not there or not legal, or there is no start.
        TypeError
            If `state` is neither a str nor an int.
        """
        plies = None if plies_played is None else count_of("plies_played", plies_played)
        return self._core_or_raise().probe(self._state(state, fields), plies, Position, StateMove)

    def moves(self, state: str | int | None = None, /, plies_played: int | None = None,
              **fields: Any) -> tuple[StateMove, ...]:
        """The moves from a position in the game's order; none at an end. Arguments and errors as `probe`."""
        self._core_or_raise().expect_rules()
        return self.probe(state, plies_played, **fields).moves or ()

    def best_moves(self, state: str | int | None = None, /, plies_played: int | None = None,
                   **fields: Any) -> tuple[StateMove, ...]:
        """The moves from a position than which there is no better one. Arguments and errors as `probe`."""
        self._core_or_raise().expect_rules()
        return self.probe(state, plies_played, **fields).best_moves

    def line(self, state: str | int | None = None, /, plies_played: int | None = None, **fields: Any) -> Line[Position]:
        """How play goes on from a position if both make the first of their best moves: to the end, or until a position
        comes again. The positions are without their moves. Arguments and errors as `probe`."""
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
            Numbers of positions, of any shape; or one position per str, in the words of `probe`.
        threads : int
            0: all of the machine.
        progress
            See `solve_graph`.

        Returns
        -------
        Values
            Arrays of the shape of `positions`: outcome uint8, distance uint16 or uint32, winner int8 (None for a game
            that is seen by the player to move), margin int8 or int16 (None for a game that is not played for points). The value of a number that is no legal position is `Outcome.ILLEGAL`.

        Raises
        ------
        InputError
            If a number is out of range or a text is no position; the message has its place.
        TypeError
            If the numbers are no integers.
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
        """uint16 or uint32, shaped by the axes, read-only: plies to the end; the largest number of the type where there
        is none."""
        return self._array("distance")

    @lazy
    def winner(self) -> NDArray[np.int8]:
        """int8, shaped by the axes, read-only: 0 the first player, 1 the second, 2 a tie, 3 a draw that nobody forces to
        an end, -1 no position; before the rules for infinite play and the move limit. Raises InputError for a game that
        is seen by the player to move, whose players' names do not last."""
        return self._array("winner")

    @lazy
    def margin(self) -> NDArray[Any]:
        """int8 or int16, shaped by the axes, read-only: the points that the player to move gets more than the opponent from
        there on, 0 where nobody wins or there is no position. Raises InputError for a game that is not played for points."""
        return self._array("margin")

    def _array(self, name: str) -> NDArray[Any]:
        return read_only(self._core_or_raise().read(0, len(self), [name], 0, None)[name].reshape(self.shape))

    def select(self, **fields: Any) -> Selection:
        """The values at fixed places of some axes, such as ``select(turn="cat", cat=(0, 3))``; of all, without any.

        Places are those of `Axis.place`. Memory: up to 9 bytes a position that is selected, or of the whole where that
        is at most eight times as much. Raises InputError for an axis or a place that is not there.
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
        """As `select`, as an ``xarray.Dataset`` with labels and coordinates where the axes have them."""
        dataset = self.select(**fields).to_xarray()
        dataset.attrs["game"] = self.game
        return dataset
