#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the real program: engines against each other, tables that were altered, signals, and old processors."""

import json
import shutil
import signal
import subprocess

import h5py
import pytest

from program import ENGINES, ENGINES_WITH_WAVES, PROGRAM, failure, report, run
from solved_tables import altered_copy

GRID = "####F/#C.../M...."  # the problem's first example, cat_jump=1 mouse_jump=2: the mouse wins in 5 plies


@pytest.fixture(name="table", scope="module")
def fixture_table(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("tables") / "t.h5")
    solved = run("solve", "cat_and_mouse_ii", "grid=" + GRID, "cat_jump=1", "mouse_jump=2", "-o", path)
    assert (solved.returncode, solved.stderr) == (0, "")
    return path


def test_solve_gives_one_signature_for_every_engine():
    words = ["solve", "cat_and_mouse_ii", "grid=" + GRID, "mouse_jump=2"]
    signatures = {report(*words, "--engine", engine)["signature"]
                  for engine in ["auto", *ENGINES]}
    assert len(signatures) == 1


def test_a_grid_of_40_x_40_is_solved_alike_by_all_engines_and_verified():
    words = ["solve", "cat_and_mouse_ii", "rows=40", "cols=40", "walls=0.1", "seed=7", "cat_jump=2", "mouse_jump=2"]
    solves = [report(*words, "--engine", engine) for engine in ENGINES_WITH_WAVES[1:]]
    solves.insert(0, report(*words, "--engine", ENGINES_WITH_WAVES[0], "--verify"))  # for all that have its signature
    assert [solved["engine"] for solved in solves] == ENGINES_WITH_WAVES
    assert solves[0]["verify"] == {"accepted": True, "checked": 4164498, "wrong": 0, "first": []}
    for solved in solves:
        for same in ["signature", "counts", "winners", "edges", "max_distance_plies", "start"]:
            assert solved[same] == solves[0][same]


def test_tables_of_all_engines_are_the_same(tmp_path):
    words = ["cat_and_mouse_ii", "rows=30", "cols=21", "walls=0.2", "seed=3", "mouse_jump=2"]
    for engine in ["product", "implicit"]:
        report("solve", *words, "--engine", engine, "-o", tmp_path / f"{engine}.h5", "--threads", "2")
    with h5py.File(tmp_path / "product.h5") as ours, h5py.File(tmp_path / "implicit.h5") as theirs:
        for array in ["outcome", "distance"]:
            assert (ours[array][:] == theirs[array][:]).all()
        assert ours.attrs["signature"] == theirs.attrs["signature"]


def test_verify_refuses_a_false_distance(table, tmp_path):
    def alter(file):
        place = tuple(index[0] for index in (file["distance"][...] == 8).nonzero())
        file["distance"][place] = 7
    path = altered_copy(table, tmp_path, alter)
    refused = run("verify", path, "--json")
    assert (refused.returncode, refused.stderr) == (1, "")
    checked = json.loads(refused.stdout)
    assert not checked["accepted"] and checked["wrong"] >= 1
    assert {"state", "outcome", "plies", "margin", "reason"} == set(checked["first"][0])
    assert any("signature" in statement for statement in checked["false_statements"])
    text = run("verify", path).stdout
    assert checked["first"][0]["state"] + ": stored " in text and text.endswith("rejected\n")


def test_verify_refuses_a_false_signature(table, tmp_path):
    def alter(file):
        true = file.attrs["signature"]
        file.attrs.modify("signature", true[:-1] + (b"0" if true[-1:] != b"0" else b"1"))
    refused = run("verify", altered_copy(table, tmp_path, alter), "--json")
    assert refused.returncode == 1
    checked = json.loads(refused.stdout)
    assert checked["wrong"] == 0 and not checked["accepted"]
    assert [statement[:10] for statement in checked["false_statements"]] == ["signature:"]


def test_verify_survives_a_value_in_a_hole(tmp_path):
    table = str(tmp_path / "mnk.h5")
    assert run("solve", "mnk", "rows=2", "cols=2", "k=2", "-o", table).returncode == 0

    def alter(file):
        place = tuple(index[0] for index in (file["outcome"][...] == 0).nonzero())
        file["outcome"][place] = 1
        file["distance"][place] = 3
    refused = run("verify", altered_copy(table, tmp_path, alter))
    assert (refused.returncode, refused.stderr) == (1, "")
    assert "REFUSED" in refused.stdout


def test_a_table_of_another_version_or_game_is_one_line(table, tmp_path):
    version = altered_copy(table, tmp_path, lambda file: file.attrs.modify("format_version", 2))
    assert "version" in failure("probe", version)
    game = altered_copy(table, tmp_path, lambda file: file.attrs.modify("game", b"cat_and_mouse_iv"))
    assert failure("probe", game) == f"{game}: unknown game 'cat_and_mouse_iv'; did you mean 'cat_and_mouse_ii'?"
    rules = altered_copy(table, tmp_path, lambda file: file.attrs.modify("move_limit", 999))
    assert "move limit" in failure("probe", rules)


def test_play_is_interrupted_while_it_waits():
    with subprocess.Popen([PROGRAM, "play", "mnk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as playing:
        while not playing.stdout.readline().startswith(b"   9"):
            pass  # until all moves are shown
        playing.send_signal(signal.SIGINT)
        assert playing.wait() == 130
        assert playing.stderr.read() == b"zermelo: interrupted\n"


def needs_recent_processor():
    """Whether the program was built for processors with SSE 4.2, and runs under qemu-user, as with no sanitizer."""
    flags = report("bench", "mnk", "rows=1", "cols=1", "k=1", "--repeat", "1")["machine"]["flags"]
    return "-march=x86-64-v2" in flags and "-fsanitize" not in flags


@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="needs qemu-user")
@pytest.mark.parametrize("processor, is_too_old", [("kvm64", True), ("Nehalem", False)])
def test_reports_old_processor(processor, is_too_old):
    if not needs_recent_processor():
        pytest.skip("the program is built for any processor")
    done = subprocess.run(["qemu-x86_64", "-cpu", processor, PROGRAM, "--version"], capture_output=True, text=True, check=False)
    if is_too_old:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == ("zermelo: this processor lacks SSE 4.2 or POPCNT, which this build needs; "
                               "build with -D ZERMELO_X86_64_V2=OFF\n")
    else:
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("zermelo ")
