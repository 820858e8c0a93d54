# SPDX-License-Identifier: MIT
"""scripts/zermelo_table.py knows whose turn it is by the dataset `to_move`, where no axis says it.

Needs ZERMELO_PROGRAM.
"""

import itertools
import shutil
import subprocess

import h5py
import numpy as np
import pytest

import zermelo_table
from zermelo_table import TableError, open_table
from program_tables import PROGRAM


@pytest.fixture(scope="session")
def samples(tmp_path_factory):
    """Made-up tables, in which the lowest bit of a position's mix says whose turn it is."""
    made = tmp_path_factory.mktemp("samples")
    subprocess.run([PROGRAM.parent / "zermelo_write_sample_tables", made], check=True)
    return made


def movers_of_sample(size):
    return (zermelo_table._mix(np.arange(size, dtype=np.uint64)) % np.uint64(2)).astype(np.uint8)


def test_bits_are_the_movers_from_the_lowest_bit_of_the_first_byte_on(samples):
    with open_table(samples / "long_owners.h5") as table:
        assert (table.to_move.dtype, table.to_move.shape) == (np.uint8, (12_500,))
        bits = np.array([table.to_move[number // 8] >> number % 8 & 1 for number in range(200)])
        assert np.array_equal(bits, movers_of_sample(200))
        assert np.array_equal(table.movers(), movers_of_sample(100_000))
        assert table.tells_turns and table.turn_axis is None


def test_movers_and_winners_of_every_selection_are_those_of_the_whole(samples):
    with open_table(samples / "owners.h5") as table:
        movers = movers_of_sample(table.positions).reshape(table.outcome.shape)
        outcome = table.outcome[()]
        winner = np.where(outcome == zermelo_table.ILLEGAL, -1, np.select(
            [outcome == zermelo_table.WIN, outcome == zermelo_table.LOSS, outcome == zermelo_table.TIE],
            [movers.astype(int), 1 - movers.astype(int), 2], 3))
        for fixed in itertools.product((None, 0, 2), (None, 6), (None, 0, 13, 30)):
            names = {name: place for name, place in zip("abc", fixed) if place is not None}
            index = tuple(slice(None) if place is None else place for place in fixed)
            assert np.array_equal(table.movers(**names), movers[index]), names
            assert np.array_equal(table.select(**names).winner, winner[index]), names
        for index, piece, _ in table.chunks():
            assert np.array_equal(table._winner(index, piece), winner[index])
        for index in np.argwhere(outcome != zermelo_table.ILLEGAL)[::40].tolist():
            position = table.probe(**dict(zip("abc", index)))
            assert position.to_move == table.players[movers[tuple(index)]]
        assert dict(zip(table.winner_names, np.bincount(winner[winner >= 0], minlength=4))) == table.winners


def test_the_table_opens_in_xarray(samples):
    pytest.importorskip("xarray")
    with open_table(samples / "owners.h5") as table, table.to_xarray() as dataset:
        assert dataset.outcome.shape == (3, 7, 31)
        assert np.array_equal(dataset.to_move.values, table.to_move[()])


@pytest.mark.parametrize("made", [
    dict(shape=(81,), dtype=np.uint8, chunks=(81,)), dict(shape=(651,), dtype=np.uint8, chunks=(651,)),
    dict(shape=(82,), dtype=np.int8, chunks=(82,)), dict(shape=(82,), dtype=np.uint8),
    dict(shape=(2, 41), dtype=np.uint8, chunks=(2, 41))])
def test_bits_of_another_size_or_type_are_refused(samples, tmp_path, made):
    path = tmp_path / "t.h5"
    shutil.copy(samples / "owners.h5", path)
    with h5py.File(path, "r+") as file:
        del file["to_move"]
        file.create_dataset("to_move", **made)
    with pytest.raises(TableError) as raised:
        open_table(path)
    assert str(raised.value) == f"{path}: dataset 'to_move' is not 82 bytes in chunks, a bit for each of 651 positions"


def test_damaged_bits_are_refused_in_one_line(samples, tmp_path):
    path = tmp_path / "t.h5"
    shutil.copy(samples / "owners.h5", path)
    with h5py.File(path, "r+") as file:
        file["to_move"].id.write_direct_chunk((0,), b"no deflated bytes")
    with open_table(path) as table, pytest.raises(TableError, match=f"^{path}: damaged: ") as raised:
        table.movers()
    assert "\n" not in str(raised.value)


def test_a_table_without_bits_opens_and_refuses_winners(samples, tmp_path):
    path = tmp_path / "t.h5"
    shutil.copy(samples / "owners.h5", path)
    with h5py.File(path, "r+") as file:
        del file["to_move"]
        del file["to_move_byte"]
    with open_table(path) as table:
        assert not table.tells_turns and table.to_move is None
        with pytest.raises(TableError, match="neither an axis nor 'to_move' says whose turn it is"):
            table.movers()
        with pytest.raises(TableError, match="neither an axis nor 'to_move' says whose turn it is"):
            _ = table.select().winner
