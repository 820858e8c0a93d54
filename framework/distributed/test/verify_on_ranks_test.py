# SPDX-License-Identifier: MIT
"""Tests `zermelo-mpi verify`: ranks accept and reject the same tables as one machine, with the same messages."""

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
    for name, arguments in VERIFIED.items():
        plain("solve", *arguments, "--quiet", "-o", str(folder / f"{name}.h5"))
    return folder


def expect_same_verification(table, *arguments, status, numbers=(3,)):
    """Expects the results of one machine on all numbers of ranks. For one rank, also compares the text output."""
    single = subprocess.run([PLAIN, "verify", table, *arguments, "--json"], capture_output=True, text=True, check=False)
    assert (single.returncode, single.stderr) == (status, "")
    expected = json.loads(single.stdout)
    jobs = side_by_side(
        lambda ranks: mpirun(ranks, "verify", table, *arguments, "--json", "--threads", str(1 + ranks // 2 % 2)), numbers)
    for ranks, done in zip(numbers, jobs, strict=True):
        assert (done.returncode, lines_of(done)) == (status, [])
        found = json.loads(done.stdout)
        assert found.pop("ranks") == ranks == len(found["peak_bytes_by_rank"])
        assert found.pop("peak_bytes") == max(found.pop("peak_bytes_by_rank"))
        assert len(found.pop("sent_bytes_by_rank")) == ranks and found.pop("rounds") > 0
        assert found == expected
    if 1 in numbers:
        text = subprocess.run([PLAIN, "verify", table, *arguments], capture_output=True, text=True, check=False).stdout
        lines = mpirun(2, "verify", table, *arguments).stdout.splitlines()
        (own,) = [line for line in lines if line.startswith("ranks ")]
        assert [line for line in lines if line != own] == text.splitlines()
    return expected


@pytest.mark.parametrize("name", VERIFIED)
def test_ranks_accept_correct_table(name, stored):
    found = expect_same_verification(str(stored / f"{name}.h5"), status=0, numbers=(1, 3) if name == "grid" else (3,))
    assert found["accepted"] and found["false_statements"] == []


@pytest.mark.parametrize("sample", ["1", "1000"])
def test_ranks_verify_the_same_sample_as_a_single_machine(sample, stored):
    found = expect_same_verification(str(stored / "grid.h5"), "--sample", sample, status=0)
    assert found["checked"] == int(sample)


@pytest.mark.parametrize("name", VERIFIED)
def test_ranks_reject_wrong_table_with_the_report_of_a_single_machine(name, stored, tmp_path):
    def alter(file):
        outcome, distance = file["outcome"][...], file["distance"][...]
        won = np.argwhere((outcome == 1) & (distance > 1))
        for location in won[:: max(1, len(won) // 30)]:  # more than a report lists, all over the table
            distance[tuple(location)] ^= 1
        file["distance"][...] = distance
    table = altered_copy(stored / f"{name}.h5", tmp_path, alter)
    found = expect_same_verification(table, status=1, numbers=(1, 3) if name == "board" else (3,))
    assert len(found["first"]) == 10 < found["wrong"]
    assert any(statement.startswith("signature: ") for statement in found["false_statements"])


def test_ranks_detect_wrong_table_metadata(stored, tmp_path):
    def alter(file):
        file.attrs.modify("edges", 1)
        file.attrs.modify("first_player_wins", file.attrs["first_player_wins"] + 1)
        file.attrs.modify("second_player_wins", file.attrs["second_player_wins"] - 1)
    found = expect_same_verification(altered_copy(stored / "grid.h5", tmp_path, alter), status=1)
    assert found["wrong"] == 0
    assert [statement[:6] for statement in found["false_statements"]] == ["winner", "edges:"]


def test_ranks_detect_wrong_players_to_move(stored, tmp_path):
    def alter(file):
        file["to_move"][...] = file["to_move"][...] ^ 255
    found = expect_same_verification(altered_copy(stored / "board.h5", tmp_path, alter), status=1)
    assert found["wrong"] == 0
    assert [statement[:19] for statement in found["false_statements"]] == ["to_move: position 0"]


def test_ranks_report_unreadable_table_in_one_line(stored, tmp_path):
    table = str(stored / "grid.h5")
    with open(table, "rb") as file:
        whole = file.read()
    cut = tmp_path / "cut.h5"
    cut.write_bytes(whole[:len(whole) // 2])
    foreign = tmp_path / "text.h5"
    foreign.write_text("no table", encoding="utf-8")
    with h5py.File(table) as file:
        location = file["distance"].id.get_chunk_info(file["distance"].id.get_num_chunks() - 1)
    damaged = tmp_path / "damaged.h5"
    damaged.write_bytes(whole[:location.byte_offset + 50] + bytes([whole[location.byte_offset + 50] ^ 1])
                        + whole[location.byte_offset + 51:])
    lines = side_by_side(lambda file: failure(3, "verify", str(file)), (cut, foreign, damaged))
    assert lines[0].startswith(f"{cut}: ")
    assert lines[1].startswith(f"{foreign}: ")
    assert lines[2].startswith(f"rank 2: {damaged}: damaged: chunk ")
    assert failure(1, "verify", str(damaged)) == lines[2].removeprefix("rank 2: ")


def test_verify_rejects_ranks_with_different_tables(stored, tmp_path):
    grid, board = ({"t.h5": (stored / f"{name}.h5").read_bytes()} for name in ("grid", "board"))
    (line,) = in_two_folders(tmp_path, grid, board, "verify", "t.h5")
    assert "different tables" in line


def test_ranks_verify_table_too_large_for_one_rank(tmp_path):
    table = str(tmp_path / "t.h5")
    plain("solve", "cat_and_mouse_ii", "rows=48", "cols=48", "walls=0.1", "seed=7", "--quiet", "-o", table)
    arguments = ("verify", table, "--threads", "1", "--memory-limit", "67M")
    assert "on 1 ranks" in failure(1, *arguments, status=3)
    found = report(4, *arguments)
    assert found["accepted"] and found["peak_bytes"] < 67 << 20
