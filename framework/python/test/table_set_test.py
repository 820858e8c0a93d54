# SPDX-License-Identifier: MIT
"""The folder of a table set answers as the table of the whole game; what is wrong with it is one line. More of what may be
wrong is in framework/solving/test/plan/solve_plan_test.cpp and framework/cli/test/solves/table_set_test.py."""

import json
import os
import shutil

import h5py
import numpy as np
import pytest
import zermelo
from program import run
from refusals import refusal

GAME = ["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"]
SLICES = ["KvK", "KvKR", "KQvK", "KQvKR"]
STATEMENTS = ["game", "players", "parameters", "counts", "winners", "signature"]
MEMBERS = ["positions", "legal_positions", "edges", "infinite_play", "move_limit", "program_version", "git_revision"]


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    """A set, a part of the same one, and the table of the game solved as a whole."""
    made = tmp_path_factory.mktemp("sets")
    for words in (["--slices", "all", "-o", made / "set"], ["--slices", "pieces<=3", "-o", made / "part"],
                  ["-o", made / "whole.h5"]):
        assert run("solve", *GAME, *map(str, words), "--quiet").returncode == 0
    return made


@pytest.fixture(name="copied")
def fixture_copied(folder, tmp_path):
    """A set that may be damaged."""
    shutil.copytree(folder / "set", tmp_path / "set")
    return tmp_path / "set"


@pytest.fixture(name="both")
def fixture_both(folder):
    with zermelo.open(folder / "set") as table_set, zermelo.open(folder / "whole.h5") as whole:
        yield table_set, whole


def reason(path, read=zermelo.open):
    """What is said of a folder that cannot be read."""
    said = refusal(read, path)
    assert said.startswith(str(path)) and said.isprintable()
    return said


def read_all(path):
    with zermelo.open(path) as table_set:
        table_set.stats()


def change_index(path, change):
    index = json.loads((path / "set.json").read_text())
    change(index)
    (path / "set.json").write_text(json.dumps(index))


# --- as the whole ----------------------------------------------------------------------------------------------------


def test_it_says_what_the_table_of_the_whole_says(both):
    table_set, whole = both
    for name in STATEMENTS:
        assert getattr(table_set, name) == getattr(whole, name), name
    for name in MEMBERS:
        assert table_set.metadata[name] == whole.metadata[name], name
    for name, counts in whole.histogram().items():
        assert np.array_equal(table_set.histogram()[name], counts)
    assert [one["name"] for one in table_set.metadata["slices"]] == SLICES


@pytest.mark.parametrize("name", ["outcome", "distance", "winner"])
def test_its_arrays_are_those_of_the_whole(both, name):
    joined, values = getattr(both[0], name), getattr(both[1], name)
    assert joined.dtype == values.dtype and np.array_equal(joined, values)
    numbers = np.arange(5, 11_000, 7)
    assert np.array_equal(getattr(both[0].probe_many(numbers), name), values[numbers])


def test_it_is_asked_as_the_whole_is(both):
    table_set, whole = both
    for number in np.flatnonzero(whole.outcome)[::101].tolist():
        assert table_set.probe(number) == whole.probe(number)
    state = "white=Ka1,Qc2 black=Kd4,Rb3 turn=white"
    assert table_set.probe(state) == whole.probe(state) and table_set.line(state) == whole.line(state)
    assert table_set.stats()["signature"] == whole.stats()["signature"]
    assert table_set.find_numbers("plies>=5").tolist() == whole.find_numbers("plies>=5").tolist()
    assert np.array_equal(table_set.select().distance, whole.select().distance)


# --- in part ---------------------------------------------------------------------------------------------------------


def test_slices_that_are_not_done_have_no_positions(folder, both):
    whole = both[1]
    with zermelo.open(folder / "part") as part:
        end = next(one["first_position"] for one in part.metadata["slices"] if one["name"] == SLICES[-1])
        assert np.array_equal(part.outcome[:end], whole.outcome[:end]) and not part.outcome[end:].any()
        assert np.array_equal(part.distance[:end], whole.distance[:end])
        assert (part.distance[end:] == np.iinfo(part.distance.dtype).max).all()
        assert sum(part.counts.values()) == np.count_nonzero(part.outcome) == part.stats()["legal_positions"]
        missing = end + int(np.flatnonzero(whole.outcome[end:])[0])
        assert f"{SLICES[-1]} is not done" in refusal(part.probe, missing)


def test_a_set_of_which_nothing_is_done_has_no_positions(copied):
    change_index(copied, lambda index: [one.update(done=False) for one in index["slices"]])
    with zermelo.open(copied) as table_set:
        assert not table_set.outcome.any() and sum(table_set.counts.values()) == 0


def test_more_positions_than_the_game_has_are_refused(folder, tmp_path):
    shutil.copytree(folder / "part", tmp_path / "set")
    change_index(tmp_path / "set", lambda index: index["slices"][-1].update(positions=2**62))
    reason(tmp_path / "set")


# --- of outcomes alone -----------------------------------------------------------------------------------------------


@pytest.fixture(name="boards", scope="module")
def fixture_boards(tmp_path_factory):
    """A set of outcomes alone."""
    made = tmp_path_factory.mktemp("boards")
    assert run("solve", "mnk", "rows=3", "cols=4", "--slices", "all", "--outcomes", "-o", str(made / "set")).returncode == 0
    return made / "set"


def test_outcomes_alone_are_those_of_the_solution(boards):
    solution = zermelo.Game("mnk", rows=3, cols=4).solve()
    with zermelo.open(boards) as alone:
        assert not alone.has_distances
        assert np.array_equal(alone.outcome, solution.outcome) and np.array_equal(alone.winner, solution.winner)
        assert (alone.counts, alone.winners) == (solution.counts, solution.winners)
        none = np.iinfo(alone.distance.dtype).max
        assert (alone.distance == none).all()
        won = int(np.flatnonzero(solution.outcome == 1)[-1])
        assert (alone.probe(won).outcome, alone.probe(won).plies) == ("win", None)
        assert alone.stats()["signature"] == alone.signature != solution.signature
        assert sum(counts.sum() for counts in alone.histogram().values()) < sum(
            counts.sum() for counts in solution.histogram().values())


def test_an_index_that_tells_otherwise_of_distances_is_refused(boards, tmp_path):
    shutil.copytree(boards, tmp_path / "set")
    change_index(tmp_path / "set", lambda index: next(
        one for one in index["slices"] if one["name"] == "stones-2").pop("distances"))
    reason(tmp_path / "set")


# --- what is refused -------------------------------------------------------------------------------------------------


def first_slice(**members):
    return lambda index: index["slices"][0].update(members)


@pytest.mark.parametrize("change", [
    lambda index: index.update(format_version=True), lambda index: index.update(game="a\x1b[2J"),
    lambda index: index["parameters"].append(index["parameters"][0]),
    first_slice(name="KvK\n"), first_slice(first_position=1), first_slice(positions=0), first_slice(positions=2**63),
    first_slice(positions=1.5), first_slice(share=None),
    lambda index: index["slices"][-1].update(positions=index["slices"][-1]["positions"] + 1)])
def test_an_index_that_is_none_is_refused(copied, change):
    change_index(copied, change)
    reason(copied)


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"[" * 1_000_000, b'{"a":' * 1_000_000, b" " * ((64 << 20) + 1)],
                         ids=["empty", "bytes", "deep_arrays", "deep_objects", "long"])
def test_an_index_of_any_bytes_is_refused(copied, text):
    (copied / "set.json").write_bytes(text)
    assert f"{copied / 'set.json'}: " in reason(copied)


def test_an_index_that_is_no_file_is_refused(copied):
    os.remove(copied / "set.json")
    reason(copied)
    os.mkfifo(copied / "set.json")  # that nobody writes to
    reason(copied)


@pytest.mark.parametrize("name, value", [
    ("parameter_rows", np.bytes_("5")), ("first_position", np.int64(715)), ("first_position", None),
    ("first_player", np.bytes_("red")), ("infinite_play", np.bytes_("first")), ("move_limit", np.int64(50)),
    ("wins", np.int64(2**62))])
def test_a_table_that_is_not_the_slice_s_is_refused(copied, name, value):
    table = copied / "KQvK.h5"
    with h5py.File(table, "r+", libver=("v110", "v110")) as file:
        if value is None:
            del file.attrs[name]
        else:
            file.attrs[name] = value
    assert reason(copied).startswith(f"{table}: ")


def test_a_share_that_is_not_that_of_the_values_is_found_by_the_statistics(copied):
    change_index(copied, lambda index: index["slices"][2].update(share="0123456789abcdef"))
    reason(copied, read_all)


def test_wrong_values_are_found_by_the_statistics(copied):
    with h5py.File(copied / "KQvKR.h5", "r+", libver=("v110", "v110")) as file:
        won = int(np.flatnonzero(file["outcome"][()] == 1)[0])
        file["distance"][won] += 1
    assert "the stored summary does not agree" in reason(copied, read_all)


def test_a_set_that_is_refused_leaves_no_table_open(copied):
    shutil.copy(copied / "KvKR.h5", copied / "KQvKR.h5")
    reason(copied)
    open_files = [os.readlink(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")
                  if os.path.lexists(f"/proc/self/fd/{name}")]
    assert not [file for file in open_files if file.startswith(str(copied))]
