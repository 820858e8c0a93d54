#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The files of a program of somebody else's say its name and version; and slices at once, one of which goes wrong."""

import json
import os

import h5py
import pytest

import program
from program import report, run

ZERMELO = program.PROGRAM
MYGAMES = os.path.join(os.path.dirname(ZERMELO), "mygames")


@pytest.fixture(autouse=True)
def fixture_program(monkeypatch):
    monkeypatch.setattr(program, "PROGRAM", MYGAMES)


def program_of(path):
    with h5py.File(path) as file:
        return file.attrs.get("program"), file.attrs.get("program_version", b"").decode()


def test_tables_and_results_say_both(tmp_path):
    table, graph, study = str(tmp_path / "t.h5"), str(tmp_path / "graph.h5"), tmp_path / "study.toml"
    assert run("solve", "ranked_heap", "-o", table).returncode == 0
    name, zermelo_version = program_of(table)
    assert name == b"mygames 1.2"
    assert f"mygames 1.2, zermelo {zermelo_version}" in run("stats", table).stdout
    assert report("stats", table)["program"] == "mygames 1.2"
    assert run("verify", table).returncode == 0
    assert run("export", table, "--graph", "-o", graph).returncode == 0
    study.write_text('game = "ranked_heap"\n[[sweep]]\ncounters = [3, 4]\n')
    assert run("run", str(study), "-o", str(tmp_path / "results")).returncode == 0
    assert program_of(graph)[0] == program_of(tmp_path / "results" / "results.h5")[0] == b"mygames 1.2"


def test_zermelos_own_tables_name_no_other_program(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "PROGRAM", ZERMELO)
    table = str(tmp_path / "t.h5")
    assert run("solve", "mnk", "rows=2", "cols=2", "k=2", "-o", table).returncode == 0
    assert program_of(table)[0] is None
    assert "program" not in report("stats", table)


# slices at once, one of which goes wrong

def solved_side_by_side(folder, *words):
    """How a solve of heaps at once ends, of which the fourth is not as it says, and which heaps have their table."""
    game = ["heaps_apart", "counters=20000", "heaps=6", "where=3", *words]
    plan = report("solve", *game, "--slices", "all", "--threads", "2", "--explain")["plan"]
    assert [group["beside_last"] for group in plan["groups"]] == [False] + [True] * 5
    done = run("solve", *game, "--slices", "all", "--threads", "2", "-o", str(folder), "--verify")
    index = json.loads((folder / "set.json").read_text())
    assert {path.name for path in folder.iterdir()} == \
        {"set.json"} | {f"{one['name']}.h5" for one in index["slices"] if one["done"]}
    return done, [one["name"] for one in index["slices"] if one["done"]]


def test_a_slice_that_is_rejected_ends_those_beside_it(tmp_path):
    done, finished = solved_side_by_side(tmp_path / "right")
    assert (done.returncode, done.stderr, len(finished)) == (0, "", 6)
    done, finished = solved_side_by_side(tmp_path / "set", "lie=predecessors")
    assert (done.returncode, done.stderr) == (1, "") and "rejected" in done.stdout
    assert finished == ["heap-0", "heap-1", "heap-2"]


def test_a_slice_that_fails_ends_those_beside_it(tmp_path):
    done, finished = solved_side_by_side(tmp_path / "set", "lie=moves")
    assert (done.returncode, done.stderr) == (2, "mygames: heap 3 fails\n")
    assert finished == ["heap-0", "heap-1", "heap-2"][:len(finished)]  # it may fail before they are written
