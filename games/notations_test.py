# SPDX-License-Identifier: MIT
"""Positions in the notations of players, read and written apart: FEN of chess, PDN of draughts, columns of Connect
Four. Text in, text out, by the program that users have."""
import csv
import io
import json
import random

import pytest

from program import failure, report, run


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


def squares_of_words(words):
    """The same of field=value words."""
    fields = dict(word.split("=") for word in words.split())
    found = {}
    for side, change in (("white", str.upper), ("black", str.lower)):
        for piece in fields[side].split(","):
            found[ord(piece[1]) - ord("a"), int(piece[2:]) - 1] = change(piece[0])
    return found, fields["turn"][0], fields.get("en_passant", "-")


def images(position, rows, cols, has_pawns):
    """The position turned and mirrored, as the rules allow."""
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


def solved(folder, name, *words):
    file = str(folder / f"{name}.h5")
    report("solve", *words, "-o", file)
    return file


@pytest.fixture(scope="module", name="tables")
def solved_tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notations")
    return {"KRvK": solved(folder, "krk", "chess_ending"),
            "KPvKP": solved(folder, "kpkp", "chess_ending", "pieces=KPvKP", "rows=6", "cols=4"),
            "draughts": solved(folder, "draughts", "draughts", "pieces=3"),
            "connect_four": solved(folder, "connect_four", "connect_four")}


ENDINGS = [("KRvK", 8, 8, ["8/8/8/8/8/2k5/8/K2R4 b - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1"]),
           ("KPvKP", 6, 4, ["k3/4/1p2/P3/4/3K w - - 0 1", "k3/4/4/1pP1/4/3K w - - 0 1",
                            "k3/4/4/1pP1/4/3K w - b4 0 1", "k3/4/1pP1/4/4/3K b - c3 0 1"])]


@pytest.mark.parametrize("pieces, rows, cols, by_hand", ENDINGS)
def test_fen_is_read_and_written_as_others_do(tables, pieces, rows, cols, by_hand):
    fens = list(by_hand)
    generator = random.Random(7)
    found = run("find", tables[pieces], "plies=8", "--csv").stdout
    states = [row["state"] for row in csv.DictReader(io.StringIO(found))]
    with_right = [state for state in states if "en_passant" in state]
    assert bool(with_right) == (pieces == "KPvKP")
    for state in with_right[:100] + generator.sample(states, min(200, len(states))):
        has_pawns = "P" in state
        turned = list(images(squares_of_words(state), rows, cols, has_pawns))
        fens.append(fen_of(*generator.choice(turned), rows, cols))
    for fen, answer in zip(fens, probe_lines(tables[pieces], fens), strict=True):
        asked = squares_of_fen(fen, rows, cols)
        shown = squares_of_words(answer["state"])
        has_pawns = any(letter in "Pp" for letter in asked[0].values())
        assert shown in list(images(asked, rows, cols, has_pawns)), fen
        assert answer["notation"] == fen_of(*shown, rows, cols)


def test_fen_needs_no_quotes(tables):
    words = ["8/8/8/8/8/2k5/8/K2R4", "b", "-", "-", "0", "1"]
    by_words = report("probe", tables["KRvK"], *words)
    assert by_words == report("probe", tables["KRvK"], " ".join(words))
    assert by_words == report("probe", tables["KRvK"], "white=Ka1,Rd1", "black=Kc3", "turn=black")
    assert all("notation" in move for move in by_words["moves"])
    shown = run("probe", tables["KRvK"], *words).stdout.splitlines()
    assert shown[1] == f"notation    {by_words['notation']}"


def test_wrong_fen_is_refused_in_one_line(tables):
    assert failure("probe", tables["KRvK"], "8/8/8/8/8/2k5/8/K2R4 b KQkq -") == (
        "position: FEN: castling, 'KQkq', is not -: nobody may castle in an ending")
    assert failure("probe", tables["KRvK"], "8/8/8/8/8/2k5/8/K2r4 w - -") == (
        "position: FEN: KvKR is not in KRvK; with the colours exchanged it is: k2R4/8/2K5/8/8/8/8/8 b - -")
    done = run("probe", tables["KRvK"], "--stdin", stdin="8/8/8/8/8/2k5/8/K2R4 b\n8/8 w\n")
    assert done.returncode == 2
    assert done.stderr == "zermelo: standard input, line 2: position: FEN: '8/8' has 2 ranks, not 8\n"


def test_exports_have_the_notation_as_their_last_column(tables):
    for words in (["find", tables["KRvK"], "outcome=loss", "plies=0", "--csv"],
                  ["export", tables["KRvK"], "--csv"],
                  ["export", tables["KRvK"], "--csv", "--from", "8/8/8/8/8/2k5/8/K2R4 b - - 0 1"]):
        done = run(*words)
        assert done.returncode == 0, done
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        assert rows and list(rows[0])[-1] == "notation"
        for row in rows[::97]:
            assert squares_of_fen(row["notation"], 8, 8) == squares_of_words(row["state"])
    assert "notation" not in run("find", tables["connect_four"], "--csv", "--limit", "1").stdout


def test_pdn_has_white_and_black_where_positions_have_the_mover(tables):
    lines = ["W:W18,K22:BK5", "B:W28:B11,15", "B:WK1:BK32", "W:B1:W21"]
    white, black, kings, reversed_order = probe_lines(tables["draughts"], lines)
    assert (white["state"], white["notation"]) == ("mover=18,K22 other=K5", "W:W18,K22:BK5")
    assert (black["state"], black["notation"]) == ("mover=18,22 other=5", "W:W18,22:B5")
    assert kings["state"] == "mover=K1 other=K32" and reversed_order["state"] == "mover=21 other=1"
    assert failure("probe", tables["draughts"], "W:W18:B33") == (
        "position: B: '33' is not a square from 1 to 32, with a K before it for a king")


def test_columns_are_stones_that_fell(tables):
    generator = random.Random(3)
    columns, board = [], [[] for _ in range(4)]
    for number in range(9):
        free = [c for c in range(4) if len(board[c]) < 4]
        columns.append(generator.choice(free))
        board[columns[-1]].append("XO"[number % 2])
    words = "/".join("".join(board[c][r] if r < len(board[c]) else "." for c in range(4)) for r in (3, 2, 1, 0))
    asked = "columns=" + ",".join(str(column + 1) for column in columns)
    assert report("probe", tables["connect_four"], asked) == report("probe", tables["connect_four"], f"board={words}")
    assert failure("probe", tables["connect_four"], "columns=1,1,1,1,1") == (
        "position: columns: move 5, '1': the column is full")
