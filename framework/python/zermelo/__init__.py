# SPDX-License-Identifier: MIT
"""Complete solutions of finite two-player games: every position's outcome and its distance to the end."""

from ._surroundings import expect_python

expect_python()

from ._build import VERSION as __version__
from ._core import InputError, ResourceError
from ._explore import Explored, explore, solve_networkx
from ._graph import solve_graph, verify_graph
from ._rules import ExploredKeys, KeyRules, Rules, explore_rules, solve_rules
from ._solution import Failure, KeyedSolution, Move, Outcome, Solution, Terminal, Value, Verification

__all__ = [
    "Explored",
    "ExploredKeys",
    "Failure",
    "InputError",
    "KeyRules",
    "KeyedSolution",
    "Move",
    "Outcome",
    "ResourceError",
    "Rules",
    "Solution",
    "Terminal",
    "Value",
    "Verification",
    "explore",
    "explore_rules",
    "solve_graph",
    "solve_networkx",
    "solve_rules",
    "verify_graph",
]
