#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that `zermelo verify` detects wrong tables, and that a killed writer leaves the old table or the new one."""

import json
import os
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest

from checkpoint_digest import altered_copy
from message_pattern import matches
from program import PROGRAM, failure, report, run
from solved_tables import WIN, Table, fixture_table, fixture_tables

# verify


def rejected(altered, *arguments):
    """The report of verify on a table that it rejects."""
    done = run("verify", altered, *arguments, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    checked = json.loads(done.stdout)
    assert not checked["accepted"]
    return checked


def test_verify_and_signature_detect_one_changed_value(table, tmp_path):
    stored = Table(table)
    position = np.flatnonzero(stored.outcome == WIN)[5]

    def alter(file):
        file["distance"][np.unravel_index(position, stored.shape)] = stored.distance[position] ^ 1
    changed = altered_copy(table, tmp_path, alter)
    for arguments in ([], ["--signature"]):
        assert any(statement.startswith("signature: ") for statement in rejected(changed, *arguments)["false_statements"])
    wrong = rejected(changed)["first"]
    state = report("find", table, f"position={position}")["state"]
    assert state in [one["state"] for one in wrong]
    assert {"state", "outcome", "plies", "margin", "reason"} == set(wrong[0])
    text = run("verify", changed).stdout
    assert wrong[0]["state"] + ": stored " in text and text.endswith("rejected\n")


def replace_text(attributes, name, value):
    attributes.create(name, value.encode(), dtype=f"S{len(value.encode())}")


AXES = "... coordinates ..."


@pytest.mark.parametrize("alter, what", [
    (lambda file: file["cat_row"].write_direct(file["cat_row"][()][::-1].copy()), AXES),
    (lambda file: replace_text(file["turn"].attrs, "flag_meanings", "cat mouse"), AXES),
    (lambda file: (replace_text(file["cat"].attrs, "coordinate_names", "row column x"), file.copy("cat_row", "cat_x")), AXES),
    (lambda file: replace_text(file.attrs, "start_text", "mouse=0,0 cat=0,0 turn=cat"), "... start ... cat_and_mouse_ii..."),
    (lambda file: file.attrs.modify("game", b"cat_and_mouse_iv"),
     "unknown game 'cat_and_mouse_iv'; ... 'cat_and_mouse_ii'?..."),
])
def test_commands_reject_table_of_another_game(tables, tmp_path, alter, what):
    changed = altered_copy(str(tables / "grid.h5"), tmp_path, alter)
    for command in ("verify", "probe", "stats", "find"):
        assert matches(f"{changed}: {what}", failure(command, changed))


@pytest.mark.parametrize("name", ["grid", "board"])
@pytest.mark.parametrize("attribute, value, beginning", [("edges", 1, "edges: stored 1,"),
                                                    ("signature", np.bytes_("0123456789abcdef"), "signature: ")])
def test_verify_reports_wrong_number_of_moves_and_wrong_signature(tables, tmp_path, name, attribute, value, beginning):
    checked = rejected(altered_copy(str(tables / f"{name}.h5"), tmp_path, lambda file: file.attrs.modify(attribute, value)))
    statement, = checked["false_statements"]
    assert statement.startswith(beginning) and checked["wrong"] == 0


def test_verify_and_export_count_moves_as_the_table_does(tmp_path):
    table, every_move, distinct = str(tmp_path / "quixo.h5"), 22_178, 15_488
    assert run("solve", "quixo", "n=3", "symmetry=yes", "-o", table).returncode == 0

    def as_before(edges):
        def alter(file):
            assert (file.attrs["edges"], file.attrs["repeated_moves"]) == (every_move, 1)
            del file.attrs["repeated_moves"]
            file.attrs.modify("edges", edges)
        return altered_copy(table, tmp_path, alter)
    older = as_before(distinct)
    for accepted in (table, older):
        assert report("verify", accepted)["accepted"]
        assert run("export", accepted, "--graph", "-o", str(tmp_path / "g.h5")).returncode == 0
        with h5py.File(tmp_path / "g.h5") as graph:
            assert graph.attrs["edges"] == distinct == len(graph["indices"])
    wrong, = rejected(as_before(every_move))["false_statements"]
    assert wrong == f"edges: stored {every_move}, the rules give {distinct}"


def test_verify_rejects_value_of_illegal_position(tmp_path):
    table = str(tmp_path / "mnk.h5")
    assert run("solve", "mnk", "rows=2", "cols=2", "k=2", "-o", table).returncode == 0
    unused = np.flatnonzero(Table(table).outcome == 0)[0]

    def alter(file):
        file["outcome"][unused], file["distance"][unused] = WIN, 3
    done = run("verify", altered_copy(table, tmp_path, alter))
    assert (done.returncode, done.stderr) == (1, "")
    assert "FAILED" in done.stdout


def change_players_to_move(positions):
    def alter(file):
        bits = file["to_move"][()]
        for number in positions:
            bits[number // 8] ^= 1 << number % 8
        file["to_move"][...] = bits
    return alter


def test_verify_reports_wrong_player_to_move(tables, tmp_path):
    table = str(tables / "board.h5")
    legal = np.flatnonzero(Table(table).outcome)[[3, 100, 2000]].tolist()
    changed = altered_copy(table, tmp_path, change_players_to_move(legal))
    checked = rejected(changed)
    state = report("find", table, f"position={legal[0]}")["state"]
    right, wrong = ("x", "o") if state.count("X") == state.count("O") else ("o", "x")
    (statement,) = checked["false_statements"]
    assert matches(f"to_move: position {legal[0]} ({state}): ... {wrong}, ... {right}; 3 ...", statement) and checked["wrong"] == 0
    text = run("verify", changed).stdout
    assert "FALSE       to_move: position " in text and " positions, entries right\n" in text and "all right" not in text
    assert report("verify", changed, "--signature")["accepted"]  # --signature does not use the rules


def test_verify_ignores_player_to_move_of_illegal_positions(tmp_path):
    table = str(tmp_path / "t.h5")
    assert run("solve", "mu_torere", "-o", table).returncode == 0
    unused = np.flatnonzero(Table(table).outcome == 0)[0]
    assert report("verify", altered_copy(table, tmp_path, change_players_to_move([unused])))["accepted"]


def test_commands_accept_table_without_players_to_move(tables, tmp_path):
    table = str(tables / "board.h5")
    old = altered_copy(table, tmp_path, lambda file: (file.pop("to_move"), file.pop("to_move_byte")))
    assert report("verify", old)["false_statements"] == []
    assert report("stats", old) | {"table": ""} == report("stats", table) | {"table": ""}
    assert run("diff", old, table).returncode == 0


@pytest.mark.parametrize("forged, text", [(None, "nothing"), ("cops=0 robber=4 turn=cops", "'cops=0 robber=4 turn=cops'")])
def test_verify_reports_wrong_start_position_of_table(tmp_path, forged, text):
    table = str(tmp_path / "t.h5")
    solved = report("solve", "cops_and_robbers", "graph=path:5", "cops=1", "-o", table)
    assert report("verify", table)["false_statements"] == []

    def alter(file):
        del file.attrs["start"], file.attrs["start_text"]
        if forged is None:
            file.attrs.create("start_text", h5py.Empty("S1"))
        else:
            file.attrs.create("start", report("probe", table, forged)["position"], dtype="i8")
            replace_text(file.attrs, "start_text", forged)
    (statement,) = rejected(altered_copy(table, tmp_path, alter))["false_statements"]
    assert matches(f"start: expected '{solved['start']['state']}', got {text}", statement)


# writing

def test_killed_write_leaves_old_or_new_table(tmp_path):
    table = str(tmp_path / "t.h5")
    old, new = (["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "walls=0.1", f"seed={seed}", "-o", table]
                for seed in (1, 2))
    started = time.monotonic()
    signatures = [report(*arguments)["signature"] for arguments in (new, old)]
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
