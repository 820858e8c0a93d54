# SPDX-License-Identifier: MIT
"""Tests that the folder of a table set gives the results of the table of the whole game, and that errors in it take one
line. More errors are tested in framework/solving/test/plan/solve_plan_test.cpp and
framework/cli/test/cases/sets.cases."""

import json
import os
import shutil

import h5py
import numpy as np
import pytest
import zermelo
from program import run
from rejections import rejection

GAME = ["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"]


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    """A set, a part of it, a set with outcomes only, and one with distances to the conversion."""
    made = tmp_path_factory.mktemp("sets")
    for name, arguments in (("set", [*GAME, "--slices", "all"]), ("part", [*GAME, "--slices", "pieces<=3"]),
                        ("alone", ["mnk", "rows=3", "cols=4", "--slices", "all", "--outcomes"]),
                        ("converted", [*GAME, "--slices", "all", "--metric", "conversion"])):
        assert run("solve", *arguments, "-o", str(made / name), "--quiet").returncode == 0
    return made


@pytest.fixture(name="copied")
def fixture_copied(folder, tmp_path):
    """Copies a set, which may be damaged."""
    return lambda name="set": shutil.copytree(folder / name, tmp_path / "set")


@pytest.fixture(name="whole", scope="module")
def fixture_whole():
    """The solution of the same game without slices."""
    return zermelo.Game(GAME[0], *GAME[1:]).solve()


def reason(path, read=zermelo.open):
    """The message about a folder that cannot be read."""
    message = rejection(read, path)
    assert message.startswith(str(path)) and message.isprintable()
    return message


def change_index(path, change):
    index = json.loads((path / "set.json").read_text())
    change(index)
    (path / "set.json").write_text(json.dumps(index))
    return path


def test_table_set_matches_single_table(folder, whole):
    with zermelo.open(folder / "set") as table_set:
        for name in ("game", "players", "parameters", "counts", "winners", "signature"):
            assert getattr(table_set, name) == getattr(whole, name), name
        for name in ("outcome", "distance", "winner"):
            joined, values = getattr(table_set, name), getattr(whole, name)
            assert joined.dtype == values.dtype and np.array_equal(joined, values)
        for number in np.flatnonzero(whole.outcome)[::101].tolist():
            assert table_set.probe(number) == whole.probe(number) and table_set.line(number) == whole.line(number)


def test_unsolved_slices_have_no_positions(folder, whole):
    with zermelo.open(folder / "part") as part:
        last = part.metadata["slices"][-1]
        end = last["first_position"]
        assert np.array_equal(part.outcome[:end], whole.outcome[:end]) and not part.outcome[end:].any()
        assert np.array_equal(part.distance[:end], whole.distance[:end])
        assert (part.distance[end:] == np.iinfo(part.distance.dtype).max).all()
        assert sum(part.counts.values()) == np.count_nonzero(part.outcome) == part.stats()["legal_positions"]
        missing = end + int(np.flatnonzero(whole.outcome[end:])[0])
        assert f"{last['name']} is not" in rejection(part.probe, missing)


def test_table_set_without_solved_slices_has_no_positions(copied):
    path = change_index(copied(), lambda index: [one.update(done=False) for one in index["slices"]])
    with zermelo.open(path) as table_set:
        assert not table_set.outcome.any() and sum(table_set.counts.values()) == 0


def test_outcome_only_set_matches_the_solution(folder):
    solution = zermelo.Game("mnk", rows=3, cols=4).solve()
    with zermelo.open(folder / "alone") as outcomes_only:
        assert not outcomes_only.has_distances and outcomes_only.counts == solution.counts
        assert np.array_equal(outcomes_only.outcome, solution.outcome) and np.array_equal(outcomes_only.winner, solution.winner)
        assert (outcomes_only.distance == np.iinfo(outcomes_only.distance.dtype).max).all()
        won = int(np.flatnonzero(solution.outcome == 1)[-1])
        assert (outcomes_only.probe(won).outcome, outcomes_only.probe(won).plies) == ("win", None)
        assert outcomes_only.stats()["signature"] == outcomes_only.signature != solution.signature


def test_set_with_distances_to_the_conversion_names_its_metric(folder, whole):
    with zermelo.open(folder / "converted") as converted, zermelo.open(folder / "set") as to_the_end:
        assert (converted.metric, to_the_end.metric) == ("conversion", "end")
        assert np.array_equal(converted.outcome, whole.outcome)
        assert (converted.distance <= to_the_end.distance).all() and (converted.distance < to_the_end.distance).any()


# --- rejected sets ---------------------------------------------------------------------------------------------------


def at(number, **members):
    return lambda index: index["slices"][number].update(members)


@pytest.mark.parametrize("change, name", [
    *((change, "set") for change in (
        lambda index: index.update(format_version=True), lambda index: index.update(game="a\x1b[2J"),
        lambda index: index.update(game="stairs"),  # a set needs the rules of its game
        lambda index: index["parameters"].append(index["parameters"][0]), at(0, name="KvK\n"), at(0, first_position=1),
        at(0, positions=0), at(0, positions=2**63), at(0, positions=1.5), at(0, share=None),
        lambda index: index["slices"][-1].update(positions=index["slices"][-1]["positions"] + 1))),
    (at(-1, positions=2**62), "part"),  # the game has fewer positions
    (lambda index: next(one for one in index["slices"] if one["name"] == "stones-2").pop("distances"), "alone"),
    (lambda index: index.pop("metric"), "converted"), (lambda index: index.update(metric="conversion"), "set"),
    (lambda index: index.update(metric="mate"), "set")])
def test_open_rejects_invalid_set_index(copied, change, name):
    reason(change_index(copied(name), change))


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"[" * 1_000_000, b'{"a":' * 1_000_000, b" " * ((64 << 20) + 1), None],
                         ids=["empty", "bytes", "deep_arrays", "deep_objects", "long", "pipe"])
def test_open_rejects_unreadable_set_index(copied, text):
    index = copied() / "set.json"
    if text is None:
        os.remove(index)
        reason(index.parent)
        os.mkfifo(index)  # without a writer
    else:
        index.write_bytes(text)
    assert str(index) in reason(index.parent)


@pytest.mark.parametrize("name, value", [
    ("parameter_rows", np.bytes_("5")), ("first_position", np.int64(715)), ("first_position", None),
    ("first_player", np.bytes_("red")), ("infinite_play", np.bytes_("first")), ("move_limit", np.int64(50)),
    ("wins", np.int64(2**62))])
def test_open_rejects_table_that_does_not_belong_to_its_slice(copied, name, value):
    table = copied() / "KQvK.h5"
    with h5py.File(table, "r+", libver=("v110", "v110")) as file:
        if value is None:
            del file.attrs[name]
        else:
            file.attrs[name] = value
    assert reason(table.parent).startswith(f"{table}: ")


def lengthen_a_win(path):
    with h5py.File(path / "KQvKR.h5", "r+", libver=("v110", "v110")) as file:
        won = int(np.flatnonzero(file["outcome"][()] == 1)[0])
        file["distance"][won] += 1


@pytest.mark.parametrize("change", [lengthen_a_win, lambda path: change_index(path, at(2, share="0123456789abcdef"))])
def test_set_statistics_detect_wrong_values(copied, change):
    path = copied()
    change(path)
    with zermelo.open(path) as table_set:
        reason(path, lambda _: table_set.stats())


def test_rejected_table_set_leaves_no_file_open(copied):
    path = copied()
    shutil.copy(path / "KvKR.h5", path / "KQvKR.h5")
    reason(path)
    open_files = [os.readlink(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")
                  if os.path.lexists(f"/proc/self/fd/{name}")]
    assert not [file for file in open_files if file.startswith(str(path))]
