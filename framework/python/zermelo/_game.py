# SPDX-License-Identifier: MIT
"""The games of the package, and their solutions in memory."""

import dataclasses
import json
import numbers
import os
import warnings
from typing import Any, NoReturn

import numpy as np

from . import _core
from ._graph import thread_number
from ._positions import Position, SolvedPositions
from ._progress import Progress, display
from ._solution import Failure, Verification
from ._arguments import text_of


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a game."""

    name: str
    type: str  #: integer, optional_integer, real, choice or text
    help: str
    default: str | None  #: None if the parameter is absent by default
    minimum: float | None  #: None unless the parameter is a number
    maximum: float | None  #: None unless the parameter is a number with a bound below that of its type
    choices: tuple[str, ...]  #: the values of a choice; empty for other types


@dataclasses.dataclass(frozen=True)
class GameInfo:
    """A game of the package."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"


def games() -> tuple[GameInfo, ...]:
    """The games of the package, with their parameters, as in `zermelo list`."""
    return tuple(
        GameInfo(game["name"], game["summary"], tuple(
            Parameter(one["name"], one["type"], one["help"], one["default"], one.get("minimum"), one.get("maximum"),
                      tuple(one.get("choices", ())))
            for one in game["parameters"]))
        for game in _core.games())


class Game:
    """A game with its parameters.

    Parameters
    ----------
    name : str
        A name listed by `games`.
    *arguments : str
        Arguments as on the command line, such as ``"@board.json"`` for a file with an instance.
    **parameters
        Values by name: a number or a string as on the command line, a string ``"@FILE"``, a path or an open text file
        for the contents of a file, a bool for yes or no, None for none, or a list for JSON. The parameter `graph` may
        also be a dict of the neighbours of each node, a graph of networkx with the nodes 0, 1, ..., or graph6 bytes.

    Raises
    ------
    InputError
        If the game or a parameter is unknown, or a value is invalid; the message states what was expected.
    ResourceError
        If building the game needs more memory than is available.
    TypeError
        If a value has an unsupported type.

    Warns
    -----
    UserWarning
        If a parameter can be read in several ways; the warning states how it was read, such as a graph as directed.

    Attributes
    ----------
    name : str
    parameters : dict
        The values of all parameters, including defaults: numbers and strings.
    players : tuple of str
        The names of the first and the second player.
    start_state : str or None
        The start of play as a string; None if the game has no start, or if the start depends on the solution.
    """

    def __init__(self, name: str, /, *arguments: str, **parameters: Any) -> None:
        text_of("name", name)
        for i, argument in enumerate(arguments):
            text_of(f"arguments[{i}]", argument)
        given: list[str | bytes] = list(arguments)
        strings = []
        for parameter, value in parameters.items():
            if hasattr(value, "read"):
                text = value.read()
                if not isinstance(text, str):
                    raise TypeError(f"{parameter}: expected a text file, got a file of {type(text).__name__}")
                source = getattr(value, "name", "")
                strings.append((text_of("parameter name", parameter), text_of(parameter, text),
                              os.fsencode(source) if isinstance(source, str) else b""))
            elif isinstance(value, os.PathLike):
                given.append(text_of("parameter name", parameter).encode() + b"=@" + os.fsencode(value))
            else:
                plain = _graph_value(value) if parameter == "graph" else value
                given.append(text_of(parameter, f"{parameter}={_value_text(parameter, plain)}"))
        self._set_up(name, given, strings)
        for note in self._backend.notes:
            warnings.warn(note, UserWarning, stacklevel=2)

    def _set_up(self, name: str, arguments: list[str | bytes], strings: list[tuple[str, str, bytes]]) -> None:
        self.name = name
        self._made_of = name, arguments, strings
        self._backend = _core.Game(name, arguments, strings, None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, self._made_of

    def __repr__(self) -> str:
        values = "".join(f", {name}={_shortened(value)}" for name, value in self.parameters.items())
        return f"<Game {self.name}{values}>"

    def __len__(self) -> int:
        """The number of positions, including illegal ones. Raises TypeError if solving the game assigns the numbers of
        positions."""
        if self._backend.num_positions is None:
            raise TypeError(f"number of positions of {self.name}: unknown until solved; use len() of the solution")
        return self._backend.num_positions

    @property
    def parameters(self) -> dict[str, Any]:
        return self._backend.parameters

    @property
    def players(self) -> tuple[str, str]:
        return self._backend.players

    @property
    def start_state(self) -> str | None:
        return self._backend.start

    def moves(self, state: str | int | None = None) -> tuple[str, ...]:
        """The positions to which the moves of a position lead.

        Parameters
        ----------
        state : str or int, optional
            A position: a string, which may use the game's notation, or a number. None: the start.

        Returns
        -------
        tuple of str
            The positions as strings, in the game's order of moves; empty for terminals.

        Raises
        ------
        InputError
            If the string or the number is not a legal position.
        """
        if state is None:
            state = ""
        if isinstance(state, bool) or not isinstance(state, (str, int, np.integer)):
            raise TypeError(f"state: expected a str or an int, got {type(state).__name__}")
        if not isinstance(state, str) and not 0 <= state < 2**64:
            raise _core.InputError(f"position: expected 0 to {2**64 - 1}, got {state}")
        return self._backend.moves(state if isinstance(state, str) else int(state))

    def solve(self, engine: str | None = None, *, threads: int = 0, memory_limit: int | str | None = None,
              verify: bool = False, progress: Progress = None) -> "GameSolution":
        """Solve all positions of the game, in memory.

        Parameters
        ----------
        engine : str, optional
            An engine, such as ``"implicit"``, ``"explicit"`` or ``"queue"``. None: the best engine that fits in memory.
        threads : int
            The number of threads, from 0 to 1024; 0 uses all threads of the machine.
        memory_limit : int or str, optional
            The memory limit in bytes, or as a string such as ``"2G"``. None: the available memory.
        verify : bool
            If True, also verify every entry against the rules.
        progress
            See `solve_graph`.

        Returns
        -------
        GameSolution

        Raises
        ------
        InputError
            If the engine is unknown, or cannot solve this game.
        ResourceError
            If the solve needs more memory than is available; nothing has been allocated.
        RuntimeError
            If verification finds a wrong entry, which means a bug in Zermelo.
        """
        if engine is not None:
            text_of("engine", engine, "a str or None")
        if memory_limit is not None and (isinstance(memory_limit, bool)
                                         or not isinstance(memory_limit, (str, int, np.integer))):
            raise TypeError(f"memory_limit: expected an int, a str or None, got {type(memory_limit).__name__}")
        limit = "" if memory_limit is None else text_of("memory_limit", str(memory_limit))
        with display(progress) as callback:
            core, reported = self._backend.solve("auto" if engine is None else engine, thread_number(threads), limit, bool(verify), callback)
        for warning in reported:
            warnings.warn(warning, RuntimeWarning, stacklevel=2)
        return GameSolution(core)

    def graph(self, *, threads: int = 0, progress: Progress = None) -> dict[str, Any]:
        """The game as a graph in arrays, the arguments of `solve_graph`: ``solve_graph(**game.graph())``.

        Returns
        -------
        dict
            The arrays indptr int64, indices uint32, to_move uint8, terminal uint8, and distance uint32 if terminals
            have known distances; infinite_play and seen_by, unless they have the default value.

        Raises
        ------
        InputError
            If the game is played for points, which the arrays cannot represent.
        ResourceError
            If the graph needs more memory than is available.
        """
        with display(progress) as callback:
            return self._backend.graph(thread_number(threads), callback)


class GameSolution(SolvedPositions[_core.GameSolution]):
    """The solution of a `Game`, in memory; returned by `Game.solve`.

    Attributes
    ----------
    report : dict
        The report of `zermelo solve --json`: counts, winners, engine, seconds, ...
    parameters : dict
        The parameters of the game: numbers and strings.
    counts, winners : dict
        The numbers of legal positions by outcome for the player to move, and by winner. `winners` is None if positions
        are relative to the player to move.
    signature : str
        The signature of all entries, 16 hexadecimal digits.
    """

    def __init__(self, core: _core.GameSolution) -> None:
        self._backend = core

    def __reduce__(self) -> NoReturn:
        raise TypeError("a GameSolution cannot be pickled; save(path) writes it as a table, which open(path) reads")

    @property
    def report(self) -> dict[str, Any]:
        return self._core_or_raise().report

    def _summary(self) -> dict[str, Any]:
        return self.report

    def verify(self, *, threads: int = 0, progress: Progress = None) -> Verification:
        """Verify the solution: compare each entry with those of its successors, with code independent of the solver."""
        with display(progress) as callback:
            report = self._core_or_raise().verify(thread_number(threads), callback)
        return Verification(report["checked"], report["wrong"],
                            tuple(Failure(one["state"], one["reason"]) for one in report["first"]))

    def save(self, path: str | os.PathLike[str], *, threads: int = 0, progress: Progress = None) -> None:
        """Write the solution as a table, which `open`, `zermelo probe` and any HDF5 tool can read. `path` appears when
        the file is complete.

        Raises
        ------
        InputError
            If the file cannot be written.
        ResourceError
            If the disk is full.
        """
        with display(progress) as callback:
            self._core_or_raise().save(os.fsencode(path), thread_number(threads), callback)


def _game_of(name: str, arguments: list[str | bytes], strings: list[tuple[str, str, bytes]]) -> Game:
    """A game from its pickled arguments."""
    game = Game.__new__(Game)
    game._set_up(name, arguments, strings)
    return game


def _value_text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return "none"
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, separators=(",", ":"), default=lambda one: _plain(name, one))
    raise TypeError(f"{name}: expected a number, a str, a file, a bool, None or a list, got {type(value).__name__}")


def _graph_value(value: Any) -> Any:
    """The parameter `graph`, with bytes as a string, and a dict or a graph of networkx as lists of neighbours."""
    if isinstance(value, bytes):  # such as the graph6 bytes of networkx
        try:
            return value.decode("ascii").strip()
        except UnicodeDecodeError:
            raise _core.InputError(f"graph: expected ASCII bytes of graph6, got {_shortened(value)}") from None
    if hasattr(value, "adj") and hasattr(value, "nodes"):  # a graph of networkx
        value = {node: list(value.adj[node]) for node in value.nodes}
    if not isinstance(value, dict):
        return value
    wrong = next((node for node in value if isinstance(node, bool) or not isinstance(node, numbers.Integral)), None)
    if wrong is not None:
        raise TypeError(f"graph: expected integers as nodes, got {wrong!r}; use "
                        "networkx.convert_node_labels_to_integers")
    missing = next((node for node in range(len(value)) if node not in value), None)
    if missing is not None:
        raise _core.InputError(f"graph: node {missing} is missing; number the {len(value)} nodes from 0 without gaps")
    return [value[node] for node in range(len(value))]


def _plain(name: str, value: Any) -> Any:
    """Converts an element of a list to a type that JSON supports. Raises TypeError if this is impossible."""
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{name}: expected numbers, strings or lists, got {_shortened(value)} ({type(value).__name__})")


def _shortened(value: Any) -> str:
    longest = 40
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest - 3]}..."
