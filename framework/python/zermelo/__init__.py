# SPDX-License-Identifier: MIT
"""Complete solutions of finite two-player games: every position's outcome and its distance to the end."""

from ._surroundings import expect_python

expect_python()

from ._build import VERSION as __version__
from ._core import InputError, ResourceError
from ._explore import Explored, explore, solve_networkx
from ._game import Game, GameInfo, GameSolution, Parameter, games
from ._graph import solve_graph, verify_graph
from ._positions import Axis, Line, Position, Selection, StateMove, Values
from ._rules import ExploredKeys, KeyRules, Rules, RulesBackwards, explore_rules, solve_rules
from ._solution import Failure, KeyedSolution, Move, Outcome, Solution, Terminal, Value, Verification
from ._table import Table, open

__all__ = [
    "Axis",
    "Explored",
    "ExploredKeys",
    "Failure",
    "Game",
    "GameInfo",
    "GameSolution",
    "InputError",
    "KeyRules",
    "KeyedSolution",
    "Line",
    "Move",
    "Outcome",
    "Parameter",
    "Position",
    "ResourceError",
    "Rules",
    "RulesBackwards",
    "Selection",
    "Solution",
    "StateMove",
    "Table",
    "Terminal",
    "Value",
    "Values",
    "Verification",
    "explore",
    "explore_rules",
    "games",
    "open",
    "solve_graph",
    "solve_networkx",
    "solve_rules",
    "verify_graph",
]
