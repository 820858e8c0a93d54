# SPDX-License-Identifier: MIT
"""Solves and verifies graphs given as arrays; checks the arrays and converts them for the C++ module."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._progress import Progress, display
from ._solution import Outcome, Solution, Terminal, Verification, verification_of

_INDEX_TYPES = (np.int32, np.int64, np.uint32)
_BYTE_TYPES = (np.uint8, np.int8)
_NO_DISTANCE = np.iinfo(np.uint32).max

_Integers = NDArray[Any]


def _error_at(wrong: _Integers, name: str, array: _Integers, expected: str) -> _core.InputError:
    index = int(np.argmax(wrong))
    return _core.InputError(f"{name}[{index}]: expected {expected}, got {array[index]}")


def integers_of(name: str, values: ArrayLike) -> _Integers:
    """The values as an array of integers of the same shape, of dtype object if a value is too large for NumPy's types.
    Raises TypeError for values that are not integers, including bools."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name}: expected an array without a mask, got a masked array")
    array = np.asarray(values)
    if array.dtype.kind in "iu":
        return array
    if not array.size and array.dtype.kind in "fO":  # NumPy's types of empty lists
        return array.astype(np.int64)
    objects = array if isinstance(values, np.ndarray) else np.asarray(values, object)  # [1, 2**63] is float64
    if objects.dtype.kind != "O" or not all(isinstance(one, (int, np.integer)) and not isinstance(one, bool)
                                            for one in objects.flat):
        raise TypeError(f"{name}: expected integers, got dtype {array.dtype}")
    try:
        return objects.astype(np.int64)
    except OverflowError:
        return objects


def _integers(name: str, values: ArrayLike) -> _Integers:
    """The values as a one-dimensional array of integers. Raises TypeError for other dimensions or types."""
    array = integers_of(name, values)
    if array.ndim != 1:
        raise TypeError(f"{name}: expected 1 dimension, got {array.ndim} (shape {array.shape})")
    return array


def _in_type(name: str, array: _Integers, dtype: type[np.generic], lowest: int, highest: int) -> _Integers:
    """The array as `dtype`, contiguous and native. Raises InputError for a value outside lowest .. highest."""
    if array.size and (int(array.min()) < lowest or int(array.max()) > highest):
        raise _error_at((array < lowest) | (array > highest), name, array, f"{lowest} to {highest}")
    return np.ascontiguousarray(array, dtype=dtype)


def _indices(name: str, values: ArrayLike) -> _Integers:
    array = _integers(name, values)
    if array.dtype in _INDEX_TYPES and array.dtype.isnative:
        return np.ascontiguousarray(array)
    return _in_type(name, array, np.int64, 0, np.iinfo(np.int64).max)


def codes_of(name: str, values: ArrayLike) -> NDArray[np.uint8]:
    array = _integers(name, values)
    if array.dtype in _BYTE_TYPES and not (array.dtype == np.int8 and array.size and array.min() < 0):
        return np.ascontiguousarray(array).view(np.uint8)
    return _in_type(name, array, np.uint8, 0, np.iinfo(np.uint8).max)


def players_of(to_move: ArrayLike) -> NDArray[np.uint8]:
    """The argument `to_move` as uint8. It is the only argument whose values may be bools."""
    is_masked = isinstance(to_move, np.ma.MaskedArray)
    array = np.asarray(to_move)
    return codes_of("to_move", array.view(np.uint8) if array.dtype == np.bool_ and not is_masked else to_move)


def _distances(name: str, values: ArrayLike) -> NDArray[np.uint32]:
    array = _integers(name, values)
    if array.dtype == np.uint32 and array.dtype.isnative:
        return np.ascontiguousarray(array)
    return _in_type(name, array, np.uint32, 0, int(_NO_DISTANCE))


def _distances_or_none(name: str, values: ArrayLike) -> NDArray[np.uint32]:
    """Distances of a solution as uint32, with _NO_DISTANCE for each -1, or each largest number of an unsigned type."""
    array = _integers(name, values)
    if array.dtype == np.uint32 and array.dtype.isnative:
        return np.ascontiguousarray(array)
    none = np.iinfo(array.dtype).max if array.dtype.kind == "u" else -1
    if array.size and array.dtype.kind == "i" and int(array.min()) < -1:
        raise _error_at(array < -1, name, array, "a distance of at least 0 plies, or -1 if it is missing")
    is_none = array == none
    plain = np.where(is_none, array.dtype.type(0), array)
    checked = _in_type(name, plain, np.uint32, 0, int(_NO_DISTANCE) - 1)
    checked[is_none] = _NO_DISTANCE
    return checked


def _code(name: str, value: str, names: tuple[str, ...]) -> int:
    if value not in names:
        raise _core.InputError(f"{name}: expected one of {', '.join(names)}, got {value!r}")
    return names.index(value)


def codes_of_conventions(no_moves: str, infinite_play: str, seen_by: str) -> tuple[int, int, int]:
    """The codes of the C++ module for these arguments. Raises InputError for an unknown value."""
    return (_code("no_moves", no_moves, ("loses", "wins", "ties", "draws")),
            _code("infinite_play", infinite_play, ("nobody", "first", "second")),
            _code("seen_by", seen_by, ("players", "player_to_move")))


def thread_number(threads: int) -> int:
    """Returns `threads` as an int. Raises TypeError unless it is an integer, InputError unless it is from 0 to 1024."""
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
        raise TypeError(f"threads: expected an int from 0 to 1024, got {type(threads).__name__}")
    if not 0 <= threads <= 1024:
        raise _core.InputError(f"threads: expected 0 to 1024, got {threads}; 0 uses all threads of the machine")
    return int(threads)


def is_dropping(terminal_moves: str) -> bool:
    """Whether `terminal_moves` is "drop". Raises InputError unless it is "drop" or "reject"."""
    return _code("terminal_moves", terminal_moves, ("reject", "drop")) == 1


def _selected_moves(indptr: Any, indices: Any, is_retained: NDArray[np.bool_]) -> tuple[_Integers, _Integers]:
    """Rows with only the retained moves. Returns malformed rows unchanged; the C++ module rejects them."""
    starts = np.asarray(indptr)
    if not len(starts) or int(starts.min()) < 0 or int(starts.max()) > len(is_retained):
        return indptr, indices
    num_retained = np.zeros(len(is_retained) + 1, np.int64)
    np.cumsum(is_retained, out=num_retained[1:])
    return num_retained[starts], np.asarray(indices)[is_retained]


def _stored_moves(matrix: Any) -> tuple[Any, Any]:
    """The arrays (indptr, indices) of a sparse matrix, without entries that store zero."""
    data = np.asarray(getattr(matrix, "data", ()))
    if data.dtype.kind not in "biufc" or data.shape != np.shape(matrix.indices) or data.all():
        return matrix.indptr, matrix.indices
    return _selected_moves(matrix.indptr, matrix.indices, data != 0)


def _moves_of_open_positions(indptr: _Integers, indices: _Integers, terminal: NDArray[np.uint8]) -> tuple[_Integers, _Integers]:
    """Rows without the moves of terminals. Returns malformed rows unchanged."""
    sizes = np.diff(indptr.astype(np.int64, copy=False))
    if len(sizes) != len(terminal) or (sizes < 0).any() or len(indptr) == 0 or indptr[0] != 0 or indptr[-1] != len(indices):
        return indptr, indices
    return _selected_moves(indptr, indices, np.repeat(terminal == Terminal.NONE, sizes))


def _expect_distances_of_ends(distance: NDArray[np.uint32], terminal: NDArray[np.uint8]) -> None:
    """Raises InputError if a position that is not terminal has a distance, as in the distances of a solution."""
    is_wrong = (distance != 0) & (terminal == Terminal.NONE) if len(distance) == len(terminal) else np.zeros(0, np.bool_)
    if is_wrong.any():
        index = int(np.argmax(is_wrong))
        raise _core.InputError(f"distance[{index}]: expected 0 where terminal is 0, got {distance[index]}; pass only "
                               "known distances of terminals, not those of a solution")


def graph_of(indptr: Any, indices: ArrayLike | None, to_move: ArrayLike | None, terminal: ArrayLike | None,
             distance: ArrayLike | None, no_moves: str, infinite_play: str, seen_by: str,
             terminal_moves: str = "reject") -> _core.GraphArrays:
    """The arguments as arrays for the C++ module, which checks their contents."""
    if hasattr(indptr, "adj") and hasattr(indptr, "nodes"):
        raise TypeError(f"indptr: expected an array or a sparse matrix, got a {type(indptr).__name__} of networkx; use "
                        "solve_networkx")
    drops_moves = is_dropping(terminal_moves)
    is_matrix = hasattr(indptr, "indptr") and hasattr(indptr, "indices")
    if is_matrix and indices is not None:
        raise TypeError("indices cannot be combined with a matrix; pass arrays by keyword: to_move=..., terminal=...")
    if is_matrix:
        if getattr(indptr, "format", "csr") != "csr":
            raise _core.InputError(f"matrix: expected the format csr, got {indptr.format}; convert it with tocsr()")
        rows, columns = getattr(indptr, "shape", (0, 0))
        if rows != columns:
            raise _core.InputError(f"matrix: expected one row and one column per position, got {rows} x {columns}")
        indptr, indices = _stored_moves(indptr)
    elif indices is None:
        raise TypeError("indices: expected an array, got None; None is for an indptr that is a sparse matrix")
    if to_move is None or terminal is None or indices is None:
        raise TypeError(f"{'to_move' if to_move is None else 'terminal'}: expected an array, got None")
    rows, targets = _indices("indptr", indptr), _indices("indices", indices)
    players, ends = players_of(to_move), codes_of("terminal", terminal)
    distances = None if distance is None else _distances("distance", distance)
    if drops_moves:
        rows, targets = _moves_of_open_positions(rows, targets, ends)
    if distances is not None:
        _expect_distances_of_ends(distances, ends)
    return _core.GraphArrays(rows, targets, players, ends, distances, *codes_of_conventions(no_moves, infinite_play, seen_by))


def solve_graph(indptr: Any, indices: ArrayLike | None = None, to_move: ArrayLike | None = None,
                terminal: ArrayLike | None = None, *, distance: ArrayLike | None = None, terminal_moves: str = "reject",
                no_moves: str = "loses", infinite_play: str = "nobody", seen_by: str = "players", threads: int = 0,
                progress: Progress = None) -> Solution:
    """Solve a game that is a graph.

    Names and codes are those of a graph file, so ``solve_graph(**game.graph())`` solves a game. V is the number of
    positions, E the number of moves.

    Parameters
    ----------
    indptr : array_like of int, shape (V + 1,)
        The moves of position p lead to ``indices[indptr[p]:indptr[p + 1]]``. Alternatively a V by V sparse matrix in
        the format CSR, such as ``scipy.sparse.csr_array``, whose nonzero entries are the moves; then pass the other
        arrays by keyword: ``solve_graph(matrix, to_move=..., terminal=...)``.
    indices : array_like of int, shape (E,)
        The target of each move, from 0 to V - 1. Several moves may have the same target. None with a matrix.
    to_move : array_like of int or bool, shape (V,)
        The player to move: 0 the first, 1 the second.
    terminal : array_like of int, shape (V,)
        0 play continues, 1 the first player has won, 2 the second player has won, 3 a tie, 4 an illegal position, 5 a
        draw; see `Terminal`. Illegal positions and terminals have no moves, and no move leads to an illegal position.
    distance : array_like of int, shape (V,), optional
        The known distance to the end, in plies, of positions whose `terminal` is 1, 2 or 3; 0 elsewhere.
    terminal_moves : {"reject", "drop"}
        Reject or drop moves out of terminals, such as those of absorbing states.
    no_moves : {"loses", "wins", "ties", "draws"}
        The result for the player to move where `terminal` is 0 and there are no moves.
    infinite_play : {"nobody", "first", "second"}
        The winner if play never ends or ends in a draw. The choice between a tie and a draw depends on it; `outcome`
        still has draws.
    seen_by : {"players", "player_to_move"}
        With "player_to_move" positions are relative: the first player of each is its player to move, so `to_move` is 0
        everywhere, and each move passes the turn.
    threads : int
        The number of threads, from 0 to 1024; 0 uses all threads of the machine.
    progress : callable, bool or None
        Called as ``progress(phase, done, total)`` every 50 ms; True shows a bar or a line.

    Returns
    -------
    Solution

    Raises
    ------
    InputError
        An array is invalid; the message names the array, the index, the value and what was expected.
    ResourceError
        The solve needs more memory than is available; nothing has been allocated.
    TypeError
        An array does not have 1 dimension, or contains values other than integers.
    KeyboardInterrupt
        Ctrl-C was pressed; the call returns within 100 ms.

    Notes
    -----
    Contiguous arrays in native byte order are not copied if their dtype is int32, int64 or uint32 (`indptr`,
    `indices`), uint8 or int8 (`to_move`, `terminal`), bool (`to_move`) or uint32 (`distance`). Other arrays are
    converted. No thread may change the arrays during the call. The solution reads its moves from them.
    """
    arrays = graph_of(indptr, indices, to_move, terminal, distance, no_moves, infinite_play, seen_by, terminal_moves)
    conventions = {"no_moves": no_moves, "infinite_play": infinite_play, "seen_by": seen_by}
    with display(progress) as callback:
        return Solution(_core.GraphSolution.solve(arrays, thread_number(threads), callback), conventions)


def verify_graph(indptr: Any, indices: ArrayLike | None = None, to_move: ArrayLike | None = None,
                 terminal: ArrayLike | None = None, outcome: ArrayLike | None = None, *,
                 distance: ArrayLike | None = None, strategy: ArrayLike | None = None,
                 terminal_distance: ArrayLike | None = None, no_moves: str = "loses", infinite_play: str = "nobody",
                 seen_by: str = "players", threads: int = 0, progress: Progress = None) -> Verification:
    """Verify a solution of a graph, which may come from any program.

    With distances, each entry is compared with the entries of its successors, which proves the solution; this code is
    independent of the solvers. Without distances, the graph is solved and verified, and the outcomes are compared.

    Parameters
    ----------
    indptr, indices, to_move, terminal, no_moves, infinite_play, seen_by, threads, progress
        See `solve_graph`.
    outcome : array_like of int, shape (V,)
        The outcome for the player to move: 0 illegal, 1 win, 2 loss, 3 tie, 4 draw.
    distance : array_like of int, shape (V,), optional
        The distance in plies of every position; -1, or the largest number of an unsigned type, if there is none.
    strategy : array_like of int, shape (V,), optional
        The target of the chosen move, or -1 if no move is chosen. Every move must keep the outcome. A move is required
        in every position that is not terminal and that its player to move has won, or has tied although the opponent
        wins infinite play; there, play by these moves must end, whatever the opponent does. Moves need not be fastest.
    terminal_distance : array_like of int, shape (V,), optional
        The known distances of terminals, in plies: the array `distance` of `solve_graph` and `Game.graph`, as in
        ``arrays.pop("distance", None)``.

    Returns
    -------
    Verification
        The result, which is true if the solution is correct, and otherwise lists the first wrong positions.

    Raises
    ------
    InputError, ResourceError, TypeError, KeyboardInterrupt
        See `solve_graph`.
    """
    arrays = graph_of(indptr, indices, to_move, terminal, terminal_distance, no_moves, infinite_play, seen_by)
    if outcome is None:
        raise TypeError("outcome: expected an array, got None")
    answers: dict[str, Any] = {"outcome": codes_of("outcome", outcome)}
    answers["distance"] = None if distance is None else _distances_or_none("distance", distance)
    answers["strategy"] = None if strategy is None else _in_type(
        "strategy", _integers("strategy", strategy), np.int64, -1, len(arrays.to_move) - 1)
    for name, array in answers.items():
        if array is not None and len(array) != len(arrays.to_move):
            raise _core.InputError(f"{name}: expected {len(arrays.to_move)} entries, one per position, got {len(array)}")
    if terminal_distance is None and answers["distance"] is not None and len(arrays.terminal) == len(arrays.to_move):
        _expect_answers(arrays.terminal, answers["outcome"], answers["distance"])
    with display(progress) as callback:
        return verification_of(_core.verify_graph(arrays, **answers, threads=thread_number(threads), progress=callback))


def _expect_answers(terminal: NDArray[np.uint8], outcome: NDArray[np.uint8], distance: NDArray[np.uint32]) -> None:
    """Raises InputError if only terminals have distances, as in the array `distance` of `solve_graph`."""
    is_open = terminal == Terminal.NONE
    is_decided = (outcome != Outcome.ILLEGAL) & (outcome != Outcome.DRAW)
    at_ends = ~is_open & is_decided & (distance != 0) & (distance != _NO_DISTANCE)
    if at_ends.any() and not distance[is_open & is_decided].any():
        index = int(np.argmax(at_ends))
        raise _core.InputError(f"distance[{index}] is {distance[index]}, but distances are 0 where play continues; "
                               f"pass known distances of terminals as terminal_distance")
