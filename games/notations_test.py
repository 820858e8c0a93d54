# SPDX-License-Identifier: MIT
"""Tests positions in FEN: the program reads and writes them as an independent implementation does."""
import csv
import io
import json
import random

import pytest

from program import report, run


def squares_of_fen(fen, rows, cols):
    """{(column, row from below): letter} of a FEN, its player to move and its passed square."""
    board, turn, castling, passed, _, _ = fen.split()
    assert castling == "-"
    found = {}
    for row, text in enumerate(reversed(board.split("/"))):
        for empty in range(cols, 0, -1):
            text = text.replace(str(empty), "." * empty)
        assert len(text) == cols
        found.update({(col, row): letter for col, letter in enumerate(text) if letter != "."})
    assert board.count("/") == rows - 1
    return found, turn, passed


def fen_of(found, turn, passed, rows, cols):
    ranks = "/".join("".join(found.get((col, row), ".") for col in range(cols)) for row in reversed(range(rows)))
    for empty in range(cols, 0, -1):
        ranks = ranks.replace("." * empty, str(empty))
    return f"{ranks} {turn} - {passed} 0 1"


def squares_of_fields(text):
    """The squares of field=value arguments, as in squares_of_fen."""
    fields = dict(field.split("=") for field in text.split())
    found = {}
    for side, change in (("white", str.upper), ("black", str.lower)):
        for piece in fields[side].split(","):
            found[ord(piece[1]) - ord("a"), int(piece[2:]) - 1] = change(piece[0])
    return found, fields["turn"][0], fields.get("en_passant", "-")


def images(position, rows, cols, has_pawns):
    """The symmetric images of the position."""
    found, turn, passed = position
    turns = [lambda c, r: (c, r), lambda c, r: (cols - 1 - c, r)]
    if not has_pawns:
        turns += [lambda c, r: (c, rows - 1 - r), lambda c, r: (cols - 1 - c, rows - 1 - r)]
        if rows == cols:
            turns += [lambda c, r, t=t: t(c, r)[::-1] for t in turns]
    for move in turns:
        moved = "-" if passed == "-" else move(ord(passed[0]) - ord("a"), int(passed[1:]) - 1)
        yield ({move(*square): letter for square, letter in found.items()}, turn,
               "-" if moved == "-" else f"{chr(ord('a') + moved[0])}{moved[1] + 1}")


def probe_lines(table, lines):
    done = run("probe", table, "--stdin", "--json", stdin="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


ENDINGS = [("KRvK", 8, 8, ["8/8/8/8/8/2k5/8/K2R4 b - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1"]),
           ("KPvKP", 6, 4, ["k3/4/1p2/P3/4/3K w - - 0 1", "k3/4/4/1pP1/4/3K w - - 0 1",
                            "k3/4/4/1pP1/4/3K w - b4 0 1", "k3/4/1pP1/4/4/3K b - c3 0 1"])]


@pytest.mark.parametrize("pieces, rows, cols, by_hand", ENDINGS)
def test_fen_matches_independent_reader_and_writer(tmp_path, pieces, rows, cols, by_hand):
    table = str(tmp_path / "t.h5")
    report("solve", "chess_ending", f"pieces={pieces}", f"rows={rows}", f"cols={cols}", "-o", table)
    fens = list(by_hand)
    generator = random.Random(7)
    found = run("find", table, "plies=8", "--csv").stdout
    states = [row["state"] for row in csv.DictReader(io.StringIO(found))]
    with_right = [state for state in states if "en_passant" in state]
    assert bool(with_right) == (pieces == "KPvKP")
    for state in with_right[:100] + generator.sample(states, min(200, len(states))):
        has_pawns = "P" in state
        turned = list(images(squares_of_fields(state), rows, cols, has_pawns))
        fens.append(fen_of(*generator.choice(turned), rows, cols))
    for fen, answer in zip(fens, probe_lines(table, fens), strict=True):
        requested = squares_of_fen(fen, rows, cols)
        display = squares_of_fields(answer["state"])
        has_pawns = any(letter in "Pp" for letter in requested[0].values())
        assert display in list(images(requested, rows, cols, has_pawns)), fen
        assert answer["notation"] == fen_of(*display, rows, cols)
