#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Commands that come with games and answer lines, by the example of `cops`; and a start that the solution says."""

import json
import os
import subprocess
import time

import h5py
import pytest

from program import PROGRAM, is_handled, report, run

DATA = os.environ["ZERMELO_DATA_DIR"]

with open(os.path.join(DATA, "graphs/connected_1_to_7.g6"), encoding="ascii") as file:
    GRAPHS = file.read()


def cops(*words, stdin=GRAPHS):
    done = run("cops", *words, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_lines_come_in_order_on_any_number_of_threads():
    alone = cops("--csv", "--threads", "1")
    assert alone[0] == "graph,n,m,cop_number,capture_time_1,capture_time_2,capture_time_3,placement"
    assert [line.split(",")[0] for line in alone[1:]] == GRAPHS.splitlines()
    many = GRAPHS * 30
    answered = cops("--csv", "--threads", "4", stdin=many)
    assert answered == alone[:1] + alone[1:] * 30
    numbers = [line.split(",")[3] for line in alone[1:]]
    assert (numbers.count("1"), numbers.count("2")) == (1 + 1 + 2 + 5 + 16 + 68 + 403, 1 + 5 + 44 + 450)


def test_a_reader_that_goes_away_is_no_failure():
    with subprocess.Popen([PROGRAM, "cops"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as asked:
        asked.stdin.write("Ch\n")
        asked.stdin.flush()
        assert asked.stdout.readline()
        asked.stdout.close()
        assert asked.communicate(GRAPHS)[1] == "" and asked.returncode == 0


def test_a_line_is_answered_before_the_next_is_written():
    with subprocess.Popen([PROGRAM, "cops"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as asked:
        for graph in ["Ch", "petersen", "Dhc"]:
            asked.stdin.write(graph + "\n")
            asked.stdin.flush()
            assert asked.stdout.readline().startswith(graph + "  n ")
        asked.stdin.close()
        assert asked.wait() == 0


def test_an_interrupted_stream_says_how_it_goes_on():
    with subprocess.Popen([PROGRAM, "cops"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as asked:
        asked.stdin.write("Ch\nDhc\n")
        asked.stdin.flush()
        assert asked.stdout.readline() and asked.stdout.readline()
        while not is_handled(asked.pid):
            time.sleep(0.001)
        asked.terminate()
        assert asked.wait() == 130
        assert asked.stderr.read() == "zermelo: interrupted; resume with --skip 2\n"


def around(node):
    return range(max(node - 1, 0), min(node + 1, 4) + 1)  # on a path of five nodes


def test_the_start_is_found_in_a_phase_of_its_own_and_reached_from():
    solved = report("solve", "cops_and_robbers", "graph=path:5", "cops=1", "--reachable")
    assert solved["start"]["state"] == "cops=2 robber=0 turn=cops"
    found = open_positions = {(2, 0, "cops")}
    while open_positions:
        open_positions = {reached for cop, robber, turn in open_positions if cop != robber
                          for reached in ([(at, robber, "robber") for at in around(cop)] if turn == "cops" else
                                          [(cop, at, "cops") for at in around(robber)])} - found
        found = found | open_positions
    assert solved["reachable"]["positions"] == len(found) > 20
    assert "start" in solved["seconds"]
    assert "start" not in report("solve", "mnk", "rows=2", "cols=2", "k=2")["seconds"]


@pytest.mark.parametrize("forged, text", [(None, "nothing"), ("cops=0 robber=4 turn=cops", "'cops=0 robber=4 turn=cops'")])
def test_a_forged_start_is_found_by_verify(tmp_path, forged, text):
    table = str(tmp_path / "t.h5")
    solved = report("solve", "cops_and_robbers", "graph=path:5", "cops=1", "-o", table)
    assert report("verify", table)["false_statements"] == []
    states = [json.loads(line)["state"] for line in run("find", table, "--json").stdout.splitlines()]
    with h5py.File(table, "r+") as file:
        del file.attrs["start"], file.attrs["start_text"]
        if forged is not None:
            file.attrs.create("start", states.index(forged), dtype="i8")
            file.attrs.create("start_text", forged.encode(), dtype=f"S{len(forged)}")
        else:
            file.attrs.create("start_text", h5py.Empty("S1"))
    refused = run("verify", table, "--json")
    assert (refused.returncode, refused.stderr) == (1, "")
    assert json.loads(refused.stdout)["false_statements"] == [
        f"start: stored {text}, the entries give '{solved['start']['state']}'"]
