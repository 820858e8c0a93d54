#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A program of somebody else's says its own name and version beside Zermelo's, and finds out what its games lie about."""

import json
import os
import re
import subprocess

import h5py
import pytest

import program

MYGAMES = os.path.join(os.path.dirname(program.PROGRAM), "mygames")


def run(*words):
    return subprocess.run([MYGAMES, *words], capture_output=True, text=True, check=False)


def failure(*words, status=2):
    done = run(*words)
    assert (done.returncode, done.stdout) == (status, ""), done
    assert done.stderr.startswith("mygames: ") and done.stderr.count("\n") == 1
    return done.stderr


# who it is

def test_help_names_the_program():
    shown = run("--help").stdout
    assert "mygames COMMAND --help" in shown and "zermelo" not in shown
    for command in program.commands(MYGAMES):
        shown = run(command, "--help").stdout
        assert f"mygames {command}" in shown and "zermelo" not in shown and "{program}" not in shown
    assert "mygames solve ranked_heap counters=20" in run("list", "ranked_heap").stdout


def test_version_is_that_of_the_program_beside_zermelos():
    own = subprocess.run([program.PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"zermelo \S+ \(\S+\)\n", own)
    assert run("--version").stdout == "mygames 1.2, " + own


def test_errors_begin_with_the_program():
    assert failure() == "mygames: no command; see mygames --help\n"
    assert failure("solve", "mnk").startswith("mygames: unknown game 'mnk'")
    done = run("solve", "ranked_heap", "--resume", "-o", "/nowhere/t.h5")
    assert done.stderr.startswith("mygames: cannot write /nowhere/t.h5")


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


# answers that depend on the entries of other positions

def test_an_answer_reads_the_whole_solution(tmp_path):
    table = str(tmp_path / "t.h5")
    solved = run("solve", "ranked_heap", "counters=23", "-o", table, "--json")
    assert json.loads(solved.stdout)["start"]["answer"] == 3, solved
    assert re.search(r"^answer +3$", run("solve", "ranked_heap", "counters=23").stdout, re.MULTILINE)
    probed = json.loads(run("probe", table, "--json").stdout)
    assert probed["answer"] == 3
    assert json.loads(run("stats", table, "--json").stdout)["start"]["answer"] == 3
    found = [json.loads(line) for line in run("find", table, "--json").stdout.splitlines()]
    assert [one["answer"] for one in found] == [p // 2 % 4 or None for p in range(2 * 24)]


# what its games promise

@pytest.mark.parametrize("game", ["ranked_heap", "unranked_heap"])
def test_honest_games_are_checked_and_solved(game):
    done = run("list", game, "counters=5000", "--check")
    assert done.returncode == 0 and "nothing wrong with the rules" in done.stdout, done
    done = run("solve", game, "counters=5000", "--check", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["check"]["findings"] == []


@pytest.mark.parametrize("game, lie, words", [
    ("ranked_heap", "predecessors", "that for_each_predecessor does not list"),
    ("unranked_heap", "unpack", "unpack(pack(s)) is another state"),
    ("unranked_heap", "parse", "its own text is not parsed: counters: not today"),
])
def test_lies_are_found_before_a_solve(tmp_path, game, lie, words):
    table = tmp_path / "t.h5"
    done = run("solve", game, "counters=100000", "lie=" + lie, "--check", "-o", str(table))
    assert (done.returncode, done.stderr) == (1, "") and "REFUSED" in done.stdout and not table.exists()
    lines = [line for line in done.stdout.splitlines() if words in line]
    assert 0 < len(lines) <= 10 and re.search(r"\[(position|turn)=\w+", lines[0])
    again = run("list", game, "counters=100000", "lie=" + lie, "--check", "--json")
    assert again.returncode == 1
    findings = json.loads(again.stdout)["check"]["findings"]
    assert len(findings) <= 10 and words in " ".join(findings)
    assert again.stdout == run("list", game, "counters=100000", "lie=" + lie, "--check", "--json").stdout


def test_check_needs_a_game_and_stands_alone():
    assert "--check needs a game" in failure("list", "--check")
    assert "--structure" in failure("list", "ranked_heap", "--check", "--structure")


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
