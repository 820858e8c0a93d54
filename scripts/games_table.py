#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints the results of a study that lists its cases one by one as a Markdown table, with a row for each instance.

FOLDER has the results of zermelo run. Positions are legal ones; all positions include the symmetric ones of a game
reduced by symmetry; moves are those of the solve. Bytes are the peak of the case minus the memory before it, per legal
position. With --into the table replaces the one between the two marks in FILE.

Examples:
  scripts/run run experiments/games.toml -o games
  scripts/games_table.py games --into experiments/README.md
"""

import argparse
import math
import pathlib
import sys

from modules.experiment_results import SEVERAL_GAMES, ResultsError, read_results
from modules.marked_text import MarksError, deliver
from modules.escaped_text import escaped_text

HEADER = ["game", "instance", "positions", "all positions", "moves", "engine", "seconds", "MiB", "bytes per position"]
MIB = 2**20
TEXT_COLUMNS = ("game", "instance", "engine")  # the others are numbers


def rounded(number):
    """Two digits, or all before the point: "0.012", "1.2", "1,234"; "< 0.001" for smaller values."""
    if number < 0.001:
        return "< 0.001"
    return f"{number:,.0f}" if number >= 10 else f"{number:#.2g}".removesuffix(".")


def counted(number):
    return "" if math.isnan(number) else f"{number:,.0f}"


def measured(number):
    return "" if math.isnan(number) else rounded(number)


def code(text):
    """A string as code in a Markdown cell; empty for an empty string."""
    return f"`{escaped_text(text).replace('|', chr(92) + '|')}`" if text else ""


def lines_of(results):
    """The cells of each case."""
    games, instances = (results.parameter(name) for name in ("game", "instance"))
    all_positions = results.columns.get("all_positions", [math.nan] * len(results.cases))
    for case, engine in enumerate(results.engines):
        numbers = {name: results.columns[name][case]
                   for name in ("legal_positions", "edges", "total_seconds", "memory_bytes")}
        positions = numbers["legal_positions"]
        yield [code(games.values[games.codes[case]]), code(instances.values[instances.codes[case]]), counted(positions),
               counted(all_positions[case]), counted(numbers["edges"]), code(engine),
               measured(numbers["total_seconds"]), measured(numbers["memory_bytes"] / MIB),
               measured(numbers["memory_bytes"] / positions) if positions else ""]


def table(results):
    if results.game != SEVERAL_GAMES:
        raise ResultsError(f"expected a study with a list of [[case]], got a study of {results.game}")
    if results.failures:
        case, instance, error = results.failures[0]
        raise ResultsError(f"case {case} ({instance}) has failed: {error}")
    rule = ["---" if name in TEXT_COLUMNS else "--:" for name in HEADER]
    lines = ["| " + " | ".join(HEADER) + " |", "|" + "|".join(rule) + "|"]
    lines += ["| " + " | ".join(cells) + " |" for cells in lines_of(results)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path, help="the results of a study")
    parser.add_argument("--into", metavar="FILE", type=pathlib.Path, help="write the table into FILE instead of printing it")
    arguments = parser.parse_args()
    try:
        deliver(table(read_results(arguments.folder)), "table of games", arguments.into)
    except (ResultsError, MarksError) as error:
        print(f"games_table.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
