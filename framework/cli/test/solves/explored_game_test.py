# SPDX-License-Identifier: MIT
"""A game without a ranking through the program: explored once, by the solve; saved, limited and interrupted on the way."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import h5py
import numpy
import pytest

from program import PROGRAM, failure, is_handled, report, run, run_into_full_log

GAME = ["dodgem", "n=4"]
POSITIONS = 395_294
SMALL_GAME = ["connect_four", "rows=3", "cols=5"]
HOSTILE = pathlib.Path(os.environ["ZERMELO_DATA_DIR"]) / "hostile"


@pytest.fixture(scope="module", name="tables")
def solved_tables(tmp_path_factory):
    """By number of threads."""
    folder = tmp_path_factory.mktemp("explored")
    files = {threads: str(folder / f"{threads}.h5") for threads in (1, 3)}
    for threads, file in files.items():
        solved = report("solve", *GAME, "--threads", str(threads), "-o", file)
        assert solved["positions"] == POSITIONS and solved["engine"] == "explicit"
        assert {"explore", "sort", "build", "propagate"} <= set(solved["seconds"])
    return files


def contents(table):
    with h5py.File(table) as file:
        arrays = {name: file[name][()] for name in file if isinstance(file[name], h5py.Dataset)}
        times = ("seconds", "phases", "threads")
        return arrays, {name: value for name, value in file.attrs.items() if name not in times}


def test_the_table_does_not_depend_on_threads(tables):
    arrays, attributes = contents(tables[1])
    other_arrays, other_attributes = contents(tables[3])
    assert other_arrays.keys() == arrays.keys()
    assert all(numpy.array_equal(other_arrays[name], arrays[name]) for name in arrays)
    assert {n: str(v) for n, v in other_attributes.items()} == {n: str(v) for n, v in attributes.items()}
    assert (numpy.diff(arrays["key"].astype(object)) > 0).all()


def test_commands_on_the_table(tables):
    table = tables[1]
    start = report("stats", table)["start"]["state"]
    probed = report("probe", table, start)
    assert probed["outcome"] == "draw" and len(probed["moves"]) == 4
    assert report("find", table, "outcome=win", "--count")["count"] > 100_000
    assert report("verify", table)["accepted"]
    assert report("diff", table, tables[3])["equal"]
    assert "x moves" in run("play", table, "--as", "o", stdin="quit\n").stdout


def test_what_can_be_reached_is_all_on_engines_with_and_without_moves():
    solved, without_moves = (report("solve", *SMALL_GAME, "--reachable", "--engine", engine) for engine in ("explicit", "queue"))
    assert without_moves["signature"] == solved["signature"]
    assert without_moves["reachable"] == solved["reachable"]
    assert solved["reachable"]["positions"] == solved["positions"] == 158_911
    assert solved["reachable"]["counts"] == solved["counts"]
    assert report("list", *SMALL_GAME, "--structure")["positions"] == solved["positions"]


@pytest.mark.parametrize("limit", ["20M", "30M"])
def test_memory_limits_are_refused_while_it_is_explored(tmp_path, limit):
    table = str(tmp_path / "t.h5")
    message = failure("solve", *GAME, "-o", table, "--memory-limit", limit, status=3)
    assert "positions found" in message and "still to be looked at" in message and f"{limit[:2]}.0 MiB" in message
    assert os.listdir(tmp_path) == []


def test_the_moves_are_forgotten_where_there_is_no_room_for_them(tables):
    solved = report("solve", *GAME, "--memory-limit", "40M")
    assert solved["signature"] == report("stats", tables[1])["signature"]
    assert "transpose" in solved["seconds"], "the rules were asked again"


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("game,limits", [(GAME, (31, 37, 52)), (["othello", "n=4"], (24, 30, 37)),
                                         (SMALL_GAME, (28, 32, 38))], ids=str)
def test_what_is_explored_and_solved_stays_within_the_limit(game, limits, threads):
    taken = []
    for limit in limits:
        done = run("solve", *game, "--threads", threads, "--memory-limit", f"{limit}M", "--json")
        if done.returncode == 0:
            taken.append((json.loads(done.stdout)["peak_bytes"], limit << 20))
        else:
            assert done.returncode == 3
    assert taken and all(peak <= limit for peak, limit in taken), taken


def test_an_exploration_that_ran_out_of_memory_goes_on(tables, tmp_path):
    table = str(tmp_path / "t.h5")
    words = ["solve", *GAME, "-o", table, "--checkpoint", "0"]
    failure(*words, "--memory-limit", "30M", status=3)
    with h5py.File(table + ".checkpoint") as file:
        assert file.attrs["stage"] == b"exploring"
        assert 0 < file.attrs["closed"] and 0 < file.attrs["open"]
        assert file.attrs["closed"] + file.attrs["open"] == file["keys"].shape[0] < POSITIONS
    assert "there is a checkpoint" in failure(*words)
    solved = report(*words, "--resume")
    assert solved["signature"] == report("stats", tables[1])["signature"]
    assert os.listdir(tmp_path) == ["t.h5"]
    assert report("diff", table, tables[1])["equal"]


def test_a_solve_goes_on_with_the_positions_that_were_explored(tables, tmp_path):
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    report("solve", *GAME, "--log", log)
    with open(log, encoding="ascii") as whole:
        lines = whole.readlines()
    os.remove(log)
    words = ["solve", *GAME, "-o", table, "--checkpoint-waves", "1", "--log", log]
    assert run_into_full_log(words, log, lines[:9])[0] == -signal.SIGKILL
    with h5py.File(table + ".checkpoint") as file:
        assert file.attrs["stage"] != b"exploring" and file["keys"].shape[0] == POSITIONS
    solved = report(*words, "--resume")
    assert "explore" not in solved["seconds"]
    assert solved["signature"] == report("stats", tables[1])["signature"]
    assert report("diff", table, tables[1])["equal"]


def test_an_exploration_with_a_position_that_play_does_not_reach_is_refused(tmp_path):
    table = str(tmp_path / "u.h5")
    shutil.copyfile(HOSTILE / "extra_open_key.morris_two_rings_men4.h5.checkpoint", table + ".checkpoint")
    words = ["solve", "morris", "board=two_rings", "men=4", "-o", table]
    assert failure(*words, "--resume") == \
        f"--resume: {table}.checkpoint: play does not reach 1 of 22 positions, such as that with the key 0"
    assert os.listdir(tmp_path) == ["u.h5.checkpoint"]


@pytest.fixture(scope="module", name="rings")
def solved_rings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rings")
    report("solve", "morris", "board=three", "-o", str(folder / "t.h5"))
    report("solve", "morris", "board=three", "--slices", "all", "-o", str(folder / "set"))
    return folder


@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize("name", ["t.h5", "set"])
def test_verify_proves_that_positions_are_reached_or_says_that_it_has_not(rings, name, threads):
    table = str(rings / name)
    message = run("verify", table, "--threads", threads).stdout
    assert "\nreachable   not proven; --reachable does, and takes about as long as the rest\naccepted\n" in message
    assert report("verify", table, "--threads", threads)["unreached"] is None
    message = run("verify", table, "--reachable", "--threads", threads).stdout
    assert "\nreachable   all positions\naccepted\n" in message
    assert report("verify", table, "--reachable", "--threads", threads)["unreached"] == 0


def test_verify_finds_a_position_that_play_does_not_reach():
    table = str(HOSTILE / "unreached_position.morris_two_rings_men4.h5")
    done = run("verify", table, "--reachable")
    assert done.returncode == 1 and done.stdout.endswith(
        "\nFALSE       play does not reach 1 of 258,950 positions, such as board=......../........ hands=0,0 turn=white\n"
        "rejected\n")
    answer = json.loads(run("verify", table, "--reachable", "--json").stdout)
    assert (answer["accepted"], answer["unreached"], answer["wrong"]) == (False, 1, 0)
    assert report("verify", table)["accepted"], "every entry is right"


def test_positions_that_need_not_be_reached_are_not_proven_to_be(tmp_path):
    table = str(tmp_path / "t.h5")
    report("solve", "mnk", "-o", table)
    assert failure("verify", table, "--reachable") == \
        "--reachable: the game mnk has numbers for positions that play does not reach, too"
    assert "reachable" not in run("verify", table).stdout and "unreached" not in report("verify", table)


def test_ctrl_c_ends_an_exploration_that_can_be_gone_on_with(tmp_path):
    table = str(tmp_path / "t.h5")
    words = [PROGRAM, "solve", "dobutsu_shogi", "-o", table, "--checkpoint", "0"]  # it takes minutes
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as solve:
        while not os.path.exists(table + ".checkpoint"):
            assert solve.poll() is None
            time.sleep(0.01)
        solve.send_signal(signal.SIGINT)
        _, errors = solve.communicate()
    assert solve.returncode == 130
    assert errors == f"zermelo: interrupted; the same command with --resume resumes from {table}.checkpoint\n"
    assert os.listdir(tmp_path) == ["t.h5.checkpoint"]


def test_a_table_of_other_rules_is_refused(tables, tmp_path):
    table = str(tmp_path / "t.h5")
    with open(tables[1], "rb") as file, open(table, "wb") as copy:
        copy.write(file.read())
    with h5py.File(table, "r+", libver="v110") as file:
        del file.attrs["rules_digest"]
        file.attrs.create("rules_digest", "0123456789abcdef", dtype=h5py.string_dtype("utf-8", 16))
    for words in (["stats"], ["verify"], ["probe", "--all"], ["play"]):
        message = failure(words[0], table, *words[1:])
        assert "the rules of the game dodgem are not those that it was solved with" in message
    assert report("verify", table, "--signature")["accepted"], "that asks no rules"


def test_a_dry_run_explores_nothing(tmp_path):
    study = tmp_path / "s.toml"
    study.write_text('game = "dobutsu_shogi"\n[[sweep]]\ndrops = ["no", "yes"]\n', encoding="ascii")
    planned = report("run", str(study), "--dry-run")
    assert planned["not_explored"] == 2 and planned["refused"] == 0
    assert all(case["positions"] is None and case["engine"] is None for case in planned["cases"])


def test_a_study_says_the_same_of_a_refusal_whatever_the_threads(tmp_path):
    study = tmp_path / "s.toml"
    config = 'game = "dobutsu_shogi"\n[solve]\nmemory_limit = "16M"\n[[sweep]]\ndrops = ["no"]\n'
    study.write_text(config, encoding="ascii")
    messages = set()
    for threads in ("1", "2"):
        folder = tmp_path / threads
        done = run("run", str(study), "-o", str(folder), "--threads", threads)
        assert done.returncode == 1, done.stderr
        messages.add((folder / "results.csv").read_text(encoding="utf-8"))
    assert len(messages) == 1
    assert "to solve the positions that exploring finds takes more than the memory limit of 16.0 MiB" in messages.pop()


MEDIUM = ["connect_four", "rows=4", "cols=5"]  # its forecast fits 24 MiB, and its positions do not
LARGE = ["connect_four", "rows=6", "cols=7"]
LARGE_POSITIONS = 4_531_985_219_092  # as in the README of the game


def test_explain_of_what_takes_long_to_explore_says_how_large_it_is_at_least():
    answer = report("solve", *LARGE, "--explain")
    solved = report("solve", "connect_four", "rows=3", "cols=4", "--explain")
    assert list(answer) == list(solved)
    unknown = [name for name, value in answer.items() if value is None]
    assert unknown == ["engine", "edges", "positions", "legal_positions", "counts", "winners", "max_distance_plies",
                       "max_tie_plies", "signature", "start", "seconds", "infinite_play", "move_limit", "plan"]
    assert answer["hooks"] == solved["hooks"] and answer["params"]["cols"] == 7
    forecast = answer["forecast"]
    assert not forecast["is_complete"] and 1 <= forecast["found"] <= forecast["min_positions"] <= LARGE_POSITIONS
    assert forecast["min_bytes"] > 8 * forecast["min_positions"]
    sample = forecast["sample"]
    assert sample is None or max(forecast["found"], sample["min_positions"]) == forecast["min_positions"]
    done = run("solve", *MEDIUM, "--explain", "--memory-limit", "24M")
    assert (done.returncode, done.stderr) == (0, "")
    labels = [line[:12].strip() for line in done.stdout.splitlines()]
    assert [label for label in labels if label] == ["game", "parameters", "positions", "memory", "solve"]
    assert "\nsolve       not begun; -o FILE explores and solves the game\n" in done.stdout


def test_a_forecast_keeps_the_memory_limit(tmp_path):
    table = str(tmp_path / "t.h5")
    limited = ["--explain", "--memory-limit", "24M"]
    forecast = report("solve", *LARGE, *limited)["forecast"]
    assert forecast["limit_bytes"] == 24 << 20 and forecast["found"] < 1_000_000
    # What is to be stored is explored after the forecast.
    done = run("solve", *MEDIUM, *limited, "-o", table)
    memory = next(line for line in done.stdout.splitlines() if line.startswith("memory "))
    assert memory.endswith((", over the limit of 24.0 MiB", "; the limit is 24.0 MiB"))
    assert done.returncode == 3 and done.stdout.startswith("game        connect_four\n")
    assert "\npositions   at least " in done.stdout and "not begun" not in done.stdout
    assert "still to be looked at" in done.stderr and done.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_explain_of_what_is_explored_soon_is_the_plan():
    answer = report("solve", "connect_four", "rows=3", "cols=4", "--explain")
    assert answer["forecast"] is None and answer["plan"]["chosen"] == "explicit" and answer["positions"] > 0
    assert "at least" not in run("solve", "connect_four", "rows=3", "cols=4", "--explain").stdout


@pytest.mark.parametrize("asked", [["--verify"], ["--verify=sample:9", "--json"], ["--reachable"], ["--log", "waves.csv"]],
                         ids=" ".join)
def test_a_forecast_is_not_all_where_a_solve_is_asked_for(tmp_path, monkeypatch, asked):
    monkeypatch.chdir(tmp_path)
    done = run("solve", *MEDIUM, "--explain", "--memory-limit", "24M", *asked)
    assert done.returncode == 3 and "not begun" not in done.stdout
    assert "still to be looked at" in done.stderr and done.stderr.count("\n") == 1
    assert ("\npositions   at least " in done.stdout) == ("--json" not in asked)


def test_ctrl_c_ends_a_forecast():
    with subprocess.Popen([PROGRAM, "solve", *LARGE, "--explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as solve:
        while not is_handled(solve.pid):
            assert solve.poll() is None
            time.sleep(0.001)
        solve.send_signal(signal.SIGINT)
        output, errors = solve.communicate()
    assert (solve.returncode, output, errors) == (130, "", "zermelo: interrupted\n")
