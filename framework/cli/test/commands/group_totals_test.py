# SPDX-License-Identifier: MIT
"""Tests counts by a game's groups, and counts of all positions that canonical positions represent, for a game that is
solved here independently: Kayles, a row of pins in which each ball knocks out one pin or two neighbours."""
import collections
import functools
import json
import os

import pytest

import program
from program import report, rows_of, run

MYGAMES = os.path.join(os.path.dirname(program.PROGRAM), "mygames")
PINS = 7


@pytest.fixture(autouse=True)
def fixture_program(monkeypatch):
    monkeypatch.setattr(program, "PROGRAM", MYGAMES)


@functools.cache
def value(row):
    """The outcome of a row, a text of 0 and 1, for the player to move, and the number of plies."""
    after = [row[:i] + "0" * n + row[i + n:] for i in range(len(row)) for n in (1, 2) if row[i:i + n] == "1" * n]
    values = [value(to) for to in after]
    lost = [plies for outcome, plies in values if outcome == "loss"]
    if lost:
        return "win", 1 + min(lost)
    return "loss", 1 + max((plies for _, plies in values), default=-1)


def tally(rows):
    histogram = {outcome: collections.Counter() for outcome in ("win", "loss", "tie")}
    for row in rows:
        outcome, plies = value(row)
        histogram[outcome][plies] += 1
    counts = {outcome: sum(by.values()) for outcome, by in histogram.items()}
    return {"positions": len(rows), **counts, "draw": 0, "max_distance_plies": max(value(row)[1] for row in rows),
            "histogram": {outcome: {str(plies): n for plies, n in sorted(by.items())}
                          for outcome, by in histogram.items()}}


def rows_with(pins):
    return [f"{row:0{pins}b}" for row in range(2**pins)]


def expected_groups(players, pins=PINS):
    groups = []
    for standing in range(pins + 1):
        of_group = [row for row in rows_with(pins) if row.count("1") == standing]
        orbits = [row for row in of_group if row <= row[::-1]]
        groups += [{"group": f"{standing} pins", "to_move": to_move, **tally(of_group), "orbits": tally(orbits)}
                   for to_move in players]
    return groups


@pytest.mark.parametrize("game, players, arguments", [
    *(("row_of_pins", ["first", "second"], arguments)
      for arguments in (["--threads", "1"], ["--threads", "3"], ["--engine", "explicit"], ["--engine", "queue"])),
    ("seen_row", ["either"], ["--threads", "1"]), ("seen_row", ["either"], ["--threads", "3"]),
])
def test_solve_and_stats_count_groups_and_all_positions(tmp_path, game, players, arguments):
    table = str(tmp_path / "t.h5")
    solved = report("solve", game, f"pins={PINS}", "-o", table, "--verify", *arguments)
    groups = expected_groups(players)
    assert solved["groups"] == groups
    everything = solved["all_positions"]
    half = 2**PINS
    assert everything == tally(rows_with(PINS) * len(players)) | {
        "winners": None if game == "seen_row" else {"first": half, "second": half, "tie": 0, "draw": 0}}
    # All other counts are of canonical positions.
    orbits = tally([row for row in rows_with(PINS) if row <= row[::-1]] * len(players))
    assert solved["legal_positions"] == orbits["positions"]
    assert solved["counts"] == {outcome: orbits[outcome] for outcome in ("win", "loss", "tie", "draw")}
    assert solved["max_distance_plies"] == everything["max_distance_plies"]
    assert "groups" in solved["seconds"]

    stats = report("stats", table)
    assert stats["groups"] == solved["groups"] and stats["all_positions"] == everything
    assert [turn["to_move"] for turn in stats["turns"]] == players
    lines = run("stats", table).stdout
    assert f"orbits      {orbits['win'] + orbits['loss']} stand for {everything['positions']} positions: " in lines
    assert f"\n2 pins       {players[0]}" in lines


# studies

STUDY = """game = "row_of_pins"
[[sweep]]
pins = [1, 5]
[record]
groups = true
"""


@pytest.mark.parametrize("game, players", [("row_of_pins", ["first", "second"]), ("seen_row", ["either"])])
def test_study_records_counts_of_groups_and_all_positions(tmp_path, game, players):
    path = tmp_path / "study.toml"
    path.write_text(STUDY.replace("row_of_pins", game), encoding="utf-8")
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    for row in rows_of(tmp_path / "r" / "results.csv"):
        pins = int(row["pins"])
        assert json.loads(row["groups"]) == expected_groups(players, pins)
        everything = tally(rows_with(pins) * len(players))
        for name in ("win", "loss", "tie", "draw", "positions"):
            assert int(row[f"all_{name}"]) == everything[name]
