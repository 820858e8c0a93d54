# SPDX-License-Identifier: MIT
"""scripts/zermelo_table.py finds positions of a table by their keys.

Needs ZERMELO_PROGRAM.
"""

import random
import re
import shutil
import subprocess

import h5py
import numpy as np
import pytest

import zermelo_table
from zermelo_table import TableError, open_table
from program_tables import PROGRAM, folder


# --- keys ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def samples(tmp_path_factory):
    """Made-up tables of every shape, some with keys."""
    made = tmp_path_factory.mktemp("samples")
    subprocess.run([PROGRAM.parent / "zermelo_write_sample_tables", made], check=True)
    return made


KEYED = ["few_keys", "few_wide_keys", "keys", "wide_keys"]


def all_keys(path):
    """The keys of a table as numbers of Python."""
    with h5py.File(path) as file:
        high = file["key_high"][()].tolist() if "key_high" in file else [0] * file["key"].size
        return [(upper << 64) + lower for upper, lower in zip(high, file["key"][()].tolist())]


@pytest.mark.parametrize("name", KEYED)
def test_a_position_is_found_by_its_key(samples, name):
    path = samples / f"{name}.h5"
    keys = all_keys(path)
    assert keys == sorted(keys)
    with open_table(path) as table:
        assert table.key_bits == (128 if "wide" in name else 64)
        assert re.fullmatch("[0-9a-f]{16}", table.rules_digest)
        sample = random.Random(name).sample(range(len(keys)), min(30, len(keys)))
        for number in sample:
            assert table.find(keys[number]) == number
            assert table.find(keys[number] + 1) is None
            if table.outcome[number] != zermelo_table.ILLEGAL:
                assert table.probe(position=table.find(keys[number])).index == (number,)
        asked = [key for number in sample for key in (keys[number], keys[number] + 1)]
        expected = [place for number in sample for place in (number, -1)]
        assert table.find(asked).tolist() == expected
        assert table.find(np.array(asked, dtype=object)).tolist() == expected
        assert table.find(keys).tolist() == list(range(len(keys)))
        assert table.find([]).tolist() == []
        assert table.find(2**table.key_bits - 1) is None
        assert table.find(0) is None


def test_keys_are_found_by_arrays_of_numbers(samples):
    with open_table(samples / "keys.h5") as table:
        assert table.key_high is None
        assert np.array_equal(table.find(table.key[()][::-7]), np.arange(table.positions)[::-7])
        assert np.array_equal(table.find(table.key[:9].astype(np.int64)), np.arange(9))


def test_what_is_no_key_is_refused(samples, folder):
    with open_table(samples / "few_wide_keys.h5") as table:
        for wrong, message in [(-1, "key -1: not from 0 to 2\\^128 - 1"), (2**128, "not from 0 to 2\\^128 - 1"),
                               (1.5, "a key is a whole number"), ([1, "2"], "a key is a whole number"),
                               ([[1, 2]], "one by one or as a list")]:
            with pytest.raises(TableError, match=message):
                table.find(wrong)
    with open_table(folder / "board.h5") as table:
        assert (table.key_bits, table.rules_digest, table.key) == (None, None, None)
        with pytest.raises(TableError, match="the positions of mnk have no keys"):
            table.find(1)


@pytest.mark.parametrize("name", KEYED)
def test_xarray_has_the_keys_as_a_coordinate_of_the_positions(samples, name):
    path = samples / f"{name}.h5"
    with open_table(path) as table, table.to_xarray() as dataset:
        assert np.array_equal(dataset.outcome.coords["key"], table.key[()])
        assert dataset.key.dims == ("position",)


def changed_keys(change):
    """A change of one dataset, put back as it is stored."""
    def apply(file):
        for name in ("key", "key_high"):
            if name in file:
                file[name][...] = change(name, file[name][()])
    return apply


def swapped(_, values):
    values[[7, 8]] = values[[8, 7]]
    return values


@pytest.mark.parametrize("name, change, message", [
    ("few_keys", lambda file: file.pop("first_key"), "the dataset 'first_key' is not 1 keys of 64 bits in chunks"),
    ("keys", lambda file: file.pop("key"), "the dataset 'key' is not 100000 keys of 64 bits in chunks"),
    ("few_wide_keys", lambda file: file.pop("key_high"), "the dataset 'key' is not 30 keys of 128 bits in chunks"),
    ("few_keys", lambda file: file.attrs.modify("key_bits", np.int64(32)), "attribute 'key_bits': 32 is not 64 or 128"),
    ("few_keys", changed_keys(swapped), "damaged: the keys of chunk 0 do not ascend"),
    ("few_wide_keys", changed_keys(swapped), "damaged: the keys of chunk 0 do not ascend"),
    ("keys", changed_keys(lambda _, values: values + np.uint64(1)), "damaged: the keys of chunk 0 do not ascend, or not"),
])
def test_damaged_keys_are_refused(samples, tmp_path, name, change, message):
    path = tmp_path / "changed.h5"
    shutil.copy(samples / f"{name}.h5", path)
    with h5py.File(path, "r+") as file:
        change(file)
    with pytest.raises(TableError) as raised, open_table(path) as table:
        table.find(all_keys(path)[8])
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
