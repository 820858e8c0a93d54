# SPDX-License-Identifier: MIT
"""A game whose positions have no colour: its start's player to move is called the first, and the names take turns."""
import pytest

from program import failure, report, run


@pytest.fixture(scope="module", name="table")
def solved_table(tmp_path_factory):
    file = str(tmp_path_factory.mktemp("seen_by_mover") / "t.h5")
    solved = report("solve", "dobutsu_shogi", "drops=no", "-o", file, "--verify")
    assert solved["positions"] == solved["legal_positions"] == sum(solved["counts"].values()) == 962_894
    assert solved["winners"] is None
    assert (solved["start"]["outcome"], solved["start"]["winner"]) == ("draw", None)
    assert solved["verify"]["accepted"]
    return file


@pytest.mark.parametrize("outcome, winner", [("win", "first"), ("loss", "second")])
def test_the_player_to_move_is_the_first_and_the_other_moves_next(table, outcome, winner):
    found = report("find", table, f"outcome={outcome}", "plies>=4", "plies<=9", "--limit", "1")
    probed = report("probe", table, found["state"])
    assert (probed["outcome"], probed["winner"]) == (outcome, winner)
    other = {"win": "loss", "loss": "win"}[outcome]
    best = [move for move in probed["moves"] if move["best"]]
    assert best and all((move["outcome"], move["winner"]) == (other, winner) for move in best)
    assert all(move["plies"] == probed["plies"] - 1 for move in best)
    line = report("probe", table, found["state"], "--line")["line"]["positions"]
    assert [at["winner"] for at in line] == [winner] * len(line)
    assert len(set(at["outcome"] for at in line[::2])) == len(set(at["outcome"] for at in line[1::2])) == 1


def test_players_take_turns_in_a_match(table):
    played = run("play", table, "--as", "second", stdin="1\nundo\nquit\n").stdout
    assert "You play second; first is played perfectly." in played
    assert played.count("first moves: ") == 2
    assert played.count("\nsecond> ") >= 2


def test_what_needs_colours_is_refused(table, tmp_path):
    for form in ["--pgsolver", "--solution"]:
        assert "seen by the player to move" in failure("export", table, form, "-o", str(tmp_path / "out"))


def test_its_text_leaves_counts_by_winner_out(table):
    stats = run("stats", table).stdout
    assert "\noutcomes " in stats and "\nwinners " not in stats
    assert report("stats", table)["winners"] is None


def test_a_position_and_its_mirror_image_are_probed_alike(table):
    start, mirrored = (report("probe", table, f"board={board} hand=- opponent=-")
                       for board in ["gle/.c./.C./ELG", "elg/.c./.C./GLE"])
    assert start["state"] != mirrored["state"] and start["position"] == mirrored["position"]
    for one in (start, mirrored):
        assert len(one["moves"]) == 4
        one["moves"] = sorted((move["position"], move["outcome"], move["plies"], move["best"]) for move in one["moves"])
        del one["state"]
    assert start == mirrored
