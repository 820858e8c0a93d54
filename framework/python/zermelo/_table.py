# SPDX-License-Identifier: MIT
"""Tables and table sets, as `zermelo solve` writes them."""

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
    """Open a table, or the folder of a table set, with the game that it solves.

    A table of a game that the package does not know, such as one of a program of one's own, is read without rules: what
    asks for moves or for the game's own words raises InputError.

    Parameters
    ----------
    path : str or path-like
        A file or a folder.
    cache_bytes : int
        Memory for parts of the file that were read last; not used for a folder.

    Returns
    -------
    Table
        To be closed, best by a ``with`` block.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    InputError
        If it is no complete table, or not one of the game as this version knows it; or a set of an unknown game.
    ResourceError
        If the memory does not suffice.
    """
    return Table(path, cache_bytes)


class Table(SolvedPositions[_core.Table]):
    """An open table; made by `open`. Threads may share it, without a lock of their own.

    Attributes
    ----------
    path : str
    metadata : dict
        What the table says of itself, as `zermelo stats --json` names it.
    parameters : dict
        Of the game: numbers as numbers, texts as texts; of a game that is not known, texts.
    counts, winners : dict
        Legal positions by outcome for the player to move, and by winner (None for a game seen by the player to move).
    signature : str
        16 hexadecimal digits, a digest of all entries.
    closed : bool
    has_distances : bool
        False where there are outcomes alone.
    """

    def __init__(self, path: str | os.PathLike[str], cache_bytes: int = _DEFAULT_CACHE_BYTES) -> None:
        self._backend = None
        self.path = os.fsdecode(path)
        self._cache_bytes = count_of("cache_bytes", cache_bytes)
        os.stat(self.path)
        self._backend = _core.Table.open(os.fsencode(self.path), self._cache_bytes, None)

    def close(self) -> None:
        """Close the table; what else is asked then raises ValueError. Does nothing if it is closed."""
        self._backend = None
        for name in [name for name in self.__dict__ if isinstance(getattr(type(self), name, None), lazy)]:
            self.__dict__.pop(name, None)

    @property
    def closed(self) -> bool:
        return self._backend is None

    def __bool__(self) -> bool:
        """True, also of a closed table."""
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

    # --- questions to the whole table ------------------------------------------------------------------------------

    def find(self, *conditions: str, limit: int | None = None, sort: str | None = None, longest: bool = False,
             best_move_to: str | None = None, threads: int = 0, progress: Progress = None) -> list[Position]:
        """The positions that meet conditions, without their moves.

        Parameters
        ----------
        *conditions : str
            All of which must hold, such as ``"winner=mouse"``, ``"plies>=40"``, ``"turn=cat cat.row<3"``; see
            `zermelo find --help`.
        limit : int, optional
            At most so many.
        sort : str, optional
            Fields such as ``"winner,-plies"``, a hyphen before those that descend. None: by number.
        longest : bool
            Only positions with a distance, the greatest first.
        best_move_to : str, optional
            Only positions with a best move to this one, in the words of `probe`.
        threads, progress
            See `solve_graph`.

        Returns
        -------
        list of Position
            Their `moves` are None.

        Raises
        ------
        InputError
            If a condition is malformed; the message says what is allowed.
        """
        with display(progress) as callback:
            return self._core_or_raise().find(*self._query(conditions, limit, sort, longest, best_move_to),
                                              thread_number(threads), callback, Position)

    def find_numbers(self, *conditions: str, limit: int | None = None, sort: str | None = None, longest: bool = False,
                     best_move_to: str | None = None, threads: int = 0,
                     progress: Progress = None) -> NDArray[np.int64]:
        """As `find`, the numbers of the positions alone: for `probe_many`, and for many."""
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
        """How many positions meet conditions.

        With `by`, one to four fields such as ``"winner,moves"``, it is a dict of these numbers by the value of the field,
        of several fields by the tuple of their values. Other arguments and errors as `find`.
        """
        query = _query_of(conditions, None, False, best_move_to, by)
        with display(progress) as callback:
            found = self._core_or_raise().count(query, thread_number(threads), callback)
        if by is None:
            return int(found)
        return {values if len(values) > 1 else values[0]: number for values, number in found}

    def stats(self, by: str | None = None, *, only_moves: bool = False, state_signature: bool = False,
              threads: int = 0, progress: Progress = None) -> dict[str, Any]:
        """Counts over all entries, as `zermelo stats --json` has them.

        Parameters
        ----------
        by : str, optional
            An axis or a coordinate, such as ``"cat"`` or ``"cat.row"``, by whose values positions are counted, too.
        only_moves : bool
            Also count the positions in which one move alone keeps the value.
        state_signature : bool
            Also a digest that does not depend on how positions are numbered.
        threads, progress
            See `solve_graph`.

        Raises
        ------
        InputError
            If the table is damaged, or there is no such field.
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
        text_of("a condition", condition, "a str such as 'plies>=40'")
    return _core.TableQuery(list(conditions), _text("best_move_to", best_move_to), _text("sort", sort), bool(longest),
                            _text("by", by))


def _text(name: str, value: str | None) -> str | None:
    return None if value is None else text_of(name, value, "a str or None")
