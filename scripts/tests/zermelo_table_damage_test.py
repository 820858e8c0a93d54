# SPDX-License-Identifier: MIT
"""scripts/zermelo_table.py refuses in one line what is no complete table, and reads what is odd but sound.

Needs ZERMELO_PROGRAM.
"""

import shutil
import subprocess

import h5py
import numpy as np
import pytest

from zermelo_table import TableError, open_table
from program_tables import copied, folder


# --- what is no table ------------------------------------------------------------------------------------------


def set_attribute(name, value):
    return lambda file: file.attrs.__setitem__(name, value)


def delete_attribute(name):
    return lambda file: file.attrs.__delitem__(name)


def replace(name, values, **options):
    def change(file):
        del file[name]
        file.create_dataset(name, data=values, **options)
    return change


@pytest.mark.parametrize("change, message", [
    (set_attribute("format", b"other"), "not an endgame table"),
    (set_attribute("format", 5), "attribute 'format' is not text in UTF-8"),
    (delete_attribute("format"), "not an endgame table"),
    (set_attribute("format_version", 2), "table format version 2, only version 1 is known"),
    (set_attribute("complete", 0), "the table is not complete"),
    (delete_attribute("complete"), "the table is not complete"),
    (delete_attribute("wins"), "attribute 'wins' is missing"),
    (set_attribute("game", np.bytes_(b"\xff\xfe")), "attribute 'game' is not text in UTF-8"),
    (set_attribute("positions", b"many"), "attribute 'positions' is not a whole number"),
    (set_attribute("positions", 5), "5 positions, but 8192 entries"),
    (set_attribute("start", 8192), "start 8192: not from 0 to 8191"),
    (set_attribute("seconds", b"long"), "damaged: could not convert"),
    (set_attribute("seconds", [np.inf, 0, 0, 0, 0, 0]), "attribute 'seconds': inf is no time"),
    (set_attribute("seconds", [-0.5]), "attribute 'seconds': -0.5 is no time"),
    (set_attribute("seconds", [np.nan]), "attribute 'seconds': nan is no time"),
    (set_attribute("seconds", [0.5]), "attributes 'phases' and 'seconds' differ in length"),
    (set_attribute("game", b"a\x1b[2J\nb"), r"attribute 'game': 'a\\u001b\[2J\\nb' is no name"),
    (set_attribute("first_player", "mo\u202euse"), r"attribute 'first_player': 'mo\\u202euse' is no name"),
    (set_attribute("axes", b"turn cat mo\x7fuse"), r"attribute 'axes': 'turn cat mo\\u007fuse' is no name"),
    (lambda file: file["turn"].attrs.__setitem__("flag_meanings", b"mouse ca\tt"), r"attribute 'flag_meanings': "),
    (set_attribute("infinite_play", b"a\x1b\nb"), r"infinite_play 'a\\u001b\\nb': not nobody, first or second"),
    (set_attribute("infinite_play", b"dog"), "infinite_play 'dog': not nobody, first or second"),
    (set_attribute("axes", b"turn cat"), "2 axes, but 3 dimensions"),
    (set_attribute("axes", b"turn cat dog"), "axis dog: its dataset is missing"),
    (set_attribute("histogram_wins", [1, 2]), "the stored histograms are not of one length"),
    (set_attribute("histogram_wins", [-1]), "attribute 'histogram_wins' is not a list of counts"),
    (lambda file: file["turn"].attrs.__setitem__("flag_meanings", b"mouse"), "axis turn: 1 labels for 2 places"),
    (replace("cat_row", np.zeros(3, dtype=np.int32)), "axis cat: the coordinate row is not 64 whole numbers"),
    (replace("cat_row", np.zeros(64)), "axis cat: the coordinate row is not 64 whole numbers"),
    (lambda file: file.__delitem__("outcome"), "no dataset 'outcome' in chunks of uint8"),
    (replace("outcome", np.zeros((2, 64, 64))), "no dataset 'outcome' in chunks of uint8"),
    (replace("outcome", np.zeros((2, 64, 63), np.uint8), chunks=True), "outcome and distance are not of one shape"),
    (lambda file: (file.__delitem__("distance"), file.create_group("distance")), "no dataset 'distance' in chunks"),
])
def test_what_is_no_complete_table_is_refused_in_one_line(copied, change, message):
    changed = copied(change)
    with pytest.raises(TableError, match=message) as raised:
        open_table(changed)
    assert str(raised.value).startswith(f"{changed}: ")
    assert "\n" not in str(raised.value)


def elsewhere(name, tmp_path):
    """Puts a dataset into another file, and a link to it in its place."""
    def change(file):
        with h5py.File(tmp_path / "other.h5", "w") as other:
            file.copy(name, other)
        del file[name]
        file[name] = h5py.ExternalLink(tmp_path / "other.h5", name)
    return change


@pytest.mark.parametrize("name", ["outcome", "distance", "cat", "cat_row"])
def test_a_link_to_another_file_is_refused(copied, tmp_path, name):
    with pytest.raises(TableError, match=f"'{name}' is only a link"):
        open_table(copied(elsewhere(name, tmp_path)))


def test_a_link_within_the_file_is_refused(copied):
    def change(file):
        file.move("outcome", "values")
        file["outcome"] = h5py.SoftLink("/values")
    with pytest.raises(TableError, match="'outcome' is only a link"):
        open_table(copied(change))


def test_an_axis_in_a_group_is_refused(copied, tmp_path):
    def change(file):
        file.create_group("group")["cat"] = h5py.ExternalLink(tmp_path / "other.h5", "cat")
        file.attrs["axes"] = b"turn group/cat mouse"
    with pytest.raises(TableError, match="axis group/cat: its dataset is missing"):
        open_table(copied(change))


def test_numbers_that_lie_in_another_file_are_refused(copied, tmp_path):
    def change(file):
        size = file["cat_row"].size
        (tmp_path / "numbers").write_bytes(bytes(4 * size))
        del file["cat_row"]
        file.create_dataset("cat_row", (size,), "<i4", external=[(tmp_path / "numbers", 0, 4 * size)])
    with pytest.raises(TableError, match="the coordinate row is not 64 whole numbers in chunks"):
        open_table(copied(change))


def test_what_h5repack_writes_is_read(folder, tmp_path):
    for options in ([], ["--low=2", "--high=2"], ["-f", "NONE"]):
        repacked = tmp_path / "repacked.h5"
        subprocess.run(["h5repack", *options, folder / "grid.h5", repacked], check=True)
        with open_table(repacked) as table, open_table(folder / "grid.h5") as original:
            table.check_signature()
            assert table.probe() == original.probe()
            assert table.seconds == original.seconds


def test_texts_of_a_table_are_read_as_they_are_and_shown_on_one_line(copied, folder):
    engine = "\x1b]0;title\x07\nSøren"
    changed = copied(set_attribute("engine", engine))
    with open_table(changed) as table:
        assert table.engine == engine
    odd = changed.rename(changed.with_name("a\x1b[2J\n.h5"))
    with open_table(odd) as table:
        assert repr(table) == f"<Table {changed.parent}/a\\u001b[2J\\n.h5: {table.game}, {table.positions:,} positions>"
        with pytest.raises(TableError) as raised:
            table.probe("turn=\x1bdog\u2028 cat=0,0 mouse=0,0")
    assert str(raised.value) == rf"{changed.parent}/a\u001b[2J\n.h5: turn=\u001bdog: not one of mouse, cat"


def test_a_file_of_another_kind_is_refused_in_one_line(folder, tmp_path):
    (tmp_path / "text.h5").write_text("no table")
    whole = (folder / "grid.h5").read_bytes()
    (tmp_path / "cut_off.h5").write_bytes(whole[: len(whole) // 2])
    for name, message in (("text", "file signature not found"), ("cut_off", "truncated file"),
                          ("missing", "no such file or directory")):
        with pytest.raises(TableError, match=message) as raised:
            open_table(tmp_path / f"{name}.h5")
        assert str(raised.value).startswith(f"{tmp_path / name}.h5: ")
        assert "\n" not in str(raised.value)


def test_damaged_values_are_refused_when_they_are_read(folder, tmp_path):
    changed = tmp_path / "changed.h5"
    shutil.copy(folder / "grid.h5", changed)
    with h5py.File(changed) as file:
        chunk = file["distance"].id.get_chunk_info(0)
    with open(changed, "r+b") as file:
        file.seek(chunk.byte_offset + chunk.size // 2)
        file.write(bytes(32))
    with open_table(changed) as table:
        for read in (table.probe, table.histogram, table.signature, table.select):
            with pytest.raises(TableError, match="damaged") as raised:
                read()
            assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name, value, message", [
    ("outcome", 5, "damaged: an outcome of 5, the largest is 4"),
    ("distance", 60000, "damaged: a distance of 60000 plies, the longest of its histogram is 30"),
])
def test_impossible_values_are_refused_when_they_are_read(copied, name, value, message):
    def change(file):
        file[name][0, 16, 54] = value  # the start
    with open_table(copied(change)) as table:
        for read in (table.probe, table.histogram, table.signature):
            with pytest.raises(TableError, match=message):
                read()
