# SPDX-License-Identifier: MIT
"""A game whose positions have no colour: its start's player to move is called the first, and the names take turns."""
import pytest

from program import report


@pytest.fixture(scope="module", name="table")
def solved_table(tmp_path_factory):
    file = str(tmp_path_factory.mktemp("seen_by_mover") / "t.h5")
    solved = report("solve", "dobutsu_shogi", "drops=no", "-o", file, "--verify=sample:10000")
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


def test_a_position_and_its_mirror_image_are_probed_alike(table):
    start, mirrored = (report("probe", table, f"board={board} hand=- opponent=-")
                       for board in ["gle/.c./.C./ELG", "elg/.c./.C./GLE"])
    assert start["state"] != mirrored["state"] and start["position"] == mirrored["position"]
    for one in (start, mirrored):
        assert len(one["moves"]) == 4
        one["moves"] = sorted((move["position"], move["outcome"], move["plies"], move["best"]) for move in one["moves"])
        del one["state"], one["drawing"], one["cells"]
    assert start == mirrored


def owners_on_board(one):
    """The players' pieces by place, of the shogi of animals: the first player's five kinds, then the second's."""
    return {place: "first" if piece < 5 else "second" for place, piece in one["cells"]}


def test_the_player_to_move_can_be_named(table):
    start = "board=gle/.c./.C./ELG hand=- opponent=-".split()
    first, second = (report("probe", table, *start, *word) for word in ([], ["to_move=second"]))
    assert (first["to_move"], second["to_move"]) == ("first", "second")
    assert first["cells"] == second["cells"], "the start is the same from both sides"
    assert sorted(owners_on_board(first).values()) == ["first"] * 4 + ["second"] * 4
    found = report("find", table, "outcome=win", "plies>=4", "--limit", "1")["state"].split()
    assert report("probe", table, *found, "to_move=first")["winner"] == "first"
    named = report("probe", table, *found, "to_move=second", "--line")
    assert named["winner"] == "second" and {at["winner"] for at in named["line"]["positions"]} == {"second"}
    assert {move["winner"] for move in named["moves"] if move["best"]} == {"second"}


def test_pieces_keep_their_places_and_colours_from_move_to_move(table):
    here, named = report("probe", table), ["to_move=second"]
    for ply in range(20):
        assert here["to_move"] == ["first", "second"][ply % 2]
        for move in here["moves"]:
            assert len(move["changes"]) == 2, (here["state"], move["state"])
        following = here["moves"][ply % len(here["moves"])]
        if following["ends"]:
            return
        expected = dict(here["cells"]) | dict(following["changes"])
        here = report("probe", table, *following["state"].split(), *(named if ply % 2 == 0 else []))
        assert here["cells"] == [[place, piece] for place, piece in sorted(expected.items()) if piece is not None]
