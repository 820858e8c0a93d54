#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Verifies a strategy written by `zermelo export --from POSITION --strategy PLAYER`, using only the file.

A strategy has one move in each position of its player, and all moves in the positions of the other. It proves a win if
every move comes nearer to a terminal, and every terminal is won; if the player wins endless play, if every terminal is
won. Without a win it proves that the player does not lose: no terminal is lost, and if endless play is lost, no move is
on a cycle. The number of moves of a position and the winner of endless play, `infinite_play`, are not checked; a file
with endless play but without its winner is rejected. A win that only a move limit gives is not proved.

For a game for points it proves the least number of points that the player gets: no move loses points, its gain
included; if the player is ahead, a move that keeps the margin comes nearer to a terminal; and no move that gains points
is on a cycle, since endless play gains 0 points. The points of terminals are not checked.

    scripts/check_strategy.py STRATEGY.csv|STRATEGY.h5 PLAYER

Exit status: 0 proved, 1 not proved, 2 not a readable strategy.
"""

import argparse
import csv
import sys


class StrategyError(Exception):
    """The file is not an exported strategy, or does not prove anything. The message is one line."""


class UnreadableError(StrategyError):
    """The file lacks data that a proof needs. The message is one line."""


def plies_of(number):
    """A number of plies. Raises ValueError if negative."""
    plies = int(number)
    if plies < 0:
        raise ValueError(f"plies: expected an integer of at least 0, got '{number}'")
    return plies


def read_csv(path):
    """The positions, each with `player`, `outcome`, `winner`, `plies` (None: no distance), `num_moves`, `moves`, as
    indices, and `endless`, the winner of endless play ("": nobody, None: missing)."""
    line = 1
    try:
        with open(path, newline="", encoding="utf-8") as file:
            positions = []
            rows = csv.DictReader(file)
            for row in rows:
                line = rows.line_num
                positions.append({"player": row["to_move"], "outcome": row["outcome"], "winner": row["winner"],
                                  "state": row["state"], "plies": plies_of(row["plies"]) if row["plies"] else None,
                                  "endless": row.get("infinite_play"), "num_moves": int(row["num_moves"]),
                                  "margin": int(row["margin"]) if "margin" in row else None,
                                  "moves": [int(index) for index in row["moves"].split()],
                                  "gains": [int(gain) for gain in row.get("gains", "").split()]})
            return positions
    except KeyError as wrong:
        raise StrategyError(f"{path}: invalid strategy: column {wrong} is missing") from wrong
    except (AttributeError, TypeError, ValueError, csv.Error) as wrong:
        raise StrategyError(f"{path}, line {line}: invalid strategy: {wrong}") from wrong


def read_columns(path):
    """The positions of `read_csv`, from an HDF5 file."""
    import h5py  # pylint: disable=import-outside-toplevel  # not needed for CSV

    try:
        with h5py.File(path) as file:
            columns = {name: file["positions"][name][()]
                       for name in ("to_move", "outcome", "winner", "state", "plies", "num_moves")}
            named = "infinite_play" in file["positions"]
            columns["endless"] = file["positions/infinite_play"][()] if named else [None] * len(columns["plies"])
            margins = file["positions"]["margin"][()] if "margin" in file["positions"] else None
            moves = [[] for _ in columns["plies"]]
            gains = [[] for _ in columns["plies"]]
            begins = file["moves"]["from"][()]
            if len(begins) and begins.min() < 0:
                raise ValueError(f"from: expected integers of at least 0, got '{begins.min()}'")
            for begin, end in zip(begins, file["moves"]["to"][()]):
                moves[begin].append(int(end))
            if "gain" in file["moves"]:
                for begin, gain in zip(begins, file["moves"]["gain"][()]):
                    gains[begin].append(int(gain))
        strings = {name: [None if text is None else text.decode() for text in columns[name]]
                 for name in ("to_move", "outcome", "winner", "state", "endless")}
        plies = [None if number == -1 else plies_of(number) for number in columns["plies"]]
        return [{"player": strings["to_move"][i], "outcome": strings["outcome"][i], "winner": strings["winner"][i],
                 "state": strings["state"][i], "plies": plies[i], "endless": strings["endless"][i],
                 "margin": None if margins is None else int(margins[i]),
                 "num_moves": int(columns["num_moves"][i]), "moves": moves[i], "gains": gains[i]} for i in range(len(moves))]
    except (AttributeError, IndexError, KeyError, OSError, ValueError) as wrong:
        raise StrategyError(f"{path}: invalid strategy: {wrong}") from wrong


def number_cycles(positions):
    """The number of the strong component of each position (Kosaraju)."""
    order, seen = [], [False] * len(positions)
    for first in range(len(positions)):
        path = [] if seen[first] else [(first, iter(positions[first]["moves"]))]
        seen[first] = True
        while path:
            index, moves = path[-1]
            after = next((to for to in moves if not seen[to]), None)
            if after is None:
                order.append(path.pop()[0])
            else:
                seen[after] = True
                path.append((after, iter(positions[after]["moves"])))
    before = [[] for _ in positions]
    for index, here in enumerate(positions):
        for to in here["moves"]:
            before[to].append(index)
    number = [None] * len(positions)
    for first in reversed(order):
        left = [first] if number[first] is None else []
        while left:
            index = left.pop()
            if number[index] is None:
                number[index] = first
                left += before[index]
    return number


def endless_winner(positions):
    """The winner of endless play: "" for nobody, None if missing. A draw has the value of endless play."""
    winners = {here["endless"] for here in positions} - {None}
    winners |= {here["winner"] for here in positions if here["outcome"] == "draw"}
    if len(winners) > 1:
        names = " and ".join(sorted(winner or "nobody" for winner in winners))
        raise UnreadableError(f"endless play is won by {names}; expected one winner")
    return winners.pop() if winners else None


def expect_no_losing_cycle(positions, player, cycle):
    """Raises StrategyError if play can be endless, and the player may lose by it."""
    endless = endless_winner(positions)
    if endless in (player, ""):
        return
    for index, here in enumerate(positions):
        if here["outcome"] == "draw" and not here["moves"] and endless is not None:
            raise StrategyError(f"'{here['state']}': play ends in a draw, and {endless} wins endless play")
        if any(cycle[to] == cycle[index] for to in here["moves"]):
            if endless is None:
                raise UnreadableError(f"'{here['state']}': a move is on a cycle, but infinite_play (who wins endless play) is "
                                      "missing; export the strategy again")
            raise StrategyError(f"'{here['state']}': a move is on a cycle, and {endless} wins endless play")


def check_points(positions, player, cycle):
    """The points that the strategy proves. Precondition: all moves lead to positions."""
    ahead = [here["margin"] if here["player"] == player else -here["margin"] for here in positions]
    for index, here in enumerate(positions):

        def fail(what, state=here["state"]):
            raise StrategyError(f"'{state}': {what}")

        gains = here["gains"] or [0] * len(here["moves"])
        if len(gains) != len(here["moves"]):
            fail(f"expected {len(here['moves'])} gains, one for each move, got {len(gains)}")
        for to, gain in zip(here["moves"], gains):
            retained = ahead[to] + (gain if here["player"] == player else -gain)
            if retained < ahead[index]:
                fail(f"a move keeps only {retained} points of {ahead[index]}")
            if gain and cycle[to] == cycle[index]:
                fail("a move on a cycle gains points")
            keeps_its_lead = not gain and retained == ahead[index] > 0
            if keeps_its_lead and not (here["plies"] or 0) > (positions[to]["plies"] or 0):
                fail("a move does not reduce the distance")
    return f"{player} gets {ahead[0]:+} points at least" if ahead[0] else f"{player} gets 0 points at least"


def check(positions, player):
    """The proved statement as a sentence. Raises StrategyError with the position if nothing is proved."""
    if not positions:
        raise StrategyError("the strategy has no positions")
    first = positions[0]
    players = {here[name] for here in positions for name in ("player", "winner", "endless")} - {"", None}
    if player not in players and len(players) > 1:
        raise UnreadableError(f"'{player}' is not a player of the file; use one of {', '.join(sorted(players))}")
    has_points = first["margin"] is not None
    is_win = first["winner"] == player and not has_points
    is_forced = is_win and first["outcome"] != "draw"
    if not has_points and first["winner"] not in (player, ""):
        raise StrategyError(f"'{first['state']}': {player} loses")
    reached = {0}
    for number, here in enumerate(positions):

        def fail(what, state=here["state"]):
            raise StrategyError(f"'{state}': {what}")

        if number not in reached:
            fail("unreachable")
        needed = 1 if here["player"] == player and here["num_moves"] > 0 else here["num_moves"]
        if len(set(here["moves"])) != needed or len(here["moves"]) != needed:
            fail(f"expected {needed} moves, got {len(here['moves'])}")
        if not needed and not has_points and here["winner"] not in ((player,) if is_win else (player, "")):
            fail(f"wrong terminal: {here['winner'] or 'nobody'} wins")
        for index in here["moves"]:
            if not 0 <= index < len(positions):
                fail(f"a move leads to position {index}, but the file has only {len(positions)} positions")
            reached.add(index)
            if is_forced and not (here["plies"] or 0) > (positions[index]["plies"] or 0):
                fail("a move does not reduce the distance")
    cycle = number_cycles(positions)
    expect_no_losing_cycle(positions, player, cycle)
    if has_points:
        proved = check_points(positions, player, cycle)
    elif is_forced:
        proved = f"{player} wins in {first['plies']} plies at most"
    else:
        proved = f"{player} wins, if only by endless play" if is_win else f"{player} does not lose"
    return f"{proved}: {len(positions):,} positions, {sum(len(here['moves']) for here in positions):,} moves"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("player")
    arguments = parser.parse_args(argv)
    try:
        positions = (read_csv if arguments.file.endswith(".csv") else read_columns)(arguments.file)
    except (OSError, StrategyError) as wrong:
        print(f"check_strategy.py: {wrong}", file=sys.stderr)
        return 2
    try:
        print(check(positions, arguments.player))
    except StrategyError as wrong:
        print(f"check_strategy.py: {arguments.file}: {wrong}", file=sys.stderr)
        return 2 if isinstance(wrong, UnreadableError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
