# SPDX-License-Identifier: MIT
"""Constants for tests of table sets."""

from program import report

KINGS = ["draughts", "pieces=4", "--slices", "own_men<=0,other_men<=0"]


def summary_of(table):
    stats = report("stats", str(table))
    return {name: stats[name] for name in ("positions", "legal_positions", "counts", "winners", "max_distance_plies",
                                           "max_tie_plies", "signature", "edges")}
