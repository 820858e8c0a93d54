# SPDX-License-Identifier: MIT
"""Tests that all readers reject damaged tables in one line, and read unusual but valid files.
framework/storage/test/table and framework/cli/test/hostile test the rules for valid tables."""

import shutil

import numpy as np
import pytest
import zermelo
from rejections import rejection
from saved_tables import GRID, fixture_copied, fixture_folder  # noqa: F401, pytest finds them

GAMES = {"grid": GRID}


def set_attribute(name, value):
    return lambda file: file.attrs.__setitem__(name, value)


def replace(name, values):
    def change(file):
        del file[name]
        file[name] = values
    return change


CHANGES = {
    "number_for_format": set_attribute("format", 5),
    "missing_times": set_attribute("seconds", [0.5]),
    "control_characters_in_label": lambda file: file["turn"].attrs.__setitem__("flag_meanings", b"mouse ca\tt"),
    "long_histogram": set_attribute("histogram_wins", [1, 2]),
    "negative_count": set_attribute("histogram_wins", [-1]),
    "missing_coordinates": replace("cat_row", np.zeros(3, dtype=np.int32)),
    "float_coordinates": replace("cat_row", np.zeros(64)),
    "group": lambda file: (file.__delitem__("distance"), file.create_group("distance")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_open_rejects_invalid_or_incomplete_table(copied, name):
    path = copied(CHANGES[name])
    message = rejection(zermelo.open, path)
    assert message.startswith(f"{path}: ") and message.isprintable()


def test_metadata_strings_are_returned_unchanged(copied):
    engine = "\x1b]0;title\x07\nS\u00f8ren"
    with zermelo.open(copied(set_attribute("engine", np.bytes_(engine.encode())))) as table:
        assert table.metadata["engine"] == engine


def test_errors_and_repr_escape_odd_file_names(folder, tmp_path):
    odd = tmp_path / "a\x1b[2J\n.h5"
    shutil.copy(folder / "grid.h5", odd)
    with zermelo.open(odd) as table:
        assert repr(table).isprintable()
        assert rejection(table.probe, "turn=\x1bdog\u2028 cat=0,0 mouse=0,0").isprintable()
    odd.write_text("no table")
    assert rejection(zermelo.open, odd).isprintable()


def set_start(name, value):
    return lambda file: file[name].__setitem__((0, 16, 54), value)


def spoil_a_chunk(file):
    chunk, path = file["distance"].id.get_chunk_info(0), file.filename
    file.close()
    with open(path, "r+b") as raw:
        raw.seek(chunk.byte_offset + chunk.size // 2)
        raw.write(bytes(32))


IMPOSSIBLE = "position 1078 has"
READERS = {
    "probe": lambda table: table.probe(),
    "stats": lambda table: table.stats(),
    "arrays": lambda table: (table.outcome, table.distance),
    "select": lambda table: table.select(),
    "probe_many": lambda table: table.probe_many(np.arange(len(table))),
    "count": lambda table: table.count("plies>=0"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("change, message", [
    (spoil_a_chunk, "damaged"), (set_start("outcome", 5), IMPOSSIBLE), (set_start("distance", 60000), IMPOSSIBLE)],
    ids=["bytes", "outcome", "distance"])
def test_reading_damaged_values_raises(copied, change, message, reader):
    with zermelo.open(copied(change)) as table:
        assert message in rejection(READERS[reader], table)


def test_statistics_detect_changed_values(copied):
    def swap_a_4_and_a_6(file):
        """Swaps entries of one outcome, so that all counts stay."""
        values = file["distance"][0]
        one, other = np.argwhere(values == 4)[0], np.argwhere(values == 6)[0]
        assert file["outcome"][0][tuple(one)] == file["outcome"][0][tuple(other)]
        values[tuple(one)], values[tuple(other)] = 6, 4
        file["distance"][0] = values

    with zermelo.open(copied(swap_a_4_and_a_6)) as table:
        assert "stored summary" in rejection(table.stats)
