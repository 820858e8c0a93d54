# SPDX-License-Identifier: MIT
"""The games of the package, and their solutions."""

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
    default: str | None  #: None: absent
    minimum: float | None  #: of numbers
    maximum: float | None  #: of numbers; None: only the bound of the type
    choices: tuple[str, ...]  #: of a choice


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
        Arguments as on the command line, such as ``"@board.json"`` for a file with the whole instance.
    **parameters
        Values by name: numbers and strings as on the command line, a string ``"@FILE"`` or a path for the text of a
        file; an open text file; a bool for yes or no; None for none; lists as JSON. The parameter `graph` may also be a
        dict of the neighbours of each node, a graph of networkx with the nodes 0, 1, ..., or graph6 as bytes.

    Raises
    ------
    InputError
        For an unknown game or parameter, or an invalid value; the message says what is allowed.
    ResourceError
        If there is too little memory to build the game.
    TypeError
        For a value of another type.

    Warns
    -----
    UserWarning
        About how a parameter was read, such as a graph as directed.

    Attributes
    ----------
    name : str
    parameters : dict
        All values, defaults included: numbers as numbers, strings as strings.
    players : tuple of str
        The names of the first and the second player.
    start_state : str or None
        The start of play as a string; None if there is none, or if it depends on the solution.
    """

    def __init__(self, name: str, /, *arguments: str, **parameters: Any) -> None:
        text_of("name", name)
        for i, argument in enumerate(arguments):
            text_of(f"words[{i}]", argument)
        given: list[str | bytes] = list(arguments)
        strings = []
        for parameter, value in parameters.items():
            if hasattr(value, "read"):
                text = value.read()
                if not isinstance(text, str):
                    raise TypeError(f"{parameter} is a file of {type(text).__name__}; allowed: a text file")
                source = getattr(value, "name", "")
                strings.append((text_of("a parameter", parameter), text_of(parameter, text),
                              os.fsencode(source) if isinstance(source, str) else b""))
            elif isinstance(value, os.PathLike):
                given.append(text_of("a parameter", parameter).encode() + b"=@" + os.fsencode(value))
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
        """The number of positions, illegal ones included. Raises TypeError if positions are numbered only when the game
        is solved."""
        if self._backend.num_positions is None:
            raise TypeError(f"{self.name} numbers its positions only when it is solved; use len() of the solution")
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
        """The positions to which moves lead, in the game's order; empty for terminals.

        Parameters
        ----------
        state : str or int, optional
            A position as a string or in the game's notation, or its number. None: the start.

        Returns
        -------
        tuple of str
            The positions as strings.

        Raises
        ------
        InputError
            If the position does not exist.
        """
        if state is None:
            state = ""
        if isinstance(state, bool) or not isinstance(state, (str, int, np.integer)):
            raise TypeError(f"state is {type(state).__name__}; allowed: a str or an int")
        if not isinstance(state, str) and not 0 <= state < 2**64:
            raise _core.InputError(f"position: expected at least 0, got {state}")
        return self._backend.moves(state if isinstance(state, str) else int(state))

    def solve(self, engine: str | None = None, *, threads: int = 0, memory_limit: int | str | None = None,
              verify: bool = False, progress: Progress = None) -> "GameSolution":
        """Solve the game completely, in memory.

        Parameters
        ----------
        engine : str, optional
            Such as ``"implicit"``, ``"explicit"`` or ``"queue"``. None: the best engine that fits memory.
        threads : int
            0: all of the machine.
        memory_limit : int or str, optional
            In bytes, or such as ``"2G"``. None: the available memory.
        verify : bool
            If True, also prove every entry by the rules.
        progress
            See `solve_graph`.

        Returns
        -------
        GameSolution

        Raises
        ------
        InputError
            For an unknown engine, or one that cannot solve this game.
        ResourceError
            If there is too little memory; raised before it is allocated.
        RuntimeError
            If verifying finds a wrong entry, which would be an error of Zermelo.
        """
        if engine is not None:
            text_of("engine", engine, "a str or None")
        if memory_limit is not None and (isinstance(memory_limit, bool)
                                         or not isinstance(memory_limit, (str, int, np.integer))):
            raise TypeError(f"memory_limit is {type(memory_limit).__name__}; allowed: an int, a str or None")
        limit = "" if memory_limit is None else text_of("memory_limit", str(memory_limit))
        with display(progress) as callback:
            core, reported = self._backend.solve("auto" if engine is None else engine, thread_number(threads), limit, bool(verify), callback)
        for warning in reported:
            warnings.warn(warning, RuntimeWarning, stacklevel=2)
        return GameSolution(core)

    def graph(self, *, threads: int = 0, progress: Progress = None) -> dict[str, Any]:
        """The game as arrays, the arguments of `solve_graph`: ``solve_graph(**game.graph())``.

        Returns
        -------
        dict
            indptr int64, indices uint32, to_move uint8, terminal uint8; distance uint32 if distances of terminals are
            known in advance; infinite_play and seen_by unless default.

        Raises
        ------
        InputError
            For a game for points, which the arrays cannot represent.
        ResourceError
            If there is too little memory.
        """
        with display(progress) as callback:
            return self._backend.graph(thread_number(threads), callback)


class GameSolution(SolvedPositions[_core.GameSolution]):
    """The solution of a `Game`, in memory; made by `Game.solve`.

    Attributes
    ----------
    report : dict
        The report of `zermelo solve --json`: counts, winners, engine, seconds, ...
    parameters : dict
        Of the game: numbers as numbers, strings as strings.
    counts, winners : dict
        Legal positions by outcome for the player to move, and by winner (None if positions are relative to the player
        to move).
    signature : str
        16 hexadecimal digits, a digest of all entries.
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
        """Prove the solution by comparing each entry with those of its moves; shares no code with the solver."""
        with display(progress) as callback:
            report = self._core_or_raise().verify(thread_number(threads), callback)
        return Verification(report["checked"], report["wrong"],
                            tuple(Failure(one["state"], one["reason"]) for one in report["first"]))

    def save(self, path: str | os.PathLike[str], *, threads: int = 0, progress: Progress = None) -> None:
        """Write the solution as a table, which `open`, `zermelo probe` and any HDF5 tool read. The file gets its name
        when complete.

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
    """Unpickles a game."""
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
    raise TypeError(f"{name} is {type(value).__name__}; allowed: a number, a str, a file, a bool, None, or a list")


def _graph_value(value: Any) -> Any:
    """The parameter `graph` as a string or as lists of neighbours, if it is one of Python's forms of graphs."""
    if isinstance(value, bytes):  # graph6 of networkx
        try:
            return value.decode("ascii").strip()
        except UnicodeDecodeError:
            raise _core.InputError(f"graph is {_shortened(value)}; allowed: bytes of graph6, sparse6 or digraph6") from None
    if hasattr(value, "adj") and hasattr(value, "nodes"):  # of networkx
        value = {node: list(value.adj[node]) for node in value.nodes}
    if not isinstance(value, dict):
        return value
    wrong = next((node for node in value if isinstance(node, bool) or not isinstance(node, numbers.Integral)), None)
    if wrong is not None:
        raise TypeError(f"graph has the node {wrong!r}; allowed: integers from 0, such as "
                        "networkx.convert_node_labels_to_integers gives")
    missing = next((node for node in range(len(value)) if node not in value), None)
    if missing is not None:
        raise _core.InputError(f"graph has {len(value)} nodes, but no node {missing}; number the nodes from 0 without gaps")
    return [value[node] for node in range(len(value))]


def _plain(name: str, value: Any) -> Any:
    """A value within a list as a value that JSON supports."""
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
    raise TypeError(f"{name} contains {_shortened(value)} of type {type(value).__name__}; allowed: numbers, strings and lists")


def _shortened(value: Any) -> str:
    longest = 40
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest - 3]}..."
