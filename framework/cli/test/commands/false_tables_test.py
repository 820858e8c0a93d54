#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tables that are false are found by verify; a writer that is killed, or whose disk is full, leaves the old table."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest

from program import PROGRAM, failure, report, run
from solved_tables import Entries, altered_copy, fixture_table, fixture_tables, lines_of


# verify

def test_verify_signature_accepts_a_true_table(table):
    checked = report("verify", table, "--signature")
    assert checked == {"table": table, "signature": report("stats", table)["signature"], "false_statements": [],
                       "accepted": True}
    assert run("verify", table, "--signature").stdout.endswith("accepted\n")


def test_one_changed_value_is_found_by_verify_and_by_signature(table, tmp_path):
    entries = Entries(table)
    place = tuple(np.argwhere(entries.outcome == 1)[5])

    def alter(file):
        file["distance"][place] = int(entries.distance[place]) ^ 1
    changed = altered_copy(table, tmp_path, alter)
    for words in (["verify"], ["verify", "--signature"]):
        refused = run(*words, changed, "--json")
        assert (refused.returncode, refused.stderr) == (1, "")
        assert not json.loads(refused.stdout)["accepted"]
        assert any(statement.startswith("signature: ") for statement in json.loads(refused.stdout)["false_statements"])
    wrong = json.loads(run("verify", changed, "--json").stdout)["first"]
    state = json.loads(lines_of("find", table, f"position={np.ravel_multi_index(place, entries.outcome.shape)}", "--json")[0])
    assert state["state"] in [one["state"] for one in wrong]


def replace_text(attributes, name, value):
    attributes.create(name, value.encode(), dtype=f"S{len(value.encode())}")


@pytest.mark.parametrize("alter, what", [
    (lambda file: file["cat_row"].write_direct(file["cat_row"][()][::-1].copy()), "axes, labels or coordinates are"),
    (lambda file: replace_text(file["turn"].attrs, "flag_meanings", "cat mouse"), "axes, labels or coordinates are"),
    (lambda file: (replace_text(file["cat"].attrs, "coordinate_names", "row column x"), file.copy("cat_row", "cat_x")),
     "axes, labels or coordinates are"),
    (lambda file: replace_text(file.attrs, "start_text", "mouse=0,0 cat=0,0 turn=cat"), "start's text is"),
    (lambda file: file.attrs.modify("start", 3), "start and parameters are"),
    (lambda file: replace_text(file.attrs, "infinite_play", "first"), "rules for infinite play and the move limit are"),
    (lambda file: replace_text(file.attrs, "first_player", "dog"), "players are"),
])
def test_a_table_with_another_game_than_its_own_is_refused(tables, tmp_path, alter, what):
    changed = altered_copy(str(tables / "grid.h5"), tmp_path, alter)
    for command in ("verify", "probe", "stats", "find"):
        assert failure(command, changed) == f"{changed}: its {what} not as the game cat_and_mouse_ii has it"


@pytest.mark.parametrize("name", ["grid", "board"])
def test_verify_counts_the_moves(tables, tmp_path, name):
    changed = altered_copy(str(tables / f"{name}.h5"), tmp_path, lambda file: file.attrs.modify("edges", 1))
    refused = run("verify", changed, "--json")
    assert refused.returncode == 1
    assert [statement[:16] for statement in json.loads(refused.stdout)["false_statements"]] == ["edges: stored 1,"]


def test_a_false_player_to_move_is_named_by_verify(tables, tmp_path):
    table = str(tables / "board.h5")
    legal = np.flatnonzero(Entries(table).outcome)[[3, 100, 2000]].tolist()

    def alter(file):
        bits = file["to_move"][()]
        for number in legal:
            bits[number // 8] ^= 1 << number % 8
        file["to_move"][...] = bits
    changed = altered_copy(table, tmp_path, alter)
    refused = run("verify", changed, "--json")
    told = json.loads(refused.stdout)
    assert (refused.returncode, told["wrong"], told["accepted"]) == (1, 0, False)
    state = json.loads(lines_of("find", table, f"position={legal[0]}", "--json")[0])["state"]
    right, wrong = ("x", "o") if state.count("X") == state.count("O") else ("o", "x")
    assert told["false_statements"] == [f"to_move: position {legal[0]} ({state}) stored as the turn of {wrong}, "
                                        f"the rules give {right}; 3 in all"]
    text = run("verify", changed).stdout
    assert "FALSE       to_move: position " in text and " positions, entries right\n" in text and "all right" not in text
    assert report("verify", changed, "--signature")["accepted"]  # which asks no rules


def test_players_to_move_of_holes_mean_nothing(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "mu_torere", "-o", table).returncode == 0
    hole = int(np.flatnonzero(Entries(table).outcome == 0)[0])

    def alter(file):
        file["to_move"][hole // 8] ^= 1 << hole % 8
    assert report("verify", altered_copy(table, tmp_path, alter))["accepted"]


def test_a_table_without_players_to_move_is_as_good(tables, tmp_path):
    old = altered_copy(str(tables / "board.h5"), tmp_path, lambda file: (file.pop("to_move"), file.pop("to_move_byte")))
    assert report("verify", old)["false_statements"] == []
    assert report("stats", old) | {"table": ""} == report("stats", str(tables / "board.h5")) | {"table": ""}
    assert run("diff", old, str(tables / "board.h5")).returncode == 0


@pytest.mark.parametrize("alter, what", [
    (lambda file: file.create_dataset("to_move", data=np.zeros(700, "u1"), chunks=(700,)),
     "dataset 'to_move' is no list of 756 bytes, a bit for each of 6046 positions"),
    (lambda file: file.create_dataset("to_move", data=np.zeros(756, "u2"), chunks=(756,)),
     "dataset 'to_move' has the wrong type"),
    (lambda file: file.create_dataset("to_move", data=np.zeros(756, "u1")),
     "dataset 'to_move' is not stored in chunks"),
    (lambda file: file.create_dataset("to_move", shape=(756,), dtype="u1", chunks=(100,)),
     "dataset 'to_move' is not complete: 0 of 8 chunks in 0 bytes"),
])
def test_players_to_move_of_another_make_are_refused_everywhere(tables, tmp_path, alter, what):
    changed = altered_copy(str(tables / "board.h5"), tmp_path, lambda file: (file.pop("to_move"), alter(file)))
    for command in ("verify", "probe", "stats", "find"):
        assert failure(command, changed) == f"{changed}: {what}"


def test_a_reader_that_goes_away_ends_an_endless_question(tables):
    endless = "yes '' | \"$0\" probe \"$1\" --stdin | head -n 2"
    done = subprocess.run(["/bin/sh", "-c", endless, PROGRAM, tables / "board.h5"], capture_output=True, text=True,
                          check=False, timeout=60)
    assert len(done.stdout.splitlines()) == 2


# writing

def test_a_full_disk_leaves_the_old_table(tables, tmp_path):
    table = str(tmp_path / "t.h5")
    shutil.copyfile(tables / "grid.h5", table)
    limit = 12_000  # bytes: as on a disk that is full from there on
    done = subprocess.run([PROGRAM, "solve", "cat_and_mouse_ii", "rows=12", "cols=12", "-o", table], text=True,
                          capture_output=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert done.returncode == 3
    assert done.stderr == f"zermelo: {table}: cannot write: File too large\n"
    assert os.listdir(tmp_path) == ["t.h5"]
    with open(table, "rb") as left, open(tables / "grid.h5", "rb") as old:
        assert left.read() == old.read()


def test_a_disk_that_fills_up_leaves_the_old_table(tables, tmp_path):
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", tmp_path], capture_output=True,
                      check=False).returncode != 0:
        pytest.skip("may not mount a file system")
    try:
        table = str(tmp_path / "t.h5")
        shutil.copyfile(tables / "grid.h5", table)
        done = run("solve", "cat_and_mouse", "nodes=1200", "degree=4", "-o", table)
        assert (done.returncode, done.stderr) == (3, f"zermelo: {table}: cannot write: No space left on device\n")
        assert os.listdir(tmp_path) == ["t.h5"]
        with open(table, "rb") as left, open(tables / "grid.h5", "rb") as old:
            assert left.read() == old.read()
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_killed_at_any_moment_of_writing_it_leaves_the_old_table_or_the_new_one(tmp_path):
    table = str(tmp_path / "t.h5")
    old, new = (["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "walls=0.1", f"seed={seed}", "-o", table]
                for seed in (1, 2))
    started = time.monotonic()
    signatures = [report(*words)["signature"] for words in (new, old)]
    whole_seconds = (time.monotonic() - started) / 2
    kills = 8
    leftovers = 0
    for number in range(kills):
        with subprocess.Popen([PROGRAM, *new], stdout=subprocess.DEVNULL) as writer:
            while writer.poll() is None and not any(name.endswith(".tmp") for name in os.listdir(tmp_path)):
                pass  # until it writes
            time.sleep(number / kills * whole_seconds / 2)
            writer.send_signal(signal.SIGKILL)
        leftovers += len(os.listdir(tmp_path)) > 1
        assert report("verify", table, "--signature")["signature"] in signatures
    assert leftovers > 0  # some were killed in the middle
    assert run(*new).returncode == 0
    assert os.listdir(tmp_path) == ["t.h5"]
    assert report("verify", table)["signature"] == signatures[0]
