#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Proves a strategy that `zermelo export --from POSITION --strategy PLAYER` has written, from the file alone.

A strategy has one move in each position of its player, and all moves in the positions of the other. It proves a win
if every move comes nearer to the end, and every end is won. Without a win it proves that the player does not lose:
no end is lost. How many moves a position has is all that is believed.

    scripts/check_strategy.py STRATEGY.csv|STRATEGY.h5 PLAYER

Exit status: 0 proved, 1 not proved, 2 no strategy that could be read.
"""

import argparse
import csv
import sys


class StrategyError(Exception):
    """A file that is no exported strategy, or does not prove it. One line."""


def read_csv(path):
    """The positions, each with `player`, `winner`, `plies` (None: no distance), `num_moves` and `moves`, its places."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    try:
        return [{"player": row["to_move"], "winner": row["winner"], "state": row["state"],
                 "plies": int(row["plies"]) if row["plies"] else None, "num_moves": int(row["num_moves"]),
                 "moves": [int(place) for place in row["moves"].split()]} for row in rows]
    except (KeyError, TypeError, ValueError) as wrong:
        raise StrategyError(f"{path}: no strategy: {wrong!r}") from wrong


def read_columns(path):
    """The same of an HDF5 file."""
    import h5py  # pylint: disable=import-outside-toplevel  # a CSV is read without it

    try:
        with h5py.File(path) as file:
            columns = {name: file["positions"][name][()] for name in ("to_move", "winner", "state", "plies", "num_moves")}
            moves = [[] for _ in columns["plies"]]
            for begin, end in zip(file["moves"]["from"][()], file["moves"]["to"][()]):
                moves[begin].append(int(end))
    except (KeyError, OSError) as wrong:
        raise StrategyError(f"{path}: no strategy: {wrong}") from wrong
    texts = {name: [text.decode() for text in columns[name]] for name in ("to_move", "winner", "state")}
    return [{"player": texts["to_move"][i], "winner": texts["winner"][i], "state": texts["state"][i],
             "plies": int(columns["plies"][i]) if columns["plies"][i] >= 0 else None,
             "num_moves": int(columns["num_moves"][i]), "moves": moves[i]} for i in range(len(moves))]


def check(positions, player):
    """What the strategy proves, as a sentence. Raises StrategyError, naming the position, if it proves nothing."""
    if not positions:
        raise StrategyError("there is no position")
    is_win = positions[0]["winner"] == player
    reached = {0}
    for number, here in enumerate(positions):

        def fail(what, state=here["state"]):
            raise StrategyError(f"'{state}': {what}")

        if number not in reached:
            fail("no move leads there")
        needed = 1 if here["player"] == player and here["num_moves"] > 0 else here["num_moves"]
        if len(set(here["moves"])) != needed or len(here["moves"]) != needed:
            fail(f"{len(here['moves'])} moves, not {needed}")
        if not needed and here["winner"] not in ((player,) if is_win else (player, "")):
            fail(f"play ends there, and {here['winner'] or 'nobody'} wins")
        for place in here["moves"]:
            if not 0 <= place < len(positions):
                fail(f"a move leads to place {place} of {len(positions)}")
            reached.add(place)
            if is_win and not (here["plies"] or 0) > (positions[place]["plies"] or 0):
                fail("a move does not come nearer to the end")
    return (f"{player} wins in {positions[0]['plies']} plies at most" if is_win else f"{player} does not lose") + \
        f": {len(positions):,} positions, {sum(len(here['moves']) for here in positions):,} moves"


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("player")
    arguments = parser.parse_args(words)
    try:
        positions = (read_csv if arguments.file.endswith(".csv") else read_columns)(arguments.file)
    except (OSError, StrategyError) as wrong:
        print(f"check_strategy.py: {wrong}", file=sys.stderr)
        return 2
    try:
        print(check(positions, arguments.player))
    except StrategyError as wrong:
        print(f"check_strategy.py: {arguments.file}: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
