# SPDX-License-Identifier: MIT
"""zermelo-mpi verify: ranks accept and reject the tables that one machine accepts and rejects, in the same words."""

import json
import subprocess

import h5py
import numpy as np
import pytest

from checkpoint_digest import altered_copy
from mpi_program import PLAIN, failure, in_two_folders, lines_of, mpirun, plain, report, side_by_side

# Tables that ranks verify

VERIFIED = {
    "grid": ("cat_and_mouse_ii", "rows=24", "cols=24", "walls=0.1", "seed=5"),
    "board": ("mnk", "rows=3", "cols=4", "k=3"),
    "cops": ("cops_and_robbers", "graph=grid:4x4", "cops=2"),
}


@pytest.fixture(name="stored", scope="module")
def fixture_stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stored")
    for name, words in VERIFIED.items():
        plain("solve", *words, "--quiet", "-o", str(folder / f"{name}.h5"))
    return folder


def expect_verified_alike(table, *words, status, numbers=(3,)):
    """What ranks find is what one machine finds. Where one rank does, too, the text for people is also compared."""
    alone = subprocess.run([PLAIN, "verify", table, *words, "--json"], capture_output=True, text=True, check=False)
    assert (alone.returncode, alone.stderr) == (status, "")
    expected = json.loads(alone.stdout)
    jobs = side_by_side(
        lambda ranks: mpirun(ranks, "verify", table, *words, "--json", "--threads", str(1 + ranks // 2 % 2)), numbers)
    for ranks, done in zip(numbers, jobs, strict=True):
        assert (done.returncode, lines_of(done)) == (status, [])
        found = json.loads(done.stdout)
        assert found.pop("ranks") == ranks == len(found["peak_bytes_by_rank"])
        assert found.pop("peak_bytes") == max(found.pop("peak_bytes_by_rank"))
        assert len(found.pop("sent_bytes_by_rank")) == ranks and found.pop("rounds") > 0
        assert found == expected
    if 1 in numbers:
        text = subprocess.run([PLAIN, "verify", table, *words], capture_output=True, text=True, check=False).stdout
        lines = mpirun(2, "verify", table, *words).stdout.splitlines()
        (own,) = [line for line in lines if line.startswith("ranks ")]
        assert [line for line in lines if line != own] == text.splitlines()
    return expected


@pytest.mark.parametrize("name", VERIFIED)
def test_ranks_accept_a_true_table(name, stored):
    found = expect_verified_alike(str(stored / f"{name}.h5"), status=0, numbers=(1, 3) if name == "grid" else (3,))
    assert found["accepted"] and found["false_statements"] == []


@pytest.mark.parametrize("sample", ["1", "1000"])
def test_ranks_check_the_same_sample(sample, stored):
    found = expect_verified_alike(str(stored / "grid.h5"), "--sample", sample, status=0)
    assert found["checked"] == int(sample)


@pytest.mark.parametrize("name", VERIFIED)
def test_ranks_reject_a_false_table_alike(name, stored, tmp_path):
    def alter(file):
        outcome, distance = file["outcome"][...], file["distance"][...]
        won = np.argwhere((outcome == 1) & (distance > 1))
        for place in won[:: max(1, len(won) // 30)]:  # more than are named, all over the table
            distance[tuple(place)] ^= 1
        file["distance"][...] = distance
    table = altered_copy(stored / f"{name}.h5", tmp_path, alter)
    found = expect_verified_alike(table, status=1, numbers=(1, 3) if name == "board" else (3,))
    assert len(found["first"]) == 10 < found["wrong"]
    assert any(said.startswith("signature: ") for said in found["false_statements"])


def test_ranks_find_what_a_table_says_falsely(stored, tmp_path):
    def alter(file):
        file.attrs.modify("edges", 1)
        file.attrs.modify("first_player_wins", file.attrs["first_player_wins"] + 1)
        file.attrs.modify("second_player_wins", file.attrs["second_player_wins"] - 1)
    found = expect_verified_alike(altered_copy(stored / "grid.h5", tmp_path, alter), status=1)
    assert found["wrong"] == 0
    assert [said[:6] for said in found["false_statements"]] == ["winner", "edges:"]


def test_ranks_find_false_players_to_move(stored, tmp_path):
    def alter(file):
        file["to_move"][...] = file["to_move"][...] ^ 255
    found = expect_verified_alike(altered_copy(stored / "board.h5", tmp_path, alter), status=1)
    assert found["wrong"] == 0
    assert [said[:19] for said in found["false_statements"]] == ["to_move: position 0"]


def test_one_line_says_why_a_table_is_not_verified(stored, tmp_path):
    table = str(stored / "grid.h5")
    with open(table, "rb") as file:
        whole = file.read()
    cut = tmp_path / "cut.h5"
    cut.write_bytes(whole[:len(whole) // 2])
    foreign = tmp_path / "text.h5"
    foreign.write_text("no table", encoding="utf-8")
    with h5py.File(table) as file:
        place = file["distance"].id.get_chunk_info(file["distance"].id.get_num_chunks() - 1)
    damaged = tmp_path / "damaged.h5"
    damaged.write_bytes(whole[:place.byte_offset + 50] + bytes([whole[place.byte_offset + 50] ^ 1])
                        + whole[place.byte_offset + 51:])
    lines = side_by_side(lambda file: failure(3, "verify", str(file)), (cut, foreign, damaged))
    assert lines[0].startswith(f"{cut}: ")
    assert lines[1].startswith(f"{foreign}: ")
    assert lines[2].startswith(f"rank 2: {damaged}: damaged: chunk ")
    assert failure(1, "verify", str(damaged)) == lines[2].removeprefix("rank 2: ")


def test_ranks_with_different_tables_are_refused(stored, tmp_path):
    grid, board = ({"t.h5": (stored / f"{name}.h5").read_bytes()} for name in ("grid", "board"))
    assert in_two_folders(tmp_path, grid, board, "verify", "t.h5") == ["the ranks were given different tables"]


def test_ranks_verify_a_table_for_which_one_has_too_little_memory(tmp_path):
    table = str(tmp_path / "t.h5")
    plain("solve", "cat_and_mouse_ii", "rows=48", "cols=48", "walls=0.1", "seed=7", "--quiet", "-o", table)
    words = ("verify", table, "--threads", "1", "--memory-limit", "67M")
    assert "on 1 ranks needs about" in failure(1, *words, status=3)
    found = report(4, *words)
    assert found["accepted"] and found["peak_bytes"] < 67 << 20
