# SPDX-License-Identifier: MIT
"""Tests studies that list their cases one by one, with several games."""

import h5py
import numpy as np
import pytest

from program import report, rows_of, run
from studies import study

# Two games with winners, one of them with orbits and groups; quixo has orbits, but winners are not counted.
LISTED = """question = "How large are they?"
case = [
  { game = "mnk", rows = 3, cols = 2, k = 2 },
  { game = "cat_and_mouse_ii", grid = "@g.txt", cat_jump = 2 },
  { game = "quixo", n = 2, symmetry = "yes" },
  { game = "chess_ending", rows = 4, cols = 3 },
]
[[statistic]]
name = "unforced_share"
count = "outcome=draw"
"""
INSTANCES = [("mnk", "rows=3 cols=2 k=2"), ("cat_and_mouse_ii", "grid=@g.txt cat_jump=2"),
             ("quixo", "n=2 symmetry=yes"), ("chess_ending", "rows=4 cols=3")]


@pytest.fixture(name="listed", scope="module")
def fixture_listed(tmp_path_factory):
    """A folder with a study of several games and its results."""
    folder = tmp_path_factory.mktemp("listed")
    (folder / "g.txt").write_text("M.C\n...\n..F\n", encoding="ascii")
    done = report("run", study(folder, LISTED), "-o", str(folder / "results"), "--quiet")
    assert (done["cases"], done["failed"], done["done_before"]) == (4, 0, 0)
    return folder


def test_cases_of_several_games_match_solve(listed):
    rows = rows_of(listed / "results" / "results.csv")
    assert [(row["game"], row["instance"]) for row in rows] == INSTANCES
    assert [row["case"] for row in rows] == ["1", "2", "3", "4"]
    for row in rows:
        arguments = row["instance"].replace("@g.txt", f"@{listed}/g.txt").split()
        solved = report("solve", row["game"], *arguments)
        for name in ("positions", "legal_positions", "edges", "signature"):
            assert row[name] == str(solved[name])
        wins = list(solved["winners"].values())[:2] if solved["winners"] else ["", ""]
        assert [row["first_wins"], row["second_wins"]] == list(map(str, wins))
        assert row["start_outcome"] == (solved["start"]["outcome"] if solved["start"] else "")
        every = solved.get("all_positions", {"positions": "", "win": ""})
        assert (row["all_positions"], row["all_win"]) == (str(every["positions"]), str(every["win"]))
        assert float(row["unforced_share"]) == solved["counts"]["draw"] / solved["legal_positions"]
    assert [row["first_wins"] == "" for row in rows] == [False, False, True, False]
    assert [row["all_positions"] == "" for row in rows] == [True, True, False, False]
    assert [row["start_outcome"] == "" for row in rows] == [False, False, False, True]
    with h5py.File(listed / "results" / "results.h5") as file:
        assert list(file["results"]) == list(rows[0])
        assert np.isnan(file["results"]["all_positions"][0]) and file["results"]["all_positions"][2] == 81
        assert [text.decode() for text in file["results"]["game"]] == [game for game, _ in INSTANCES]


def test_results_of_several_games_are_independent_of_threads_and_interruption(listed, tmp_path):
    expected = (listed / "results" / "results.csv").read_bytes()
    path = str(listed / "study.toml")
    for threads in ("1", "5"):
        folder = tmp_path / threads
        assert run("run", path, "-o", str(folder), "--threads", threads).returncode == 0
        assert (folder / "results.csv").read_bytes() == expected
        journal = folder / "journal.jsonl"
        journal.write_text("".join(journal.read_text(encoding="utf-8").splitlines(True)[:3]), encoding="utf-8")
        (folder / "results.csv").unlink()
        assert report("run", path, "-o", str(folder), "--resume")["done_before"] == 2
        assert (folder / "results.csv").read_bytes() == expected
    sequential = study(listed, LISTED + "[solve]\none_at_a_time = true\nverify = 'all'\n", "alone.toml")
    assert run("run", sequential, "-o", str(tmp_path / "alone")).returncode == 0
    assert (tmp_path / "alone" / "results.csv").read_bytes() == expected
