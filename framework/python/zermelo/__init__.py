# SPDX-License-Identifier: MIT
"""Solves finite two-player games completely: computes the outcome of every position and its distance to the end."""

from ._surroundings import expect_python

expect_python()

from ._checked_rules import Rules, RulesBackwards
from ._build import VERSION as __version__
from ._core import InputError, ResourceError
from ._explore import Explored, explore, solve_networkx
from ._game import Game, GameInfo, GameSolution, Parameter, games
from ._graph import solve_graph, verify_graph
from ._keys import ExploredKeys, KeyRules, explore_rules
from ._positions import Axis, Position, Selection, SolvedPositions, StateMove, Values
from ._progress import Progress
from ._rules import solve_rules
from ._solution import Failure, KeyedSolution, Line, Move, Outcome, Solution, Terminal, Value, Verification
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
    "Progress",
    "ResourceError",
    "Rules",
    "RulesBackwards",
    "Selection",
    "Solution",
    "SolvedPositions",
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

for _name in __all__:
    if getattr(globals()[_name], "__module__", "").startswith("zermelo."):
        globals()[_name].__module__ = "zermelo"  # in reprs and pickles, instead of the private module
del _name
