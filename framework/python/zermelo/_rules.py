# SPDX-License-Identifier: MIT
"""Solves games whose rules are functions over arrays of positions, for example in NumPy or Numba."""

import operator

from . import _core
from ._checked_rules import Rules, _CheckedRules, _gathered
from ._graph import codes_of_conventions, solve_graph, thread_number
from ._progress import Progress, Reports, display
from ._solution import Solution
from ._solved_backwards import _solved_backwards

_MAX_POSITIONS = 2**32 - 2


def solve_rules(rules: Rules, *, engine: str | None = None, no_moves: str = "loses", infinite_play: str = "nobody",
                seen_by: str = "players", threads: int = 0, progress: Progress = None) -> Solution:
    """Solve a game whose rules are functions over arrays of positions.

    The functions are called on the calling thread, with at most 65,536 positions at a time; the solve uses all threads.

    Parameters
    ----------
    rules : Rules
        An object with

        - ``num_positions``: the number of positions V, an int from 1 to 4,294,967,294;
        - ``describe(first, last)``: the arrays (to_move, terminal) of the positions first .. last - 1, or (to_move,
          terminal, distance), as for `solve_graph`;
        - ``successors(positions)``: the arrays (indptr, targets), where ``targets[indptr[i]:indptr[i + 1]]`` are the
          positions to which the moves of ``positions[i]`` lead. `positions` is an ascending array of int64, which the
          function may store and change; it contains only positions whose `terminal` is 0;
        - ``predecessors(positions)``, only for the engine "implicit": the arrays (indptr, sources), where
          ``sources[indptr[i]:indptr[i + 1]]`` has the source of each move to ``positions[i]``. Sources that are
          terminals may be omitted.
    engine : {"explicit", "implicit"}, optional
        "explicit", the default, requests the moves of each position once and stores them. It needs 4 bytes per move and
        10 per position, and about as much again during the solve. "implicit" stores no moves. It needs 11 bytes per
        position during the solve, and 4 or 6 afterwards. It requests the predecessors of each position once, and the
        solution calls `successors` whenever it needs moves.
    no_moves, infinite_play, seen_by, threads, progress
        See `solve_graph`. The first phase is "list" with the engine "explicit", and "describe" with "implicit".

    Returns
    -------
    Solution
        ``verify()`` also checks whether `predecessors` and `successors` are consistent.

    Raises
    ------
    InputError
        A returned array has a wrong length or value; the message names the positions, the array and the index.
    ResourceError
        The solve needs more memory than is available; nothing has been allocated.
    TypeError
        A function does not return these arrays of integers.
    KeyboardInterrupt
        Ctrl-C was pressed; the call returns within 100 ms plus the time of one call of a function.
    Exception
        The functions raised this exception.
    """
    conventions = {"no_moves": no_moves, "infinite_play": infinite_play, "seen_by": seen_by}
    # Invalid arguments are rejected before the functions are called.
    codes_of_conventions(**conventions)
    thread_number(threads)
    if engine not in (None, "explicit", "implicit"):
        raise _core.InputError(f"engine: expected 'explicit' or 'implicit', got {engine!r}")
    if engine == "implicit" and not hasattr(rules, "predecessors"):
        raise TypeError("rules: the method 'predecessors' is missing; define it, or use engine='explicit'")
    try:
        size = operator.index(rules.num_positions)
    except TypeError:
        raise TypeError(f"num_positions: expected an int, got {type(rules.num_positions).__name__}") from None
    if not 1 <= size <= _MAX_POSITIONS:
        raise _core.InputError(f"num_positions: expected 1 to {_MAX_POSITIONS}, got {size}")
    checked = _CheckedRules(rules, size)
    with display(progress) as report:
        if engine == "implicit":
            return _solved_backwards(checked, conventions, threads, report)
        arrays = _gathered(checked, Reports(report))
        return solve_graph(**arrays, **conventions, threads=threads, progress=report)
