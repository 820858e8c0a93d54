# SPDX-License-Identifier: MIT
"""scripts/zermelo_table.py says of a table set what it says of the whole game's table, and in one line what is wrong.

Needs ZERMELO_PROGRAM and ZERMELO_SOURCE_DIR.
"""

import json
import os
import pathlib
import shutil
import subprocess

import h5py
import numpy as np
import pytest

from zermelo_table import TableError, TableSet, open_table

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
PLOT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts" / "plot_table.py"
GAME = ["chess_ending", "pieces=KQvKR", "rows=4", "cols=4"]
SLICES = ["KvK", "KvKR", "KQvK", "KQvKR"]
STATEMENTS = ["game", "parameters", "players", "positions", "legal_positions", "counts", "winners", "winner_names",
              "stored_signature", "edges", "infinite_play", "move_limit", "program_version", "git_revision"]
RANGES = [(), ..., 3, -1, slice(5, 11000, 7), slice(700, 720), slice(50, 40), slice(10**9, None)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A set, a part of the same one, and the table of the game solved as a whole."""
    made = tmp_path_factory.mktemp("sets")
    for words in (["--slices", "all", "-o", made / "set"], ["--slices", "pieces<=3", "-o", made / "part"],
                  ["-o", made / "whole.h5"]):
        subprocess.run([PROGRAM, "solve", *GAME, *words, "--quiet"], check=True, capture_output=True)
    return made


@pytest.fixture
def copied(folder, tmp_path):
    """A set that may be damaged."""
    shutil.copytree(folder / "set", tmp_path / "set")
    return tmp_path / "set"


@pytest.fixture
def both(folder):
    with open_table(folder / "set") as table_set, open_table(folder / "whole.h5") as whole:
        yield table_set, whole


def refusal(path):
    """What is said of a folder that cannot be opened."""
    with pytest.raises(TableError) as raised:
        open_table(path)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def change_index(path, change):
    index = json.loads((path / "set.json").read_text())
    change(index)
    (path / "set.json").write_text(json.dumps(index))


# --- as the whole ----------------------------------------------------------------------------------------------------


def test_it_says_what_the_table_of_the_whole_says(both):
    table_set, whole = both
    assert isinstance(table_set, TableSet)
    for name in STATEMENTS:
        assert getattr(table_set, name) == getattr(whole, name), name
    for name, counts in whole.stored_histogram.items():
        assert np.array_equal(table_set.stored_histogram[name], counts)
    assert [(part.name, part.table is not None) for part in table_set.slices] == [(name, True) for name in SLICES]


@pytest.mark.parametrize("name", ["outcome", "distance"])
def test_its_values_are_read_by_number_and_by_range(both, name):
    joined, values = getattr(both[0], name), getattr(both[1], name)[()]
    assert (joined.shape, joined.dtype) == (values.shape, values.dtype)
    assert joined.size == len(joined) == values.size
    for index in RANGES:
        assert np.array_equal(joined[index], values[index]), index
    assert np.array_equal(np.asarray(joined), values)
    for outside in (values.size, -values.size - 1):
        with pytest.raises(IndexError):
            joined[outside]


def test_it_is_asked_as_the_whole_is(both):
    table_set, whole = both
    here, there = table_set.select(), whole.select()
    assert np.array_equal(here.outcome, there.outcome)
    assert np.array_equal(here.plies.filled(), there.plies.filled())
    for number in np.flatnonzero(there.outcome)[::101].tolist():
        assert table_set.probe(position=number) == whole.probe(position=number)
    for kind, counts in whole.histogram("outcome").items():
        assert np.array_equal(table_set.histogram("outcome")[kind], counts)
    assert table_set.signature() == whole.signature() == table_set.stored_signature
    table_set.check_signature()
    state = "white=Ka1,Qc2 black=Kd4,Rb3 turn=white"
    assert table_set.moves(state) == whole.moves(state)


def test_chunks_have_the_positions_of_the_whole(both):
    table_set, whole = both
    outcome = np.full(table_set.positions, 255, dtype=np.uint8)
    for index, piece, distance in table_set.chunks():
        assert piece.shape == distance.shape
        outcome[index] = piece
    assert np.array_equal(outcome, whole.outcome[()])


def test_winners_are_those_of_the_table_of_the_whole(both):
    table_set, whole = both
    for name, counts in whole.histogram().items():
        assert np.array_equal(table_set.histogram()[name], counts)
    assert np.array_equal(table_set.select().winner, whole.select().winner)
    legal = np.flatnonzero(whole.outcome[()])
    for number in legal[::997].tolist():
        assert table_set.probe(position=number) == whole.probe(position=number)
        assert table_set.movers(position=number) == whole.movers(position=number)


def test_a_slice_that_does_not_tell_turns_leaves_winners_unknown(copied):
    with h5py.File(copied / "KvK.h5", "r+") as file:
        del file["to_move"]
    with open_table(copied) as table_set:
        assert not table_set.tells_turns
        with pytest.raises(TableError) as raised:
            table_set.histogram()
        assert str(raised.value) == (f"{copied}: neither an axis nor 'to_move' says whose turn it is, so winners are "
                                     "not known; ask by outcome")


def test_each_slice_has_its_table(both):
    table_set, whole = both
    for part in table_set.slices:
        assert (part.table.slice, part.table.first_position) == (part.name, part.first_position)
        own = whole.distance[part.first_position:part.first_position + part.positions]
        assert np.array_equal(part.table.distance[()], own)
    assert table_set.slice_named("KQvK") is table_set.slices[2]
    assert (whole.slice, whole.first_position) == (None, None)
    with table_set.slice_named("KQvK").table.to_xarray() as dataset:
        assert dataset.outcome.size == table_set.slices[2].positions


def test_what_a_set_cannot_answer_is_refused_in_one_line(both, folder):
    table_set, _ = both
    for ask, message in ((table_set.probe, "a table set stores no start; name a position by its axes"),
                         (lambda: table_set.find(3), "the positions of chess_ending have no keys"),
                         (lambda: table_set.slice_named("KBvK"), "there is no slice 'KBvK'"),
                         (table_set.to_xarray, "a table set is many files: ask the table of a slice, "
                                               "slice_named(NAME).table.to_xarray()")):
        with pytest.raises(TableError) as raised:
            ask()
        assert str(raised.value) == f"{folder / 'set'}: {message}"


# --- in part ---------------------------------------------------------------------------------------------------------


def test_slices_that_are_not_done_have_no_positions(folder, both):
    whole = both[1]
    with open_table(folder / "part") as part:
        *done, missing = part.slices
        end = missing.first_position
        assert [one.name for one in done] == SLICES[:-1] and missing.name == SLICES[-1] and missing.table is None
        assert repr(part) == (f"<TableSet {folder / 'part'}: chess_ending, {whole.positions:,} positions, "
                              f"3 of 4 slices done>")
        assert np.array_equal(part.outcome[:end], whole.outcome[:end]) and not part.outcome[end:].any()
        assert np.array_equal(part.distance[:end], whole.distance[:end])
        assert (part.distance[end:] == part.no_distance).all()
        assert part.legal_positions == sum(part.counts.values()) == np.count_nonzero(part.outcome[()])
        assert sum(piece.size for _, piece, _ in part.chunks()) == end
        assert part.signature() == part.stored_signature
        part.check_signature()
        with pytest.raises(TableError, match="part: slice KQvKR is not done"):
            part.probe(position=end)


def test_a_set_of_which_nothing_is_done_is_refused(copied):
    change_index(copied, lambda index: [one.update(done=False) for one in index["slices"]])
    assert refusal(copied) == f"{copied}: no slice of it is done"


def test_more_positions_than_fit_into_memory_are_refused(folder, tmp_path):
    shutil.copytree(folder / "part", tmp_path / "set")
    change_index(tmp_path / "set", lambda index: index["slices"][-1].update(positions=2**62))
    with open_table(tmp_path / "set") as part:
        part.check_signature()
        assert part.signature() == part.stored_signature
        with pytest.raises(TableError, match="positions do not fit into memory"):
            part.select()


def test_tables_of_two_widths_are_joined(copied):
    """As of slices of which one alone has distances over 65,534."""
    table = copied / "KQvKR.h5"
    with h5py.File(table, "r+") as file:
        narrow = file["distance"]
        values, chunks = narrow[()].astype(np.uint32), narrow.chunks
        values[values == 2**16 - 1] = 2**32 - 1
        del file["distance"]
        file.create_dataset("distance", data=values, chunks=chunks)
    with open_table(copied) as table_set:
        assert table_set.distance.dtype == np.uint32 and table_set.no_distance == 2**32 - 1
        table_set.check_signature()
        assert table_set.signature() == table_set.stored_signature
        part = table_set.select()
        assert np.array_equal(part.plies.mask, (part.outcome == 0) | (part.outcome == 4))
        assert np.array_equal(table_set.distance[()], part.plies.data)


# --- what is refused -------------------------------------------------------------------------------------------------


def first_slice(**members):
    return lambda index: index["slices"][0].update(members)


@pytest.mark.parametrize("change, message", [
    (lambda index: index.update(format="zermelo-table"), "it is no index of a table set"),
    (lambda index: index.update(format_version=2), "it is of version 2, only version 1 is known"),
    (lambda index: index.update(format_version=True), "'format_version' is no whole number from 0 on"),
    (lambda index: index.pop("game"), "'game' is missing"),
    (lambda index: index.update(game=3), "'game' is no text"),
    (lambda index: index.update(game="a\x1b[2J"), r"'game': 'a\u001b[2J' is no name"),
    (lambda index: index["parameters"].append(index["parameters"][0]), "parameter 'cols' is there twice"),
    (lambda index: index.update(slices="all"), "'slices' is no array"),
    (lambda index: index.update(slices=[]), "it has no slices"),
    (lambda index: index.update(slices=[1]), "an object is to be there"),
    (lambda index: index["slices"].append(dict(index["slices"][0], first_position=12138)),
     "slice 'KvK' is there twice"),
    (first_slice(name="../KvK"), "'../KvK' is no name of a slice"),
    (first_slice(name=".."), "'..' is no name of a slice"),
    (first_slice(name="KvK\n"), r"'KvK\n' is no name of a slice"),
    (first_slice(name=""), "'' is no name of a slice"),
    (first_slice(first_position=1), "slice 'KvK' does not begin where the one before it ends"),
    (first_slice(positions=0), "slice 'KvK' does not begin where the one before it ends"),
    (first_slice(positions=2**63), "slice 'KvK' does not begin where the one before it ends"),
    (first_slice(positions=-1), "'positions' is no whole number from 0 on"),
    (first_slice(positions=1.5), "'positions' is no whole number from 0 on"),
    (first_slice(done=1), "'done' is no true or false"),
    (first_slice(signature="xyz"), "'signature' is no number of 16 hexadecimal digits"),
    (first_slice(share=None), "'share' is no text"),
])
def test_what_is_no_index_is_refused_in_one_line(copied, change, message):
    change_index(copied, change)
    assert refusal(copied) == f"{copied / 'set.json'}: {message}"


@pytest.mark.parametrize("text, message", [
    (b"", "it is no JSON"),
    (b"{", "it is no JSON"),
    (b"\xff\xfe", "it is no JSON"),
    (b"[" * 1_000_000, "it is no JSON"),
    (b'{"a":' * 1_000_000, "it is no JSON"),
    (b"[]", "an object is to be there"),
    (b" " * ((64 << 20) + 1), "it is longer than 64 MiB"),
], ids=["empty", "cut", "bytes", "deep_arrays", "deep_objects", "array", "long"])
def test_an_index_of_any_bytes_is_refused_in_one_line(copied, text, message):
    (copied / "set.json").write_bytes(text)
    assert refusal(copied) == f"{copied / 'set.json'}: {message}"


def test_an_index_that_is_no_file_is_refused(copied):
    os.remove(copied / "set.json")
    assert refusal(copied) == f"{copied / 'set.json'}: no such file or directory"
    os.mkfifo(copied / "set.json")  # that nobody writes to
    assert refusal(copied) == f"{copied / 'set.json'}: it is no file"


def set_attribute(name, value):
    def change(table):
        with h5py.File(table, "r+") as file:
            file.attrs[name] = value
    return change


def cut(table):
    table.write_bytes(table.read_bytes()[:1000])


def overstate(table):
    with h5py.File(table, "r+") as file:
        file.attrs["histogram_wins"] = np.full_like(file.attrs["histogram_wins"], 2**62)


@pytest.mark.parametrize("change, message", [
    (os.remove, "no such file or directory"),
    (cut, "truncated file"),
    (lambda table: shutil.copy(table.with_name("KvKR.h5"), table), "it is of another slice than set.json says"),
    (set_attribute("game", np.bytes_("draughts")), "it is of another game or instance than set.json says"),
    (set_attribute("parameter_rows", np.bytes_("5")), "it is of another game or instance than set.json says"),
    (set_attribute("first_position", np.int64(715)), "it is of another slice than set.json says"),
    (set_attribute("signature", np.bytes_("0123456789abcdef")), "it has another signature than set.json says"),
    (set_attribute("format_version", np.int64(2)), "only version 1 is known"),
    (set_attribute("first_player", np.bytes_("red")), "its players or rules are not those of KvK.h5"),
    (set_attribute("infinite_play", np.bytes_("first")), "its players or rules are not those of KvK.h5"),
    (set_attribute("move_limit", np.int64(50)), "its players or rules are not those of KvK.h5"),
    (overstate, "a count is larger than the number of positions"),
])
def test_a_table_that_is_not_the_slice_s_is_refused_in_one_line(copied, change, message):
    table = copied / "KQvK.h5"
    change(table)
    said = refusal(copied)
    assert said.startswith(f"{table}: ") and message in said


def test_a_table_of_another_size_than_the_index_says_is_refused(copied):
    def change(index):
        index["slices"][-1]["positions"] += 1
    change_index(copied, change)
    assert refusal(copied) == f"{copied / 'KQvKR.h5'}: it has another number of positions than set.json says"


def test_a_table_with_half_of_what_names_its_slice_is_refused(copied):
    with h5py.File(copied / "KQvK.h5", "r+") as file:
        del file.attrs["first_position"]
    assert refusal(copied / "KQvK.h5") == f"{copied / 'KQvK.h5'}: of 'slice' and 'first_position' it has one alone"


def test_a_share_that_is_not_that_of_the_values_is_found_by_the_signature(copied):
    change_index(copied, lambda index: index["slices"][2].update(share="0123456789abcdef"))
    with open_table(copied) as table_set:
        with pytest.raises(TableError, match=r"KQvK\.h5: share: stored 0123456789abcdef, the values give [0-9a-f]+$"):
            table_set.check_signature()


def test_wrong_values_are_found_by_the_signature_and_named_by_their_file(copied):
    with h5py.File(copied / "KQvKR.h5", "r+") as file:
        won = int(np.flatnonzero(file["outcome"][()] == 1)[0])
        file["distance"][won] += 1
    with open_table(copied) as table_set, pytest.raises(TableError, match=r"KQvKR\.h5: signature: stored"):
        table_set.check_signature()


def test_a_set_that_is_refused_leaves_no_table_open(copied):
    shutil.copy(copied / "KvKR.h5", copied / "KQvKR.h5")
    def tables():
        return sum(os.readlink(f"/proc/self/fd/{name}").startswith(str(copied)) for name in os.listdir("/proc/self/fd")
                   if os.path.lexists(f"/proc/self/fd/{name}"))
    assert "another slice" in refusal(copied) and tables() == 0


# --- pictures --------------------------------------------------------------------------------------------------------


def test_a_set_has_its_picture_beside_the_folder(copied):
    done = subprocess.run([PLOT, copied], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{copied}.png\n", "")
    done = subprocess.run([PLOT, "."], capture_output=True, text=True, check=False, cwd=copied)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{copied}.png\n", "")
    os.remove(copied / "KvK.h5")
    done = subprocess.run([PLOT, copied], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"plot_table.py: {copied / 'KvK.h5'}: no such file or directory\n")
