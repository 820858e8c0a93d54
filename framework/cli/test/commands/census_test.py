# SPDX-License-Identifier: MIT
"""Counts by a game's own groups, and of all positions that representatives stand for, of a game that is solved here
anew: Kayles, a row of pins of which each ball knocks out one or two neighbours."""
import collections
import csv
import functools
import json
import os
import subprocess

import pytest

import program
from journal_file import alter_entries

MYGAMES = os.path.join(os.path.dirname(program.PROGRAM), "mygames")
PINS = 7


def run(*words):
    return subprocess.run([MYGAMES, *words], capture_output=True, text=True, check=False)


def report(*words):
    done = run(*words, "--json")
    assert (done.returncode, done.stderr) == (0, ""), done
    return json.loads(done.stdout)


@functools.cache
def value(row):
    """The outcome of a row, a text of 0 and 1, for who is to move, and in how many plies."""
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


def expected_groups(movers, pins=PINS):
    rows = [f"{row:0{pins}b}" for row in range(2**pins)]
    groups = []
    for standing in range(pins + 1):
        of_group = [row for row in rows if row.count("1") == standing]
        orbits = [row for row in of_group if row <= row[::-1]]
        groups += [{"group": f"{standing} pins", "to_move": mover, **tally(of_group), "orbits": tally(orbits)}
                   for mover in movers]
    return groups


def total(groups, *keys):
    return {key: sum(group[key] for group in groups) for key in keys}


OUTCOMES = ("win", "loss", "tie", "draw")


@pytest.mark.parametrize("game, movers, words", [
    *(("row_of_pins", ["first", "second"], words)
      for words in (["--threads", "1"], ["--threads", "3"], ["--engine", "explicit"], ["--engine", "queue"])),
    ("seen_row", ["mover"], ["--threads", "1"]), ("seen_row", ["mover"], ["--threads", "3"]),
])
def test_solve_and_stats_count_by_group_and_over_all_positions(tmp_path, game, movers, words):
    table = str(tmp_path / "t.h5")
    solved = report("solve", game, f"pins={PINS}", "-o", table, "--verify", *words)
    groups = expected_groups(movers)
    assert solved["groups"] == groups
    everything = solved["all_positions"]
    assert everything["positions"] == len(movers) * 2**PINS
    assert {key: everything[key] for key in OUTCOMES} == total(groups, *OUTCOMES)
    assert everything["max_distance_plies"] == solved["max_distance_plies"]
    plies = [str(n) for n in range(everything["max_distance_plies"] + 1)]
    for outcome in ("win", "loss", "tie"):
        assert everything["histogram"][outcome] == {
            n: sum(group["histogram"][outcome].get(n, 0) for group in groups) for n in plies
            if any(n in group["histogram"][outcome] for group in groups)}
    half = everything["positions"] // 2
    assert everything["winners"] == (
        None if game == "seen_row" else {"first": half, "second": half, "tie": 0, "draw": 0})
    # The rest speaks of representatives.
    orbits = total([group["orbits"] for group in groups], "positions", *OUTCOMES)
    assert solved["legal_positions"] == orbits.pop("positions") and solved["counts"] == orbits
    assert "census" in solved["seconds"]

    stats = report("stats", table)
    assert stats["groups"] == solved["groups"] and stats["all_positions"] == everything
    assert [turn["to_move"] for turn in stats["turns"]] == movers
    lines = run("stats", table).stdout
    assert f"orbits      {orbits['win'] + orbits['loss']} stand for {everything['positions']} positions: " in lines
    assert f"\n2 pins       {movers[0]}" in lines


def test_a_field_asked_for_goes_before_the_groups_of_the_game(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "row_of_pins", "pins=2", "-o", table).returncode == 0
    stats = report("stats", table, "--by", "position")
    assert [(group["group"], group["to_move"]) for group in stats["groups"]] == [
        ("0", "first"), ("1", "second"), ("2", "first"), ("3", "second"), ("6", "first"), ("7", "second")]
    assert stats["all_positions"]["positions"] == 8


def test_games_without_these_hooks_say_nothing_of_them(tmp_path):
    table = str(tmp_path / "t.h5")
    solved = report("solve", "ranked_heap", "-o", table)
    for answer in (solved, report("stats", table)):
        assert "groups" not in answer and "all_positions" not in answer and "census" not in answer["seconds"]
    hooks = {hook["name"]: hook for hook in report("list", "ranked_heap", "--hooks")["hooks"]}
    assert not hooks["orbit_size"]["found"] and not hooks["group_of/group_name"]["found"]
    hooks = {hook["name"]: hook for hook in report("list", "seen_row", "--hooks")["hooks"]}
    assert hooks["orbit_size"]["found"] and hooks["group_of/group_name"]["found"]


@pytest.mark.parametrize("game", ["row_of_pins", "seen_row"])
def test_what_is_solved_is_reported_without_counts_that_cannot_be_taken(tmp_path, game):
    table = str(tmp_path / "t.h5")
    warning = "mygames: counts by group and of all positions are left out: no name for 0\n"
    for words in (("solve", game, "pins=3", "names=no", "-o", table), ("stats", table)):
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, warning)
        assert "\nsignature " in done.stdout and "stand for" not in done.stdout and "pins " not in done.stdout
        done = run(*words, "--json")
        assert (done.returncode, done.stderr) == (0, warning)
        answer = json.loads(done.stdout)
        assert answer["signature"] and "groups" not in answer and "all_positions" not in answer


def test_an_instance_that_is_not_folded_has_no_orbits(tmp_path):
    table = str(tmp_path / "t.h5")
    assert program.run("solve", "quixo", "n=2", "-o", table).returncode == 0
    for words in (("solve", "quixo", "n=2"), ("stats", table)):
        assert "stand for" not in program.run(*words).stdout
        answer = json.loads(program.run(*words, "--json").stdout)
        assert "all_positions" not in answer and all("orbits" not in group for group in answer["groups"])
        assert sum(group["positions"] for group in answer["groups"]) == answer["legal_positions"] == 81


# studies

STUDY = """game = "row_of_pins"
[[sweep]]
pins = [1, 5]
[record]
groups = true
"""


def study(folder, text):
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def rows_of(folder):
    return program.rows_of(folder / "results.csv")


@pytest.mark.parametrize("game, movers", [("row_of_pins", ["first", "second"]), ("seen_row", ["mover"])])
def test_studies_record_groups_and_all_positions(tmp_path, game, movers):
    path = study(tmp_path, STUDY.replace("row_of_pins", game))
    done = run("run", path, "-o", str(tmp_path / "r"))
    assert done.returncode == 0, done
    for row in rows_of(tmp_path / "r"):
        pins = int(row["pins"])
        groups = expected_groups(movers, pins)
        assert json.loads(row["groups"]) == groups
        assert int(row["all_positions"]) == len(movers) * 2**pins >= int(row["legal_positions"])
        for outcome in OUTCOMES:
            assert int(row["all_" + outcome]) == sum(group[outcome] for group in groups)
    columns = json.loads((tmp_path / "r" / "columns.json").read_text(encoding="utf-8"))["results.csv"]
    assert {"name": "groups", "kind": "text"} in columns and {"name": "all_win", "kind": "number"} in columns
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2


def test_groups_are_recorded_where_a_study_asks_for_them(tmp_path):
    plain = STUDY[:STUDY.index("[record]")]
    folder = str(tmp_path / "r")
    assert run("run", study(tmp_path, plain), "-o", folder).returncode == 0
    assert "groups" not in rows_of(tmp_path / "r")[0] and "all_win" in rows_of(tmp_path / "r")[0]
    assert "groups" not in run("run", study(tmp_path, plain), "--print-effective").stdout
    path = study(tmp_path, STUDY)
    assert "\ngroups = true\n" in run("run", path, "--print-effective").stdout
    assert report("run", path, "-o", folder, "--resume", "--accept-changes")["done_before"] == 0
    assert rows_of(tmp_path / "r")[1]["groups"] != ""
    heap = study(tmp_path, 'game = "ranked_heap"\n[record]\ngroups = true\n')
    done = run("run", heap, "-o", str(tmp_path / "heap"))
    assert (done.returncode, done.stderr) == (2, f"mygames: {heap}:3: the game ranked_heap names no groups\n")
    assert run("run", study(tmp_path, 'game = "ranked_heap"\n'), "-o", str(tmp_path / "heap")).returncode == 0
    with open(tmp_path / "heap" / "results.csv", encoding="utf-8", newline="") as lines:
        assert not any(name.startswith("all_") or name == "groups" for name in next(csv.reader(lines)))


def test_studies_go_on_without_counts_unless_they_record_groups(tmp_path):
    text = STUDY.replace('"row_of_pins"\n', '"row_of_pins"\n[parameters]\nnames = "no"\n')
    done = run("run", study(tmp_path, text), "-o", str(tmp_path / "groups"), "--quiet")
    assert done.returncode == 1, done
    assert [row["error"] for row in rows_of(tmp_path / "groups")] == [
        "counts by group and of all positions are left out: no name for 0"] * 2
    path = study(tmp_path, text[:text.index("[record]")])
    done = run("run", path, "-o", str(tmp_path / "r"), "--quiet")
    assert done.returncode == 0, done
    for case in ("1", "2"):
        assert f"case {case}: counts by group and of all positions are left out: no name for 0\n" in done.stderr
    assert all(row["signature"] and "all_win" not in row for row in rows_of(tmp_path / "r"))
    assert report("run", path, "-o", str(tmp_path / "r"), "--resume")["done_before"] == 2


def test_columns_of_orbits_are_empty_for_instances_that_are_not_folded(tmp_path):
    path = study(tmp_path, 'game = "quixo"\n[parameters]\nn = 2\n[[sweep]]\nsymmetry = ["no", "yes"]\n[record]\ngroups = true\n')
    assert program.run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    whole, folded = rows_of(tmp_path / "r")
    assert (whole["all_positions"], folded["all_positions"]) == ("", whole["legal_positions"])
    assert "orbits" not in whole["groups"] and "orbits" in folded["groups"]
    done = program.run("run", path, "-o", str(tmp_path / "r"), "--resume", "--json")
    assert json.loads(done.stdout)["done_before"] == 2


@pytest.mark.parametrize("forge, why", [
    (lambda results: results.update(all_draw=-1), "'all_draw' is not of a case's results"),
    (lambda results: results.update(groups=5), "'groups' is not of a case's results"),
    (lambda results: results.update(groups=[]), "'groups' is not of a case's results"),
])
def test_a_journal_with_other_groups_is_refused(tmp_path, forge, why):
    path = study(tmp_path, STUDY)
    assert run("run", path, "-o", str(tmp_path / "r"), "--threads", "1").returncode == 0
    journal = tmp_path / "r" / "journal.jsonl"
    alter_entries(journal, lambda entry: forge(entry["results"]))
    done = run("run", path, "-o", str(tmp_path / "r"), "--resume")
    assert (done.returncode, done.stderr) == (2, f"mygames: {journal}:2: {why}\n")


@pytest.mark.parametrize("lost", ["all_draw", "groups"])
def test_cases_without_a_count_are_solved_again(tmp_path, lost):
    path = study(tmp_path, STUDY)
    assert run("run", path, "-o", str(tmp_path / "r")).returncode == 0
    expected = (tmp_path / "r" / "results.csv").read_bytes()
    alter_entries(tmp_path / "r" / "journal.jsonl", lambda entry: entry["results"].pop(lost))
    done = run("run", path, "-o", str(tmp_path / "r"), "--resume")
    assert done.returncode == 0 and f"have no '{lost}', which this version records" in done.stderr
    assert (tmp_path / "r" / "results.csv").read_bytes() == expected
