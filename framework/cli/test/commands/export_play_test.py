#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""zermelo export --from: what play reaches from one position, and strategies that a checker proves from the file."""

import csv
import io
import json
import os
import pathlib
import sys
import xml.etree.ElementTree

import h5py
import pytest

from program import run

DATA = pathlib.Path(os.environ["ZERMELO_DATA_DIR"])
SCRIPTS = DATA.parent / "scripts"
sys.path.append(str(SCRIPTS))
import check_strategy  # noqa: E402  # pylint: disable=wrong-import-position

GAMES = {  # a table, and a position that its player wins: the words, or how to find one
    "pursuit": (["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "cat_jump=1", "mouse_jump=2"], "cat"),
    "chess": (["chess_ending", "pieces=KPvK", "rows=5", "cols=4"], "white"),
    "explored": (["connect_four", "rows=4", "cols=4"], "x"),
    "seen_by_mover": (["dobutsu_shogi", "drops=no"], "first"),
    "hounds": (["hare_and_hounds"], "hounds"),
}


@pytest.fixture(name="table", params=GAMES, scope="module")
def fixture_table(request, tmp_path_factory):
    words, player = GAMES[request.param]
    path = tmp_path_factory.mktemp("table") / f"{request.param}.h5"
    solved = run("solve", *words, "-o", str(path))
    assert solved.returncode == 0, solved.stderr
    return str(path), player


def longest_win(table, player):
    found = run("find", table, f"winner={player}", "--longest", "--limit", "1", "--json")
    return json.loads(found.stdout)


def strategy(table, position, player, *words):
    done = run("export", table, "--from", position, "--strategy", player, "--csv", *words)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    moves = sum(len(row["moves"].split()) for row in rows)
    assert done.stderr == f"zermelo: {len(rows):,} positions, {moves:,} moves\n"
    return done.stdout, rows


def test_the_longest_win_is_proved_from_the_file_alone(table, tmp_path):
    path, player = table
    longest = longest_win(path, player)
    text, rows = strategy(path, longest["state"], player)
    (tmp_path / "s.csv").write_text(text, encoding="utf-8")
    positions = check_strategy.read_csv(tmp_path / "s.csv")
    assert check_strategy.check(positions, player).startswith(f"{player} wins in {longest['plies']} plies at most: ")
    assert max(int(row["depth"]) for row in rows) <= longest["plies"]  # a position may be reached sooner
    run("export", path, "--from", longest["state"], "--strategy", player, "--columns", "-o", str(tmp_path / "s.h5"))
    assert check_strategy.read_columns(tmp_path / "s.h5") == positions
    # What is taken away or altered is missed.
    for at in range(0, len(rows), max(1, len(rows) // 20)):
        if not positions[at]["moves"]:
            continue
        whole = positions[at]["moves"]
        positions[at]["moves"] = whole[1:]
        with pytest.raises(check_strategy.StrategyError, match=" moves, not "):
            check_strategy.check(positions, player)
        positions[at]["moves"] = [0] + whole[1:] if whole[0] else whole[:1] * 2
        with pytest.raises(check_strategy.StrategyError):
            check_strategy.check(positions, player)
        positions[at]["moves"] = whole


def test_rows_are_what_probe_says(table):
    path, player = table
    done = run("export", path, "--from", longest_win(path, player)["state"], "--depth", "2", "--csv", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    for row in rows[:20]:
        probed = json.loads(run("probe", path, *row["state"].split(), "--json").stdout)
        assert (probed["outcome"], probed["plies"]) == (row["outcome"], int(row["plies"]) if row["plies"] else None)
        targets = {move["position"]: move["best"] for move in probed["moves"]}
        assert len(targets) == int(row["num_moves"])
        if int(row["depth"]) < 2:
            moves = [int(place) for place in row["moves"].split()]
            best = {int(place) for place in row["best_moves"].split()}
            assert {int(rows[place]["position"]): place in best for place in moves} == targets
        else:
            assert row["moves"] == ""


@pytest.fixture(name="mouse", scope="module")
def fixture_mouse(tmp_path_factory):
    path = tmp_path_factory.mktemp("mouse") / "t.h5"
    grid = DATA / "grids" / "official_1.json"
    assert run("solve", "cat_and_mouse_ii", f"@{grid}", "-o", str(path)).returncode == 0
    return str(path)


def test_graphml_is_a_graph_with_every_value(mouse):
    done = run("export", mouse, "--from", "start", "--strategy", "mouse", "--graphml")
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = xml.etree.ElementTree.fromstring(done.stdout).find(f"{space}graph")
    _, rows = strategy(mouse, "start", "mouse")
    nodes = [{data.get("key"): data.text for data in node} for node in graph.findall(f"{space}node")]
    assert [node["state"] for node in nodes] == [row["state"] for row in rows]
    assert [node.get("plies", "") for node in nodes] == [row["plies"] for row in rows]
    edges = [(int(edge.get("source")[1:]), int(edge.get("target")[1:])) for edge in graph.findall(f"{space}edge")]
    assert edges == [(i, int(place)) for i, row in enumerate(rows) for place in row["moves"].split()]


def test_columns_are_hdf5_that_says_what_it_is(mouse, tmp_path):
    path = tmp_path / "part.h5"
    done = run("export", mouse, "--from", "start", "--depth", "all", "--columns", "-o", str(path))
    assert done.returncode == 0, done.stderr
    with h5py.File(path) as file:
        assert file.attrs["format"] == b"zermelo-columns"
        assert (file.attrs["game"], file.attrs["parameter_cat_jump"]) == (b"cat_and_mouse_ii", b"1")
        assert file["positions"]["state"][0] == b"mouse=2,0 cat=1,1 turn=mouse"
        assert list(file["moves"]) == ["move", "from", "to", "is_best"]


ENDLESS = "mouse=0,3 cat=0,1 turn=mouse"  # play never ends here, and the cat wins it


@pytest.fixture(name="endless", scope="module")
def fixture_endless(tmp_path_factory):
    path = tmp_path_factory.mktemp("endless") / "t.h5"
    words = ["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.3", "seed=2", "cat_jump=1", "mouse_jump=2"]
    assert run("solve", *words, "-o", str(path)).returncode == 0
    return str(path)


@pytest.mark.parametrize("form", ["--csv", "--columns"])
def test_a_strategy_is_proved_where_endless_play_is_won(endless, tmp_path, form):
    read = check_strategy.read_csv if form == "--csv" else check_strategy.read_columns
    path = tmp_path / "s"
    assert run("export", endless, "--from", ENDLESS, "--strategy", "cat", form, "-o", str(path)).returncode == 0
    positions = read(path)
    assert {here["endless"] for here in positions} == {"cat"}
    assert check_strategy.check(positions, "cat") == "cat wins, if only by endless play: 2 positions, 2 moves"
    for here in positions:  # as it would be a proof for the mouse, if nobody won endless play
        here["winner"] = ""
    with pytest.raises(check_strategy.StrategyError, match="endless play is won by cat and nobody"):
        check_strategy.check(positions, "mouse")
    for here in positions:
        here["outcome"], here["endless"] = "tie", "cat"
    with pytest.raises(check_strategy.StrategyError, match="a move is on a cycle, and cat wins endless play"):
        check_strategy.check(positions, "mouse")
    for here in positions:
        here["endless"] = None
    with pytest.raises(check_strategy.UnreadableError, match="a move is on a cycle, and there is no infinite_play"):
        check_strategy.check(positions, "mouse")


def test_a_strategy_is_not_proved_where_the_other_wins_endless_play(endless, tmp_path, capsys):
    path = str(tmp_path / "s.csv")
    run("export", endless, "--from", ENDLESS, "--strategy", "mouse", "--csv", "-o", path)
    assert check_strategy.main([path, "mouse"]) == 1
    assert capsys.readouterr().err == f"check_strategy.py: {path}: '{ENDLESS}': cat wins\n"


def test_a_strategy_from_a_tie_is_proved_where_nobody_wins_endless_play(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "chess_ending", "pieces=KPvK", "rows=4", "cols=3", "-o", table).returncode == 0
    ties = [json.loads(line)["state"] for line in run("find", table, "outcome=tie", "--limit", "40", "--json").stdout.splitlines()]
    for state in ties:
        for player in ("white", "black"):
            run("export", table, "--from", state, "--strategy", player, "--csv", "-o", str(tmp_path / "s.csv"))
            proved = check_strategy.check(check_strategy.read_csv(tmp_path / "s.csv"), player)
            assert proved.startswith(f"{player} does not lose: ")


def test_an_end_by_a_draw_is_worth_what_endless_play_is():
    end = {"player": "cat", "outcome": "draw", "winner": "cat", "state": "a", "plies": None, "endless": "cat", "num_moves": 0,
           "margin": 0, "moves": [], "gains": []}
    with pytest.raises(check_strategy.StrategyError, match="'a': play ends in a draw, and cat wins endless play"):
        check_strategy.check([end], "mouse")
    assert check_strategy.check([end], "cat") == "cat gets 0 points at least: 1 positions, 0 moves"
    tie = {**end, "outcome": "tie", "winner": "", "plies": 0, "margin": None}
    assert check_strategy.check([tie], "mouse") == "mouse does not lose: 1 positions, 0 moves"


def test_the_checker_reads_plies_and_players_as_they_can_be(mouse, tmp_path, capsys):
    path = tmp_path / "s.csv"
    run("export", mouse, "--from", "start", "--strategy", "mouse", "--csv", "-o", str(path))
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace(",mouse,5,", ",mouse,-5,"), encoding="utf-8")
    assert check_strategy.main([str(path), "mouse"]) == 2
    assert capsys.readouterr().err == \
        f"check_strategy.py: {path}, line 2: no strategy: plies: expected an integer of at least 0, got '-5'\n"
    path.write_text(right.replace(",plies,", ",steps,"), encoding="utf-8")
    assert check_strategy.main([str(path), "mouse"]) == 2
    assert capsys.readouterr().err == f"check_strategy.py: {path}: no strategy: column 'plies' is missing\n"
    path.write_bytes(b"\xff\xfe")
    assert check_strategy.main([str(path), "mouse"]) == 2
    columns = tmp_path / "s.h5"
    run("export", mouse, "--from", "start", "--strategy", "mouse", "--columns", "-o", str(columns))
    assert check_strategy.main([str(columns), "dog"]) == 2
    assert "'dog' is not a player of the file; known: cat, mouse" in capsys.readouterr().err
    with h5py.File(columns, "r+") as file:
        file["positions/plies"][0] = -2
    assert check_strategy.main([str(columns), "mouse"]) == 2
    assert "plies: expected an integer of at least 0, got '-2'" in capsys.readouterr().err
    with h5py.File(columns, "r+") as file:
        file["positions/plies"][0] = 5
        file["moves/from"][0] = -1
    assert check_strategy.main([str(columns), "mouse"]) == 2
    assert "from: expected integers of at least 0, got '-1'" in capsys.readouterr().err
