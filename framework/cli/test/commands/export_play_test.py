#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests `zermelo export --from`: the play that is reachable from one position, and strategies that a checker proves
from the file."""

import csv
import io
import os
import pathlib
import sys
import xml.etree.ElementTree

import h5py
import pytest

from program import report, run
from solved_tables import objects, printed_rows, solved

DATA = pathlib.Path(os.environ["ZERMELO_DATA_DIR"])
SCRIPTS = DATA.parent / "scripts"
sys.path.append(str(SCRIPTS))
import check_strategy  # noqa: E402  # pylint: disable=wrong-import-position

GAMES = {  # the winner, and the game
    "pursuit": ("cat", ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.3", "seed=3", "cat_jump=1", "mouse_jump=2"]),
    "chess": ("white", ["chess_ending", "pieces=KPvK", "rows=5", "cols=4"]),
    "explored": ("x", ["connect_four", "rows=4", "cols=4"]),
    "relative_to_player_to_move": ("first", ["dobutsu_shogi", "drops=no"]),
    "hounds": ("hounds", ["hare_and_hounds"]),
}
SMALL = {
    "mouse": ["cat_and_mouse_ii", f"@{DATA / 'grids' / 'official_1.json'}"],
    "endless": ["cat_and_mouse_ii", "rows=4", "cols=4", "walls=0.3", "seed=2", "cat_jump=1", "mouse_jump=2"],
}


@pytest.fixture(name="small", scope="module")
def fixture_small(tmp_path_factory):
    """The names of small tables."""
    folder = solved(tmp_path_factory.mktemp("small"), SMALL)
    return {name: str(folder / f"{name}.h5") for name in SMALL}


@pytest.fixture(name="longest", params=GAMES, scope="module")
def fixture_longest(request, tmp_path_factory):
    """(a table, the start of the longest win of one of its players)."""
    winner, arguments = GAMES[request.param]
    table = str(solved(tmp_path_factory.mktemp("table"), {"t": arguments}) / "t.h5")
    return table, report("find", table, f"winner={winner}", "--longest", "--limit", "1")


def strategy(table, position, player, *arguments):
    done = run("export", table, "--from", position, "--strategy", player, "--csv", *arguments)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    moves = sum(len(row["moves"].split()) for row in rows)
    assert done.stderr == f"zermelo: {len(rows):,} positions, {moves:,} moves\n"
    return done.stdout, rows


def export(path, table, position, player, form):
    """The strategy that check_strategy reads from an export."""
    assert run("export", table, "--from", position, "--strategy", player, form, "-o", str(path)).returncode == 0
    return check_strategy.read_csv(path) if form == "--csv" else check_strategy.read_columns(path)


def test_exported_strategy_proves_longest_win(longest, tmp_path):
    table, start = longest
    player = start["winner"]
    text, rows = strategy(table, start["state"], player)
    (tmp_path / "s.csv").write_text(text, encoding="utf-8")
    positions = check_strategy.read_csv(tmp_path / "s.csv")
    assert check_strategy.check(positions, player).startswith(f"{player} wins in {start['plies']} plies ")
    assert max(int(row["depth"]) for row in rows) <= start["plies"]  # a position may be reached sooner
    assert export(tmp_path / "s.h5", table, start["state"], player, "--columns") == positions
    # The checker detects removed and altered rows.
    for at in range(0, len(rows), max(1, len(rows) // 20)):
        if not positions[at]["moves"]:
            continue
        whole = positions[at]["moves"]
        positions[at]["moves"] = whole[1:]
        with pytest.raises(check_strategy.StrategyError, match=r"expected \d+ moves, got "):
            check_strategy.check(positions, player)
        positions[at]["moves"] = [0] + whole[1:] if whole[0] else whole[:1] * 2
        with pytest.raises(check_strategy.StrategyError):
            check_strategy.check(positions, player)
        positions[at]["moves"] = whole


def test_exported_rows_match_probed_positions(longest):
    table, start = longest
    rows = printed_rows("export", table, "--from", start["state"], "--depth", "2", "--csv", "--quiet")
    for row in rows[:20]:
        probed = report("probe", table, *row["state"].split())
        assert (probed["outcome"], probed["plies"]) == (row["outcome"], int(row["plies"]) if row["plies"] else None)
        targets = {move["position"]: move["best"] for move in probed["moves"]}
        assert len(targets) == int(row["num_moves"])
        if int(row["depth"]) < 2:
            best = row["best_moves"].split()
            assert {int(rows[int(index)]["position"]): index in best for index in row["moves"].split()} == targets
        else:
            assert row["moves"] == ""


def test_graphml_export_contains_every_position_and_value(small):
    mouse = small["mouse"]
    done = run("export", mouse, "--from", "start", "--strategy", "mouse", "--graphml")
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = xml.etree.ElementTree.fromstring(done.stdout).find(f"{space}graph")
    _, rows = strategy(mouse, "start", "mouse")
    nodes = [{data.get("key"): data.text for data in node} for node in graph.findall(f"{space}node")]
    assert [node["state"] for node in nodes] == [row["state"] for row in rows]
    assert [node.get("plies", "") for node in nodes] == [row["plies"] for row in rows]
    edges = [(int(edge.get("source")[1:]), int(edge.get("target")[1:])) for edge in graph.findall(f"{space}edge")]
    assert edges == [(i, int(index)) for i, row in enumerate(rows) for index in row["moves"].split()]


def test_columns_export_is_self_describing_hdf5(small, tmp_path):
    path = tmp_path / "part.h5"
    assert run("export", small["mouse"], "--from", "start", "--depth", "all", "--columns", "-o", str(path)).returncode == 0
    with h5py.File(path) as file:
        assert file.attrs["format"] == b"zermelo-columns"
        assert (file.attrs["game"], file.attrs["parameter_cat_jump"]) == (b"cat_and_mouse_ii", b"1")
        assert file["positions"]["state"][0] == b"mouse=2,0 cat=1,1 turn=mouse"
        assert list(file["moves"]) == ["move", "from", "to", "is_best"]


ENDLESS = "mouse=0,3 cat=0,1 turn=mouse"  # play never ends here, and infinite play is a win of the cat


@pytest.mark.parametrize("form", ["--csv", "--columns"])
def test_strategy_proves_win_by_endless_play(small, tmp_path, form):
    positions = export(tmp_path / "s", small["endless"], ENDLESS, "cat", form)
    assert {here["endless"] for here in positions} == {"cat"}
    assert check_strategy.check(positions, "cat").endswith(" endless play: 2 positions, 2 moves")
    for here in positions:  # this would be a proof for the mouse if nobody won infinite play
        here["winner"] = ""
    with pytest.raises(check_strategy.StrategyError, match="cat and nobody"):
        check_strategy.check(positions, "mouse")
    for here in positions:
        here["outcome"], here["endless"] = "tie", "cat"
    with pytest.raises(check_strategy.StrategyError, match="cycle, and cat"):
        check_strategy.check(positions, "mouse")
    for here in positions:
        here["endless"] = None
    with pytest.raises(check_strategy.UnreadableError, match="but infinite_play"):
        check_strategy.check(positions, "mouse")


def test_strategy_check_fails_when_opponent_wins_endless_play(small, tmp_path):
    with pytest.raises(check_strategy.StrategyError, match=f"'{ENDLESS}': mouse loses"):
        check_strategy.check(export(tmp_path / "s.csv", small["endless"], ENDLESS, "mouse", "--csv"), "mouse")


def test_strategy_proves_tie_when_nobody_wins_endless_play(tmp_path):
    table = str(solved(tmp_path, {"t": ["chess_ending", "pieces=KPvK", "rows=4", "cols=3"]}) / "t.h5")
    for tie in objects("find", table, "outcome=tie", "--limit", "40"):
        for player in ("white", "black"):
            proved = check_strategy.check(export(tmp_path / "s.csv", table, tie["state"], player, "--csv"), player)
            assert proved.startswith(f"{player} does not ")


def test_strategy_check_treats_drawn_terminal_like_endless_play():
    end = {"player": "cat", "outcome": "draw", "winner": "cat", "state": "a", "plies": None, "endless": "cat", "num_moves": 0,
           "margin": 0, "moves": [], "gains": []}
    with pytest.raises(check_strategy.StrategyError, match="'a': .* draw, and cat"):
        check_strategy.check([end], "mouse")
    assert check_strategy.check([end], "cat").startswith("cat gets 0 points ")
    tie = {**end, "outcome": "tie", "winner": "", "plies": 0, "margin": None}
    assert check_strategy.check([tie], "mouse").endswith("1 positions, 0 moves")


@pytest.mark.parametrize("dataset, value, why", [
    ("positions/plies", -2, "plies: .* 0, got '-2'"),
    ("moves/from", -1, "from: .* 0, got '-1'"),
])
def test_strategy_checker_rejects_negative_numbers_in_columns(small, tmp_path, dataset, value, why):
    export(tmp_path / "s.h5", small["mouse"], "start", "mouse", "--columns")
    with h5py.File(tmp_path / "s.h5", "r+") as file:
        file[dataset][0] = value
    with pytest.raises(check_strategy.StrategyError, match=why):
        check_strategy.read_columns(tmp_path / "s.h5")
