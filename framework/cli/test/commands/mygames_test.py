#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The files of a program of somebody else's say its name and version; and slices at once, one of which goes wrong."""

import json
import os
import subprocess

import h5py

import program

MYGAMES = os.path.join(os.path.dirname(program.PROGRAM), "mygames")


def run(*words):
    return subprocess.run([MYGAMES, *words], capture_output=True, text=True, check=False)


def test_tables_and_results_say_both(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "ranked_heap", "-o", table).returncode == 0
    with h5py.File(table) as file:
        assert file.attrs["program"] == b"mygames 1.2"
        zermelo_version = file.attrs["program_version"].decode()
    assert f"mygames 1.2, zermelo {zermelo_version}" in run("stats", table).stdout
    assert json.loads(run("stats", table, "--json").stdout)["program"] == "mygames 1.2"
    assert run("verify", table).returncode == 0
    graph = str(tmp_path / "graph.h5")
    assert run("export", table, "--graph", "-o", graph).returncode == 0
    with h5py.File(graph) as file:
        assert file.attrs["program"] == b"mygames 1.2"
    study = tmp_path / "study.toml"
    study.write_text('game = "ranked_heap"\n[[sweep]]\ncounters = [3, 4]\n')
    done = run("run", str(study), "-o", str(tmp_path / "results"))
    assert done.returncode == 0, done
    with h5py.File(tmp_path / "results" / "results.h5") as file:
        assert file.attrs["program"] == b"mygames 1.2"


def test_zermelos_own_tables_name_no_other_program(tmp_path):
    table = str(tmp_path / "t.h5")
    assert program.run("solve", "mnk", "rows=2", "cols=2", "k=2", "-o", table).returncode == 0
    with h5py.File(table) as file:
        assert "program" not in file.attrs
    assert "program" not in program.report("stats", table)


# slices at once, one of which goes wrong

def solved_side_by_side(folder, *words):
    """How a solve of heaps at once ends, of which the fourth is not as it says, and which heaps have their table."""
    game = ["heaps_apart", "counters=20000", "heaps=6", "where=3", *words]
    plan = json.loads(run("solve", *game, "--slices", "all", "--threads", "2", "--explain", "--json").stdout)["plan"]
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
