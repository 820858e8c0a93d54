# SPDX-License-Identifier: MIT
"""Opens and queries the tables and table sets that `zermelo solve` writes."""

import os
import warnings
from types import TracebackType
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._graph import thread_number
from ._lazy import lazy
from ._positions import Position, SolvedPositions
from ._progress import Progress, display
from ._arguments import count_of, text_of

_DEFAULT_CACHE_BYTES = 64 << 20


def open(path: str | os.PathLike[str], cache_bytes: int = _DEFAULT_CACHE_BYTES) -> "Table":
    """Open a table, or the folder of a table set, with its game.

    A table of a game that this package does not know, such as one of your program, is opened without rules: methods
    that need moves or strings of the game raise InputError.

    Parameters
    ----------
    path : str or path-like
        The file of a table, or the folder of a table set.
    cache_bytes : int
        Size of the cache for the most recently read parts of the file; ignored for a folder.

    Returns
    -------
    Table
        The open table; use it in a ``with`` block, or close it.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    InputError
        If the file is not a complete table, belongs to another version of the game, or is a table set of an unknown
        game.
    ResourceError
        If the table needs more memory than is available.
    """
    return Table(path, cache_bytes)


class Table(SolvedPositions[_core.Table]):
    """An open table; returned by `open`. Thread-safe.

    Attributes
    ----------
    path : str
        The path that was opened.
    metadata : dict
        The table's metadata, with the names of `zermelo stats --json`.
    parameters : dict
        The parameters of the game: numbers and strings; for an unknown game, only strings.
    counts, winners : dict
        The numbers of legal positions by outcome for the player to move, and by winner. `winners` is None if positions
        are relative to the player to move.
    signature : str
        The signature of all entries, 16 hexadecimal digits.
    closed : bool
        Whether the table is closed.
    has_distances : bool
        False if the table has outcomes only.
    metric : str
        What distances count to: "end", or "conversion" for the end or the move that leaves the group of slices.
    """

    def __init__(self, path: str | os.PathLike[str], cache_bytes: int = _DEFAULT_CACHE_BYTES) -> None:
        self._backend = None
        self.path = os.fsdecode(path)
        self._cache_bytes = count_of("cache_bytes", cache_bytes)
        os.stat(self.path)
        self._backend = _core.Table.open(os.fsencode(self.path), self._cache_bytes, None)

    def close(self) -> None:
        """Close the table; later calls of other methods raise ValueError. Does nothing if the table is closed."""
        self._backend = None
        for name in [name for name in self.__dict__ if isinstance(getattr(type(self), name, None), lazy)]:
            self.__dict__.pop(name, None)

    @property
    def closed(self) -> bool:
        return self._backend is None

    def __bool__(self) -> bool:
        """True, even if the table is closed."""
        return True

    def __enter__(self) -> "Table":
        self._core_or_raise()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._backend is None:
            return f"<Table {self.path!r}, closed>"
        return f"<Table {self.path!r}: {self.game}, {len(self):,} positions>"

    def __reduce__(self) -> tuple[Any, ...]:
        return open, (self.path, self._cache_bytes)

    @property
    def metadata(self) -> dict[str, Any]:
        return self._core_or_raise().metadata

    def _summary(self) -> dict[str, Any]:
        return self.metadata

    @property
    def has_distances(self) -> bool:
        return bool(self.metadata["distances"])

    @property
    def metric(self) -> str:
        return str(self.metadata.get("metric", "end"))

    # --- queries on the whole table --------------------------------------------------------------------------------

    def find(self, *conditions: str, limit: int | None = None, sort: str | None = None, longest: bool = False,
             best_move_to: str | None = None, threads: int = 0, progress: Progress = None) -> list[Position]:
        """Find the positions that meet all conditions.

        Parameters
        ----------
        *conditions : str
            Conditions such as ``"winner=mouse"``, ``"plies>=40"`` or ``"turn=cat cat.row<3"``; see
            `zermelo find --help`.
        limit : int, optional
            The largest number of positions to return. None: all.
        sort : str, optional
            Fields to sort by, such as ``"winner,-plies"``; a hyphen means descending order. None: by number.
        longest : bool
            If True, return only positions with a distance, in descending order of distance.
        best_move_to : str, optional
            Return only positions that have a best move to this position, which is named as in `probe`.
        threads, progress
            See `solve_graph`.

        Returns
        -------
        list of Position
            The positions; their `moves` are None.

        Raises
        ------
        InputError
            If a condition is malformed; the message states what was expected.
        """
        with display(progress) as callback:
            return self._core_or_raise().find(*self._query(conditions, limit, sort, longest, best_move_to),
                                              thread_number(threads), callback, Position)

    def find_numbers(self, *conditions: str, limit: int | None = None, sort: str | None = None, longest: bool = False,
                     best_move_to: str | None = None, threads: int = 0,
                     progress: Progress = None) -> NDArray[np.int64]:
        """The numbers of the positions that `find` returns, as an array of int64, for `probe_many` or large results."""
        with display(progress) as callback:
            return self._core_or_raise().find_numbers(*self._query(conditions, limit, sort, longest, best_move_to),
                                                      thread_number(threads), callback)

    @overload
    def count(self, *conditions: str, by: None = None, best_move_to: str | None = None, threads: int = 0,
              progress: Progress = None) -> int: ...
    @overload
    def count(self, *conditions: str, by: str, best_move_to: str | None = None, threads: int = 0,
              progress: Progress = None) -> dict[Any, int]: ...
    def count(self, *conditions: str, by: str | None = None, best_move_to: str | None = None, threads: int = 0,
              progress: Progress = None) -> int | dict[Any, int]:
        """The number of positions that meet all conditions.

        `by` names one to four fields, such as ``"winner,moves"``. The result is then a dict of the number of positions
        for each value of the field or, for several fields, each tuple of values. Other arguments and errors are those
        of `find`.
        """
        query = _query_of(conditions, None, False, best_move_to, by)
        with display(progress) as callback:
            found = self._core_or_raise().count(query, thread_number(threads), callback)
        if by is None:
            return int(found)
        return {values if len(values) > 1 else values[0]: number for values, number in found}

    def stats(self, by: str | None = None, *, only_moves: bool = False, state_signature: bool = False,
              threads: int = 0, progress: Progress = None) -> dict[str, Any]:
        """Count all entries; the result has the members of `zermelo stats --json`.

        Parameters
        ----------
        by : str, optional
            Also count positions by the values of this axis or coordinate, such as ``"cat"`` or ``"cat.row"``.
        only_moves : bool
            If True, also count the positions in which only one move keeps the value.
        state_signature : bool
            If True, also compute a signature that does not depend on the numbering of positions.
        threads, progress
            See `solve_graph`.

        Raises
        ------
        InputError
            If the table is damaged, or `by` does not name an axis or a coordinate.
        """
        with display(progress) as callback:
            found, warning = self._core_or_raise().stats(_text("by", by), bool(only_moves), bool(state_signature),
                                                         thread_number(threads), callback)
        if warning is not None:
            warnings.warn(warning, RuntimeWarning, stacklevel=2)
        return found

    @staticmethod
    def _query(conditions: tuple[str, ...], limit: int | None, sort: str | None, longest: bool,
               best_move_to: str | None) -> tuple[_core.TableQuery, int | None]:
        if longest and sort is not None:
            raise _core.InputError(f"sort='{sort}' cannot be combined with longest=True; use one of them")
        return (_query_of(conditions, sort, longest, best_move_to, None),
                None if limit is None else count_of("limit", limit))


def _query_of(conditions: tuple[str, ...], sort: str | None, longest: bool, best_move_to: str | None,
              by: str | None) -> _core.TableQuery:
    for condition in conditions:
        text_of("condition", condition, "a str such as 'plies>=40'")
    return _core.TableQuery(list(conditions), _text("best_move_to", best_move_to), _text("sort", sort), bool(longest),
                            _text("by", by))


def _text(name: str, value: str | None) -> str | None:
    return None if value is None else text_of(name, value, "a str or None")
