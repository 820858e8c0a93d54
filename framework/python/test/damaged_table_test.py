# SPDX-License-Identifier: MIT
"""Damaged tables are refused in one line, whatever reads them; files that are odd but sound are read. What a table may be,
framework/storage/test/table checks."""

import shutil

import h5py
import numpy as np
import pytest
import zermelo
from refusals import refusal
from saved_tables import BOARD, GRID, fixture_copied, fixture_folder  # noqa: F401, pytest finds them

GAMES = {
    "grid": GRID,
    "board": BOARD,
    "keys": zermelo.Game("connect_four", rows=4, cols=4, k=3),
}


def reason(path):
    """What is said of a file that cannot be read."""
    said = refusal(zermelo.open, path)
    assert said.startswith(f"{path}: ") and said.isprintable()
    return said.removeprefix(f"{path}: ")


# --- what is no table ------------------------------------------------------------------------------------------


def set_attribute(name, value):
    return lambda file: file.attrs.__setitem__(name, value)


def replace(name, values, **options):
    def change(file):
        del file[name]
        file.create_dataset(name, data=values, **options)
    return change


CHANGES = {
    "other_format": set_attribute("format", b"other"),
    "number_for_format": set_attribute("format", 5),
    "no_text": set_attribute("game", np.bytes_(b"\xff\xfe")),
    "few_times": set_attribute("seconds", [0.5]),
    "obeyed_game": set_attribute("game", b"a\x1b[2J\nb"),
    "obeyed_player": set_attribute("first_player", np.bytes_("mo\u202euse".encode())),
    "obeyed_axes": set_attribute("axes", b"turn cat mo\x7fuse"),
    "obeyed_label": lambda file: file["turn"].attrs.__setitem__("flag_meanings", b"mouse ca\tt"),
    "other_game": set_attribute("game", b"mnk"),
    "unknown_axis": set_attribute("axes", b"turn cat dog"),
    "long_histogram": set_attribute("histogram_wins", [1, 2]),
    "negative_count": set_attribute("histogram_wins", [-1]),
    "few_coordinates": replace("cat_row", np.zeros(3, dtype=np.int32)),
    "float_coordinates": replace("cat_row", np.zeros(64)),
    "small_outcome": replace("outcome", np.zeros((2, 64, 63), np.uint8), chunks=True),
    "group": lambda file: (file.__delitem__("distance"), file.create_group("distance")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_that_is_no_complete_table_is_refused(copied, name):
    reason(copied(CHANGES[name]))


@pytest.mark.parametrize("name", ["outcome", "distance", "cat", "cat_row"])
def test_a_link_to_another_file_is_refused(copied, tmp_path, name):
    def change(file):
        with h5py.File(tmp_path / "other.h5", "w") as other:
            file.copy(name, other)
        del file[name]
        file[name] = h5py.ExternalLink(tmp_path / "other.h5", name)
    reason(copied(change))


def test_a_link_within_the_file_is_refused(copied):
    def change(file):
        file.move("outcome", "values")
        file["outcome"] = h5py.SoftLink("/values")
    assert reason(copied(change)) == "dataset 'outcome' is only a link"


def test_numbers_that_lie_in_another_file_are_refused(copied, tmp_path):
    def change(file):
        size = file["cat_row"].size
        (tmp_path / "numbers").write_bytes(bytes(4 * size))
        del file["cat_row"]
        file.create_dataset("cat_row", (size,), "<i4", external=[(tmp_path / "numbers", 0, 4 * size)])
    reason(copied(change))


def test_texts_of_a_table_are_read_as_they_are(copied):
    engine = "\x1b]0;title\x07\nS\u00f8ren"
    changed = copied(set_attribute("engine", np.bytes_(engine.encode())))
    with zermelo.open(changed) as table:
        assert table.metadata["engine"] == engine


def test_a_file_of_an_odd_name_is_shown_on_one_line(folder, tmp_path):
    odd = tmp_path / "a\x1b[2J\n.h5"
    shutil.copy(folder / "grid.h5", odd)
    with zermelo.open(odd) as table:
        assert repr(table).isprintable()
        assert refusal(table.probe, "turn=\x1bdog\u2028 cat=0,0 mouse=0,0").isprintable()
    odd.write_text("no table")
    assert refusal(zermelo.open, odd).isprintable()


# --- damaged values --------------------------------------------------------------------------------------------


READERS = {
    "probe": lambda table: table.probe(),
    "stats": lambda table: table.stats(),
    "arrays": lambda table: (table.outcome, table.distance),
    "select": lambda table: table.select(),
    "probe_many": lambda table: table.probe_many(np.arange(len(table))),
    "count": lambda table: table.count("plies>=0"),
}


@pytest.mark.parametrize("reader", READERS)
def test_damaged_values_are_refused_when_they_are_read(folder, tmp_path, reader):
    changed = tmp_path / "changed.h5"
    shutil.copy(folder / "grid.h5", changed)
    with h5py.File(changed) as file:
        chunk = file["distance"].id.get_chunk_info(0)
    with open(changed, "r+b") as file:
        file.seek(chunk.byte_offset + chunk.size // 2)
        file.write(bytes(32))
    with zermelo.open(changed) as table:
        assert "damaged" in refusal(READERS[reader], table)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name, value", [("outcome", 5), ("distance", 60000)])
def test_impossible_values_are_refused_when_they_are_read(copied, name, value, reader):
    def change(file):
        file[name][0, 16, 54] = value  # the start
    with zermelo.open(copied(change)) as table:
        assert "position 1078 has the impossible outcome" in refusal(READERS[reader], table)


def swap_a_4_and_a_6(file):
    """Of one outcome, so that all counts stay."""
    values = file["distance"][0]
    one, other = np.argwhere(values == 4)[0], np.argwhere(values == 6)[0]
    assert file["outcome"][0][tuple(one)] == file["outcome"][0][tuple(other)]
    values[tuple(one)], values[tuple(other)] = 6, 4
    file["distance"][0] = values


def change_a_distance(file):
    file["distance"][0, 5, 5] ^= 1


@pytest.mark.parametrize("change", [change_a_distance, swap_a_4_and_a_6])
def test_changed_values_are_found_by_the_statistics(copied, change):
    with zermelo.open(copied(change)) as table:
        assert "the stored summary does not agree" in refusal(table.stats)


# --- players to move, and keys ---------------------------------------------------------------------------------


def test_winners_are_those_of_the_bits_in_the_file(folder):
    with h5py.File(folder / "board.h5") as file, zermelo.open(folder / "board.h5") as table:
        outcome = file["outcome"][()]
        second = np.unpackbits(file["to_move"][()], count=outcome.size, bitorder="little").astype(np.int8)
        expected = np.select([outcome == 0, outcome == 1, outcome == 2, outcome == 3], [-1, second, 1 - second, 2], 3)
        assert np.array_equal(table.winner, expected)


def test_winners_are_known_without_the_bits(folder, copied):
    def change(file):
        del file["to_move"], file["to_move_byte"]
    with zermelo.open(folder / "board.h5") as table, zermelo.open(copied(change, "board")) as changed:
        assert np.array_equal(changed.winner, table.winner) and changed.probe() == table.probe()


def test_positions_are_found_by_the_keys_in_the_file(folder):
    """As the page on the format shows."""
    with h5py.File(folder / "keys.h5") as file, zermelo.open(folder / "keys.h5") as table:
        keys = file["key"][()]
        assert np.array_equal(keys, np.unique(keys)) and keys.size == len(table)
        number = np.searchsorted(keys, keys[4000])
        assert table.probe(number).outcome == zermelo.Outcome(file["outcome"][4000]).name.lower()
