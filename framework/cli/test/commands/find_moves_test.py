#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""find by moves, groups and what play reaches, sorted and counted, and stats --only-moves: against rules written anew.

The values of positions are those of the table; which moves there are, and what these make of a position, is told by the
rules below, which share nothing with the program.
"""

import collections
import csv
import itertools
import re

import pytest

from program import failure, report, run
from solved_tables import lines_of

LOST, EVEN, WON = range(3)


def fields(state):
    return dict(word.split("=") for word in state.split())


class TicTacToe:
    words = ["mnk"]
    players = ["x", "o"]

    @staticmethod
    def turn(state):
        return 0 if state.upper().count("X") == state.count("O") else 1

    @classmethod
    def successors(cls, state):
        board = fields(state)["board"]
        cells = board.replace("/", "")
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in lines):
            return set()
        stone = "XO"[cls.turn(state)]
        return {f"board={board[:i]}{stone}{board[i + 1:]}" for i, c in enumerate(board) if c == "."}


class ConnectFour:
    """Explored: its table has the positions that play reaches alone."""
    rows, columns, length = 4, 3, 3
    words = ["connect_four", f"rows={rows}", f"cols={columns}", f"k={length}"]
    players = ["x", "o"]
    turn = TicTacToe.turn

    @classmethod
    def successors(cls, state):
        board = fields(state)["board"]
        rows = board.split("/")
        lines = [*rows, *map("".join, zip(*rows))]
        for shift in range(-cls.rows, cls.columns):
            lines.append("".join(rows[r][r + shift] for r in range(cls.rows) if 0 <= r + shift < cls.columns))
            lines.append("".join(rows[r][cls.columns - 1 - r - shift] for r in range(cls.rows)
                                 if 0 <= r + shift < cls.columns))
        if any(stone * cls.length in line for line in lines for stone in "XO"):
            return set()
        after = set()
        for c in range(cls.columns):
            empty = [r for r in range(cls.rows) if rows[r][c] == "."]
            if empty:
                at = max(empty) * (cls.columns + 1) + c
                after.add(f"board={board[:at]}{'XO'[cls.turn(state)]}{board[at + 1:]}")
        return after


class PongHauKi:
    """Draws, and holes in the table."""
    words = ["pong_hau_ki"]
    players = ["x", "o"]
    lines = [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4)]

    @staticmethod
    def turn(state):
        return "xo".index(fields(state)["turn"])

    @classmethod
    def successors(cls, state):
        points, turn = fields(state)["points"], cls.turn(state)
        empty = points.index(".")
        after = set()
        for a, b in cls.lines:
            if empty in (a, b):
                other = a + b - empty
                if points[other] == "XO"[turn]:
                    new = list(points)
                    new[empty], new[other] = new[other], "."
                    after.add(f"points={''.join(new)} turn={'xo'[1 - turn]}")
        return after


class MuTorere:
    """A star: zugzwangs, and the hook that tells who is to move is not an axis."""
    words = ["mu_torere"]
    players = ["x", "o"]
    turn = PongHauKi.turn

    @classmethod
    def successors(cls, state):
        words, turn = fields(state), cls.turn(state)
        ring, own, others = words["ring"] + words["centre"], "XO"[turn], "XO"[1 - turn]
        after = set()
        for start, end in itertools.permutations(range(9), 2):
            beside = {(start + 1) % 8, (start - 1) % 8}
            is_step = end in beside if start < 8 > end else start == 8 or others in {ring[n] for n in beside}
            if ring[start] == own and ring[end] == "." and is_step:
                new = list(ring)
                new[start], new[end] = ".", own
                after.add(f"ring={''.join(new[:8])} centre={new[8]} turn={'xo'[1 - turn]}")
        return after


class Pursuit:
    """The cat wins endless play, and within few plies so does the mouse lose."""
    grid = ["..#.F", "....#", "C#...", "...M."]
    words = ["cat_and_mouse_ii", "grid=" + "/".join(grid), "mouse_jump=2", "move_limit=5"]
    players = ["mouse", "cat"]
    limit = 5

    @classmethod
    def turn(cls, state):
        return cls.players.index(fields(state)["turn"])

    @classmethod
    def successors(cls, state):
        at = {name: tuple(map(int, fields(state)[name].split(","))) for name in cls.players}
        if at["mouse"] == at["cat"] or (0, 4) in at.values():
            return set()
        mover = cls.players[cls.turn(state)]
        targets = {at[mover]}
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            for jump in range(1, 3 if mover == "mouse" else 2):
                r, c = at[mover][0] + jump * dr, at[mover][1] + jump * dc
                if not (0 <= r < 4 and 0 <= c < 5) or cls.grid[r][c] == "#":
                    break
                targets.add((r, c))
        after = set()
        for target in targets:
            m, c = (dict(at) | {mover: target})["mouse"], (dict(at) | {mover: target})["cat"]
            after.add(f"mouse={m[0]},{m[1]} cat={c[0]},{c[1]} turn={cls.players[1 - cls.turn(state)]}")
        return after


class RookEnding:
    """Groups, and a board that is turned and mirrored: moves to images of one position are one move."""
    words = ["chess_ending", "pieces=KRvK", "rows=4", "cols=4"]
    players = ["white", "black"]
    squares = list(itertools.product(range(4), repeat=2))

    @staticmethod
    def read(state):
        pieces = re.findall(r"([KR])([a-d])([1-4])", state)
        at = [(int(rank) - 1, "abcd".index(file)) for _, file, rank in pieces]
        return (at[0], at[1], at[2]) if len(at) == 3 else (at[0], None, at[1])

    @classmethod
    def turn(cls, state):
        return cls.players.index(fields(state)["turn"])

    @staticmethod
    def name(position, turn):
        def of(square):
            return f"{'abcd'[square[1]]}{square[0] + 1}"
        king, rook, black = position
        rook_text = f",R{of(rook)}" if rook else ""
        return f"white=K{of(king)}{rook_text} black=K{of(black)} turn={turn}"

    @classmethod
    def images(cls, state):
        turn = fields(state)["turn"]
        for flip, up, left in itertools.product((0, 1), repeat=3):
            def image(square):
                if square is None:
                    return None
                r, c = (square[1], square[0]) if flip else square
                return (3 - r if up else r, 3 - c if left else c)
            yield cls.name([image(square) for square in cls.read(state)], turn)

    @staticmethod
    def touch(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1

    @classmethod
    def rook_reaches(cls, rook, blocked):
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = rook[0] + dr, rook[1] + dc
            while 0 <= r < 4 and 0 <= c < 4:
                yield (r, c)
                if (r, c) in blocked:
                    break
                r, c = r + dr, c + dc

    @classmethod
    def successors(cls, state):
        king, rook, black = cls.read(state)
        after = set()
        if cls.turn(state) == 0:
            for to in cls.squares:
                if to != king and cls.touch(to, king) and to != rook and not cls.touch(to, black):
                    after.add(cls.name((to, rook, black), "black"))
            for to in cls.rook_reaches(rook, {king, black}) if rook else ():
                if to not in (king, black):
                    after.add(cls.name((king, to, black), "black"))
            return after
        for to in cls.squares:
            if to == black or not cls.touch(to, black) or cls.touch(to, king):
                continue
            if rook and to != rook and to in cls.rook_reaches(rook, {king}):
                continue
            after.add(cls.name((king, None if to == rook else rook, to), "white"))
        return after


GAMES = [TicTacToe, ConnectFour, PongHauKi, MuTorere, Pursuit, RookEnding]
Position = collections.namedtuple("Position", "at state turn outcome winner plies worth moves winning keeping after")


class Solved:
    """A table, with the moves of all of its positions by rules of our own."""

    def __init__(self, game, folder):
        self.game = game
        self.table = str(folder / "t.h5")
        solved = run("solve", *game.words, "-o", self.table)
        assert solved.returncode == 0, solved.stderr
        self.rows = list(csv.DictReader(lines_of("find", self.table, "--csv")))
        self.start = report("stats", self.table)["start"]
        at = {}
        for number, row in enumerate(self.rows):
            for image in getattr(game, "images", lambda state: [state])(row["state"]):
                at[image] = number
        assert all(at[row["state"]] == number for number, row in enumerate(self.rows))
        self.positions, self.at = [], at
        for row in self.rows:
            after = sorted({at[state] for state in game.successors(row["state"])})
            turn = game.turn(row["state"])
            worth = self.worth(row, turn, 0)
            worths = [self.worth(self.rows[to], turn, 1) for to in after]
            self.positions.append(Position(
                int(row["position"]), row["state"], turn, row["outcome"], row["winner"] or "nobody",
                int(row["plies"]) if row["plies"] else None, worth, len(after), worths.count(WON),
                sum(w >= worth for w in worths), after))
        self.reached = set()
        frontier = {at[self.start["state"]]} if self.start else set()
        while frontier:
            self.reached |= frontier
            frontier = {to for p in frontier for to in self.positions[p].after} - self.reached

    def worth(self, row, whose, played):
        """What a row is worth to a player when so many plies have been played: the limit counts them."""
        mover = self.game.turn(row["state"])
        limit = getattr(self.game, "limit", 10**9)
        if row["outcome"] in ("win", "loss") and int(row["plies"]) + played <= limit:
            return WON if (row["outcome"] == "win") == (mover == whose) else LOST
        return (WON if whose == 1 else LOST) if self.game is Pursuit else EVEN


@pytest.fixture(name="solved", params=GAMES, ids=lambda game: game.__name__, scope="module")
def fixture_solved(request, tmp_path_factory):
    return Solved(request.param, tmp_path_factory.mktemp("table"))


def found(table, *words):
    return [int(row["position"]) for row in csv.DictReader(lines_of("find", table, "--csv", *words))]


def test_positions_are_found_by_their_moves(solved):
    positions = solved.positions
    assert found(solved.table, "winning_moves=1", "moves>=2") == [p.at for p in positions
                                                                  if p.winning == 1 and p.moves >= 2]
    assert found(solved.table, "keeping_moves<3 ended=no plies!=2") == [
        p.at for p in positions if p.keeping < 3 and p.moves and p.plies not in (2, None)]
    assert found(solved.table, "moves=0") == [p.at for p in positions if not p.moves]
    assert lines_of("find", solved.table, "winning_moves!=0", "--count") == [
        str(sum(p.winning > 0 for p in positions))]
    assert all((p.winning > 0) == (p.worth == WON) for p in positions if p.moves)


def test_zugzwangs_are_found(solved):
    if "turn=" not in solved.rows[0]["state"]:
        assert failure("find", solved.table, "zugzwang=yes") == (
            f"zugzwang: {solved.game.words[0]} does not tell the board with the other player to move")
        assert report("stats", solved.table)["classes"] is None
        return
    expected, boards = [], collections.Counter()
    for row, p in zip(solved.rows, solved.positions):
        first, second = solved.game.players
        other = re.sub("turn=.*", f"turn={[second, first][p.turn]}", row["state"])
        if other in solved.at:
            there = solved.worth(solved.rows[solved.at[other]], p.turn, 0)
            boards[p.turn, p.worth, there] += 1
            if p.worth < there:
                expected.append(p.at)
    assert found(solved.table, "zugzwang=yes") == found(solved.table, "zugzwang=mutual") == expected
    assert lines_of("find", solved.table, "zugzwang=no", "--count") == [str(len(solved.rows) - len(expected))]
    classes = report("stats", solved.table)["classes"]
    assert 2 * classes["zugzwangs"] == 2 * classes["mutual_zugzwangs"] == len(expected)
    assert [classes[name] for name in "NPLR"] == [
        boards[0, mine, theirs] for mine, theirs in ((WON, LOST), (LOST, WON), (WON, WON), (LOST, LOST))]


def test_counts_by_fields_are_those_of_rules_written_anew(solved):
    by = ["to_move", "winner", "moves", "winning_moves", "keeping_moves"]
    names = solved.game.players
    expected = collections.Counter((names[p.turn], p.winner, p.moves, p.winning, p.keeping)
                                   for p in solved.positions if p.plies != 1)
    assert len(by) == 5  # one more than are counted by at once
    for fewer in itertools.combinations(range(5), 4):
        counts = collections.Counter()
        for key, count in expected.items():
            counts[tuple(key[i] for i in fewer)] += count
        fields_of = ",".join(by[i] for i in fewer)
        shown = collections.Counter()
        for condition in ("plies!=1", "outcome=draw"):  # draws have no distance, and do not meet the first
            done = report("find", solved.table, condition, "--count", "--by", fields_of)
            assert done["by"] == fields_of.split(",")
            for entry in done["counts"]:
                shown[tuple(entry["values"][name] for name in done["by"])] += entry["count"]
        assert shown == counts
    done = lines_of("find", solved.table, "--count", "--by", "winner,moves", "--csv", "--threads", "3")
    assert done == lines_of("find", solved.table, "--count", "--by", "winner,moves", "--csv", "--threads", "1")
    order = [*names, "nobody"]
    rows = sorted(collections.Counter((order.index(p.winner), p.moves) for p in solved.positions).items())
    assert done == ["winner,moves,count"] + [f"{order[winner]},{moves},{count}" for (winner, moves), count in rows]
    text = lines_of("find", solved.table, "--count", "--by", "winner,moves")
    assert [line.replace(",", "").split() for line in text] == [["winner", "moves", "positions"]] + [
        [order[winner], str(moves), str(count)] for (winner, moves), count in rows]


def test_positions_are_found_by_what_play_reaches(solved):
    if not solved.start:
        assert failure("find", solved.table, "reachable=no") == "reachable: chess_ending has no start position"
        return
    assert found(solved.table, "reachable=no") == [
        p.at for i, p in enumerate(solved.positions) if i not in solved.reached]
    assert lines_of("find", solved.table, "reachable=yes", "--count") == [str(len(solved.reached))]


def test_positions_are_sorted(solved):
    def order(p):
        return (-p.keeping, p.plies is None, p.plies or 0, p.at)
    expected = [p.at for p in sorted(solved.positions, key=order)]
    assert found(solved.table, "--sort", "-keeping_moves,plies") == expected
    assert found(solved.table, "--sort", "-keeping_moves,plies", "--limit", "7") == expected[:7]
    by_plies = [p for p in solved.positions if p.plies is not None]
    expected = [p.at for p in sorted(by_plies, key=lambda p: (-p.plies, p.at))]
    assert found(solved.table, "plies>=0", "--sort=-plies") == found(solved.table, "--longest") == expected


def test_best_moves_lead_to_a_position(solved):
    for number in range(0, len(solved.positions), max(1, len(solved.positions) // 5)):
        target = solved.positions[number]
        back = {"win": "loss", "loss": "win"}.get(target.outcome, target.outcome)
        plies = None if target.plies is None else target.plies + 1
        expected = [p.at for p in solved.positions if number in p.after and (p.outcome, p.plies) == (back, plies)]
        assert found(solved.table, "--best-move-to", target.state) == expected
    if solved.start:
        start = ["--best-move-to", solved.start["state"]]
        assert found(solved.table, "--best-move-to", "start") == found(solved.table, *start)


def test_stats_count_only_moves(solved):
    stats = report("stats", solved.table, "--only-moves")["only_moves"]
    assert [entry["to_move"] for entry in stats] == solved.game.players
    for turn, entry in enumerate(stats):
        for name, worth in (("won", WON), ("even", EVEN)):
            going = [p for p in solved.positions if p.turn == turn and p.worth == worth and p.moves]
            only = [p for p in going if p.keeping == 1 and p.moves > 1]
            counts = entry[name]
            assert (counts["positions"], counts["only_move"]) == (len(going), len(only))
            for key, those in (("positions", going), ("only_move", only)):
                by_plies = collections.Counter(p.plies for p in those if p.plies is not None)
                assert dict(enumerate(counts["by_plies"][key])) == {
                    plies: by_plies[plies] for plies in range(len(counts["by_plies"][key]))}
                assert sum(by_plies.values()) == sum(counts["by_plies"][key])
    text = lines_of("stats", solved.table, "--only-moves")
    assert sum(line.startswith("only moves ") for line in text) == 1
