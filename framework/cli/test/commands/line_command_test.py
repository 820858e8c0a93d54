#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Commands that come with games and answer lines, by the example of `cops`; and a start that the solution says."""

import json
import os
import subprocess
import time

import h5py
import pytest

from program import PROGRAM, failure, is_handled, report, run

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


def test_conditions_pass_lines_through():
    assert cops("--only", "cop_number>=3") == []
    passed = cops("--only", "cop_number>1 n=4", "--max-cops", "1")
    assert len(passed) == 1 and passed[0] in GRAPHS.splitlines()
    assert cops("--lazy", "--only", "cop_number>=3", stdin="HEhbtjK\nH?AAF@w\n") == ["HEhbtjK"]


def test_lines_that_were_answered_are_skipped():
    whole = cops("--csv")
    assert cops("--csv", "--skip", "990") == whole[991:]
    assert cops("--csv", "--skip", "5000") == []
    assert cops("--skip", "3", stdin="Ch\n\n\nDhc\n") == cops(stdin="Dhc\n"), "empty lines count, too"


def test_lines_are_read_as_others_write_them():
    plain = cops(stdin="Ch\nDhc\n")
    assert cops(stdin=">>graph6<<Ch\r\n\r\nDhc") == plain, "a header, ends as on Windows, none behind the last line"
    assert cops(stdin="") == [] and cops("--csv", stdin="") == cops("--csv", "--only", "n>5", stdin="Ch\n")


def test_a_reader_that_goes_away_is_no_failure():
    with subprocess.Popen([PROGRAM, "cops"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as asked:
        asked.stdin.write("Ch\n")
        asked.stdin.flush()
        assert asked.stdout.readline()
        asked.stdout.close()
        assert asked.communicate(GRAPHS)[1] == "" and asked.returncode == 0


def test_the_list_names_commands_with_their_game():
    command = {"name": "cops", "summary": "Cop numbers and capture times of a stream of graphs, a graph6 line each"}
    assert report("list", "cops_and_robbers")["commands"] == [command]
    assert report("list", "mnk")["commands"] == []
    assert f"\ncommands\n  zermelo cops  {command['summary']}\nexample\n" in run("list", "cops_and_robbers").stdout
    assert "commands" not in run("list", "mnk").stdout


def test_a_line_is_answered_before_the_next_is_written():
    with subprocess.Popen([PROGRAM, "cops"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as asked:
        for graph in ["Ch", "petersen", "Dhc"]:
            asked.stdin.write(graph + "\n")
            asked.stdin.flush()
            assert asked.stdout.readline().startswith(graph + "  n ")
        asked.stdin.close()
        assert asked.wait() == 0


def test_what_is_wrong_with_a_line_is_told_behind_the_answers_to_those_before():
    done = run("cops", stdin="Ch\n\nDh\nCh\n")
    assert done.returncode == 2
    assert done.stdout.startswith("Ch  n 4") and done.stdout.count("\n") == 1
    assert done.stderr == "zermelo: standard input, line 3: graph6: the line ends too early\n"


def test_wrong_use_is_refused():
    assert failure("cops", "--max-cops", "9") == "parameter 'max_cops': '9' is not a whole number from 1 to 8"
    assert "did you mean 'cop_number'?" in failure("cops", "--only", "cop_numbr>2")
    assert "unknown option '--cvs'" in failure("cops", "--cvs")
    assert failure("cops", "--skip", "-1") == "--skip: '-1' is not a whole number from 0 to 1099511627776"


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


@pytest.mark.parametrize("engine", ["product", "implicit", "explicit", "queue"])
def test_the_start_is_what_the_solution_says(engine, tmp_path):
    table = str(tmp_path / "t.h5")
    solved = report("solve", "cops_and_robbers", "cops=3", "--engine", engine, "-o", table)
    assert solved["start"]["state"] == "cops=0,2,6 robber=1 turn=cops"
    assert (solved["start"]["winner"], solved["start"]["answer"]) == ("cops", 1)
    assert solved["positions"] == 2 * 220 * 10
    assert report("probe", table)["state"] == solved["start"]["state"]
    assert report("stats", table)["start"] == solved["start"]


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


def test_a_start_where_no_placement_wins_has_no_answer():
    start = report("solve", "cops_and_robbers", "cops=2")["start"]
    assert (start["state"], start["winner"], start["answer"]) == ("cops=0,0 robber=2 turn=cops", "robber", None)


def test_a_fast_robber_is_no_product():
    engines = report("solve", "cops_and_robbers", "robber_speed=2", "--explain")["plan"]["engines"]
    by_name = {one["engine"]: one for one in engines}
    assert not by_name["product"]["available"]
    assert by_name["product"]["reason"] == "with these parameters the game has no product form"
    assert "no product form" in failure("solve", "cops_and_robbers", "robber_speed=2", "--engine", "product")


def test_graphs_come_from_files(tmp_path):
    for name, text in {"a.json": "[[1, 3], [0, 2], [1, 3], [0, 2]]", "e.txt": "# a cycle\n0 1\n1 2\n2 3\n3 0\n",
                       "d.col": "c a cycle\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n", "g.g6": "Cl\n"}.items():
        path = tmp_path / name
        path.write_text(text, encoding="ascii")
        solved = report("solve", "cops_and_robbers", f"graph=@{path}", "cops=2")
        assert solved["signature"] == report("solve", "cops_and_robbers", "graph=cycle:4", "cops=2")["signature"]
