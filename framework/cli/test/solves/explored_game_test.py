# SPDX-License-Identifier: MIT
"""Tests games without a ranking: the solve explores them once. Also tests checkpoints, memory limits and signals during
exploration."""
import json
import os
import shutil
import signal

import h5py
import pytest

from message_pattern import matches
from program import failure, is_handled, report, run, run_into_full_log, signalled

GAME = ["dodgem", "n=4"]
POSITIONS = 395_294
SMALL_GAME = ["connect_four", "rows=3", "cols=5"]


@pytest.fixture(scope="module", name="solved")
def solved_table(tmp_path_factory):
    """A table, and its signature."""
    table = str(tmp_path_factory.mktemp("explored") / "t.h5")
    return table, report("solve", *GAME, "-o", table)["signature"]


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("game,limits", [(GAME, (31, 37, 52)), (["othello", "n=4"], (24, 30, 37)),
                                         (SMALL_GAME, (28, 32, 38))], ids=str)
def test_exploring_and_solving_stay_within_memory_limit(game, limits, threads):
    taken = []
    for limit in limits:
        done = run("solve", *game, "--threads", threads, "--memory-limit", f"{limit}M", "--json")
        if done.returncode == 0:
            taken.append((json.loads(done.stdout)["peak_bytes"], limit << 20))
        else:
            assert done.returncode == 3
    assert taken and all(peak <= limit for peak, limit in taken), taken


def test_resumed_solve_reuses_explored_positions(solved, tmp_path):
    table, log = str(tmp_path / "t.h5"), str(tmp_path / "waves.csv")
    report("solve", *GAME, "--log", log)
    with open(log, encoding="ascii") as whole:
        lines = whole.readlines()
    os.remove(log)
    arguments = ["solve", *GAME, "-o", table, "--checkpoint-waves", "1", "--log", log]
    assert run_into_full_log(arguments, log, lines[:9])[0] == -signal.SIGKILL
    with h5py.File(table + ".checkpoint") as file:
        assert file.attrs["stage"] != b"exploring" and file["keys"].shape[0] == POSITIONS
    resumed = report(*arguments, "--resume")
    assert "explore" not in resumed["seconds"] and resumed["signature"] == solved[1]
    assert report("diff", table, solved[0])["equal"]


def test_interrupted_exploration_leaves_a_checkpoint(tmp_path):
    table = str(tmp_path / "t.h5")
    arguments = ["solve", "dobutsu_shogi", "-o", table, "--checkpoint", "0"]  # it takes minutes
    status, _, errors = signalled(arguments, lambda _: os.path.exists(table + ".checkpoint"))
    assert status == 130 and matches(f"zermelo: interrupted; ... --resume ... {table}.checkpoint\n", errors)
    assert os.listdir(tmp_path) == ["t.h5.checkpoint"]


def test_commands_reject_table_of_different_rules(solved, tmp_path):
    table = str(tmp_path / "t.h5")
    shutil.copyfile(solved[0], table)
    with h5py.File(table, "r+", libver="v110") as file:
        del file.attrs["rules_digest"]
        file.attrs.create("rules_digest", "0123456789abcdef", dtype=h5py.string_dtype("utf-8", 16))
    for arguments in (["stats"], ["verify"], ["probe", "--all"], ["play"]):
        message = failure(arguments[0], table, *arguments[1:])
        assert matches(f"{table}: ... rules ... dodgem; ...", message)
    assert report("verify", table, "--signature")["accepted"], "--signature does not use the rules"


LARGE = ["connect_four", "rows=6", "cols=7"]
LARGE_POSITIONS = 4_531_985_219_092  # from the README of the game


def test_forecast_lies_between_found_and_actual_numbers_of_positions():
    forecast = report("solve", *LARGE, "--explain")["forecast"]
    assert 1 <= forecast["found"] <= forecast["min_positions"] <= LARGE_POSITIONS
    assert forecast["min_bytes"] > 8 * forecast["min_positions"]
    sample = forecast["sample"]
    assert sample is None or max(forecast["found"], sample["min_positions"]) == forecast["min_positions"]


def test_interrupt_stops_a_forecast():
    assert signalled(["solve", *LARGE, "--explain"], is_handled) == (130, "", "zermelo: interrupted\n")
