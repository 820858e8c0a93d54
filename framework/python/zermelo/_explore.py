# SPDX-License-Identifier: MIT
"""Explores games defined by functions on states, and solves graphs of networkx."""

import array
import dataclasses
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._graph import is_dropping, solve_graph
from ._progress import Progress, ProgressFunction, Reports, display
from ._solution import KeyedSolution, Terminal
from ._arguments import count_of

State = TypeVar("State", bound=Hashable)

_STATES_BETWEEN_REPORTS = 1024


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Explored(Generic[State]):
    """The states that play reaches, numbered in the order of discovery; returned by `explore`."""

    states: list[State]  #: the state of each number; the start has the number 0
    index: dict[State, int]  #: the number of each state
    arrays: dict[str, Any]  #: the arguments of `solve_graph`: indptr int64, indices uint32, to_move and terminal uint8

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Explored: {len(self):,} states, {len(self.arrays['indices']):,} moves>"

    def solve(self, *, distance: ArrayLike | None = None, no_moves: str = "loses", infinite_play: str = "nobody",
              seen_by: str = "players", threads: int = 0, progress: Progress = None) -> KeyedSolution[State]:
        """Solve the game, with results by state. Arguments and errors are those of `solve_graph`."""
        solution = solve_graph(**self.arrays, distance=distance, no_moves=no_moves, infinite_play=infinite_play,
                               seen_by=seen_by, threads=threads, progress=progress)
        return KeyedSolution(solution, self.states, self.index)


def _end_code(code: Any, state: Any) -> int:
    """The code that `terminal` returned for `state`, as an int. Raises TypeError or InputError if it is invalid."""
    if isinstance(code, bool) or not isinstance(code, (int, np.integer)):
        raise TypeError(f"terminal({state!r}): expected a code of Terminal, or None where play continues, got {code!r}")
    if not 0 <= code <= Terminal.DRAW or code == Terminal.ILLEGAL:
        raise _core.InputError(f"terminal({state!r}): expected a code of 0, 1, 2, 3 or 5, got {int(code)}")
    return int(code)


def _expect_hashable(source: str, state: Any) -> None:
    try:
        hash(state)
    except TypeError:
        raise TypeError(f"{source}: expected a hashable state, such as a tuple, got {state!r}") from None


def _explore(states: list[State], index: dict[State, int], moves: Callable[[State], Iterable[State]],
             to_move: Callable[[State], Any], terminal: Callable[[State], Any], limit: int,
             report: ProgressFunction | None) -> tuple[Any, Any, bytearray, bytearray]:
    """Appends new states to `states` and `index` while iterating. Returns (indptr, indices, to_move, terminal)."""
    indptr = array.array("q", [0])
    indices = array.array("I")
    players, ends = bytearray(), bytearray()
    count, reports = len(states), Reports(report)
    number_of, add_state, add_move, end_row = index.setdefault, states.append, indices.append, indptr.append
    last_targets: Any = None
    for at, state in enumerate(states):
        if at % _STATES_BETWEEN_REPORTS == 0:
            reports("explore", at, 0)
        player = to_move(state)
        try:
            players.append(player)
            is_player = player <= 1
        except (TypeError, ValueError):
            is_player = False
        if not is_player:
            raise _core.InputError(f"to_move({state!r}): expected 0 or 1, got {player!r}")
        end = terminal(state)
        if end:
            ends.append(_end_code(end, state))
        else:
            if end is not None and type(end) is not int:
                _end_code(end, state)
            ends.append(0)
            listed = moves(state)
            try:
                targets = iter(listed)
            except TypeError:
                raise TypeError(f"moves({state!r}): expected an iterable, such as a list, got {listed!r}") from None
            if targets is listed and targets is last_targets:
                raise TypeError(f"moves({state!r}): expected a list or a new iterator, got the exhausted iterator of "
                                "the previous state")
            last_targets = targets
            for to in targets:
                try:
                    number = number_of(to, count)
                except TypeError:
                    _expect_hashable(f"moves({state!r})", to)
                    raise
                if number == count:
                    if count >= limit:
                        raise _core.ResourceError(f"play reaches more than {limit:,} states; increase limit")
                    add_state(to)
                    count += 1
                add_move(number)
        end_row(len(indices))
    return indptr, indices, players, ends


def explore(start: State, moves: Callable[[State], Iterable[State]], *, to_move: Callable[[State], int],
            terminal: Callable[[State], int | None], limit: int = 10**7, progress: Progress = None) -> Explored[State]:
    """Find all states that play reaches from a start, breadth-first.

    Parameters
    ----------
    start : hashable
        The first state. States that compare equal are the same position.
    moves : callable
        ``moves(state)`` returns an iterable of the states to which moves lead. It is not called for terminals.
    to_move : callable
        ``to_move(state)`` returns the player to move: 0 the first player, 1 the second. Also called for terminals.
    terminal : callable
        ``terminal(state)`` returns a code of `Terminal` if play has ended, 0 or None if it continues.
    limit : int
        The largest number of states.
    progress : callable, bool or None
        Called as ``progress("explore", done, 0)`` every 50 ms; True shows a bar or a line.

    Returns
    -------
    Explored
        ``explore(...).solve()`` solves the game.

    Raises
    ------
    ResourceError
        Play reaches more than `limit` states.
    InputError, TypeError
        A function returned an invalid value, or a state is not hashable.
    Exception
        The functions raised this exception.
    """
    limit = count_of("limit", limit)
    _expect_hashable("start", start)
    states, index = [start], {start: 0}
    with display(progress) as report:
        indptr, indices, players, ends = _explore(states, index, moves, to_move, terminal, limit, report)
    return Explored(states, index, {
        "indptr": np.frombuffer(indptr, np.int64), "indices": np.frombuffer(indices, np.uint32),
        "to_move": np.frombuffer(players, np.uint8), "terminal": np.frombuffer(ends, np.uint8)})


def solve_networkx(graph: Any, to_move: str = "to_move", terminal: str = "terminal", distance: str = "distance", *,
                   terminal_moves: str = "reject", no_moves: str | None = None, infinite_play: str | None = None,
                   seen_by: str | None = None, threads: int = 0, progress: Progress = None) -> KeyedSolution[Any]:
    """Solve a game that is a graph of networkx, with results by node.

    Parameters
    ----------
    graph : networkx.DiGraph or another graph of networkx
        The edges are the moves. An undirected edge is a move in both directions.
    to_move : str
        The node attribute with the player to move: 0 the first player, 1 the second. Optional for terminals.
    terminal : str
        The node attribute with a code of `Terminal`. Nodes without it are not terminal.
    distance : str
        The node attribute with the number of plies from a terminal to the end of play, if known. Optional.
    terminal_moves : {"reject", "drop"}
        Reject or drop edges out of terminals, such as those of an undirected graph.
    no_moves, infinite_play, seen_by : str, optional
        See `solve_graph`. None: the graph attribute of this name, as in graphs of `to_networkx`, or else the default.
    threads, progress
        See `solve_graph`.

    Returns
    -------
    KeyedSolution

    Raises
    ------
    InputError
        An attribute is missing or invalid, or a terminal has moves; the message names the node.
    TypeError
        `graph` is not a graph of networkx.
    """
    if not all(hasattr(graph, name) for name in ("adj", "nodes", "is_multigraph")):
        raise TypeError(f"graph: expected a graph of networkx, such as networkx.DiGraph, got {type(graph).__name__}")
    drops_moves = is_dropping(terminal_moves)
    nodes = list(graph)
    if not nodes:
        raise _core.InputError("graph: expected at least 1 node, got 0")
    index = {node: number for number, node in enumerate(nodes)}
    indptr, indices = array.array("q", [0]), array.array("q")
    players, ends, distances = bytearray(), bytearray(), array.array("q")
    is_multigraph = graph.is_multigraph()
    for node, data in graph.nodes(data=True):
        end = data.get(terminal)
        code = _node_code(node, terminal, 0 if end is None else end, Terminal.DRAW)
        player = data.get(to_move)
        if player is None and code == 0:
            raise _core.InputError(f"node {node!r}: the attribute {to_move} is missing; set it to 0 or 1")
        players.append(int(player) if isinstance(player, (bool, np.bool_)) else 
                      _node_code(node, to_move, 0 if player is None else player, 1))
        ends.append(code)
        plies = data.get(distance) if code else None
        distances.append(_node_code(node, distance, 0 if plies is None else plies, 2**32 - 1))
        for to, edges in graph.adj[node].items():
            if code and drops_moves:
                continue
            if code:
                raise _core.InputError(f"node {node!r}: {terminal} is {code}, but there is a move to {to!r}; use "
                                       "terminal_moves='drop' to ignore moves of terminals")
            indices.extend([index[to]] * (len(edges) if is_multigraph else 1))
        indptr.append(len(indices))
    conventions = {"no_moves": no_moves, "infinite_play": infinite_play, "seen_by": seen_by}
    for name, value in conventions.items():
        conventions[name] = graph.graph.get(name) if value is None else value
    if conventions["seen_by"] == "mover":  # in graphs saved before the first release
        conventions["seen_by"] = "player_to_move"
    solution = solve_graph(np.frombuffer(indptr, np.int64), np.frombuffer(indices, np.int64) if indices else [],
                           np.frombuffer(players, np.uint8), np.frombuffer(ends, np.uint8),
                           distance=np.array(distances) if any(distances) else None, threads=threads, progress=progress,
                           **{name: value for name, value in conventions.items() if value is not None})
    return KeyedSolution(solution, nodes, index)


def _node_code(node: Any, name: str, code: Any, highest: int) -> int:
    if isinstance(code, bool) or not isinstance(code, (int, np.integer)):
        expected = "a code of Terminal" if highest == Terminal.DRAW else "an integer"
        raise TypeError(f"node {node!r}: {name}: expected {expected}, got {code!r}")
    if not 0 <= code <= highest:
        raise _core.InputError(f"node {node!r}: {name}: expected 0 to {int(highest)}, got {int(code)}")
    return int(code)
