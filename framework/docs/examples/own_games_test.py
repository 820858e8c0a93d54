# SPDX-License-Identifier: MIT
"""Tests the programs with their own games in the documentation by running them like their pages."""
import csv
import json
import os
import pathlib
import subprocess

EXAMPLES = pathlib.Path(__file__).resolve().parent
PROGRAMS = pathlib.Path(os.environ["ZERMELO_PROGRAM"]).parent


def run(program, *arguments, folder):
    return subprocess.run([PROGRAMS / program, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=True).stdout


def test_small_shogi_has_the_documented_position_counts(tmp_path):
    solved = json.loads(run("small_shogi", "solve", "small_shogi", "--verify", "-o", "t.h5", "--json", folder=tmp_path))
    assert solved["positions"] == solved["legal_positions"] == 1_279_418
    assert solved["edges"] == 6_108_962
    # The counts of a search that distinguishes all positions, from the start and from its mirror image.
    assert solved["all_positions"]["positions"] == 2_553_162
    pawns = {}
    for group in solved["groups"]:
        pawns[group["group"]] = pawns.get(group["group"], 0) + group["positions"]
    assert pawns == {"0 in hand": 1_594_552, "1 in hand": 770_336, "2 in hand": 169_032, "3 in hand": 18_432,
                     "4 in hand": 810}
    start = json.loads(run("small_shogi", "probe", "t.h5", solved["start"]["state"], "--json", folder=tmp_path))
    assert (start["outcome"], start["plies"]) == (solved["start"]["outcome"], solved["start"]["plies"])
    # The mirror image of a position is the same position, but the queried one is displayed.
    mirrored = json.loads(run("small_shogi", "probe", "t.h5", "board=.kp/p../PKP hands=0,0 turn=first", "--json",
                              folder=tmp_path))
    image = json.loads(run("small_shogi", "probe", "t.h5", "board=pk./..p/PKP hands=0,0 turn=first", "--json",
                           folder=tmp_path))
    for member in ("state", "drawing"):
        assert mirrored.pop(member) != image.pop(member)
    for probed in (mirrored, image):
        states = [move.pop("state") for move in probed["moves"]]
        assert len(set(states)) == len(states) > 0
        probed["moves"].sort(key=json.dumps)
    assert mirrored == image


def test_northcott_best_moves_match_nim(tmp_path):
    run("northcott", "solve", "northcott", "-o", "t.h5", folder=tmp_path)
    # White makes the Nim sum of the gaps zero.
    gaps = "board=WB..../W.B.../W..B.. turn=white"  # of 0, 1 and 2 squares, which add up to 3
    best = json.loads(run("northcott", "probe", "t.h5", gaps, "--json", folder=tmp_path))
    assert best["outcome"] == "win"


def test_kalah_has_the_documented_scores(tmp_path):
    run("kalah_threshold", "run", EXAMPLES / "kalah_threshold.toml", "-o", "margins", "--quiet", folder=tmp_path)
    with open(tmp_path / "margins" / "results.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert not any(row["error"] for row in rows)
    scores = {}
    for row in rows:
        case = int(row["pits"]), int(row["seeds"])
        if row["start_winner"] == "first":
            scores[case] = max(scores.get(case, -100), int(row["margin"]))
    page = (EXAMPLES.parent / "scores.md").read_text(encoding="utf-8")
    for pits in (1, 2, 3):
        cells = " | ".join(str(scores[pits, seeds]) for seeds in (1, 2, 3))
        assert f"| {pits} | {cells} |" in page


def test_study_solves_custom_and_shipped_games_together(tmp_path):
    page = (EXAMPLES.parent / "studies.md").read_text(encoding="utf-8")
    text = page.split("its own games in addition to those of Zermelo")[1].split("```toml\n")[1].split("```")[0]
    (tmp_path / "both.toml").write_text(text, encoding="utf-8")
    run("own_and_shipped_games", "run", "both.toml", "-o", "both", "--quiet", folder=tmp_path)
    with open(tmp_path / "both" / "results.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], row["error"]) for row in rows] == [("kalah_threshold", ""), ("mnk", "")]
    for row, program in zip(rows, ("kalah_threshold", "zermelo"), strict=True):
        solved = json.loads(run(program, "solve", row["game"], *row["instance"].split(), "--json", folder=tmp_path))
        assert (solved["signature"], str(solved["positions"])) == (row["signature"], row["positions"])
    listed = json.loads(run("own_and_shipped_games", "list", "--json", folder=tmp_path))
    shipped = json.loads(run("zermelo", "list", "--json", folder=tmp_path))
    assert [game["name"] for game in listed["games"]] == ["kalah_threshold", *(game["name"] for game in shipped["games"])]
