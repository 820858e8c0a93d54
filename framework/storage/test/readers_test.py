# SPDX-License-Identifier: MIT
"""Tests that tables match framework/docs/format.md in other programs: ncdump, h5py, and xarray with both engines."""

import os
import pathlib
import subprocess

import h5py
import numpy as np
import pytest
import xarray

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
SAMPLE_WRITER = PROGRAM.parent / "zermelo_write_sample_tables"
KEYED = ["few_keys", "few_wide_keys", "keys", "wide_keys"]
WITH_TO_MOVE = ["owners", "long_owners"]  # with players to move
SCORED = ["margins", "wide_margins"]  # with margins over 1
SAMPLES = ["pursuit", "line", "long_line", "single", "wide", "bare", "large_parameter", *WITH_TO_MOVE, *KEYED, *SCORED]
GAMES = {
    "mnk": ["mnk"],
    "cat_and_mouse_ii": ["cat_and_mouse_ii", "grid=M.C/.#./..F", "cat_jump=1", "mouse_jump=2"],
}
ENGINES = ["netcdf4", "h5netcdf"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with the table of every sample and of some games."""
    made = tmp_path_factory.mktemp("tables")
    subprocess.run([SAMPLE_WRITER, made], check=True)
    for name, arguments in GAMES.items():
        subprocess.run([PROGRAM, "solve", *arguments, "-o", made / f"{name}.h5", "--quiet"], check=True)
    return made


@pytest.fixture(params=SAMPLES + list(GAMES))
def path(folder, request):
    return folder / f"{request.param}.h5"


def text(attribute):
    """A text attribute as returned by h5py."""
    return "" if isinstance(attribute, h5py.Empty) else attribute.decode()


def axis_names(file):
    return text(file.attrs["axes"]).split()


def coordinate_names(file):
    """The datasets of the coordinates, in the order of the axes."""
    names = []
    for axis in axis_names(file):
        for coordinate in text(file[axis].attrs.get("coordinate_names", b"")).split():
            names.append(f"{axis}_{coordinate}")
    return names


def mix(z):
    """The output function of splitmix64, on an array of uint64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def signature(outcome, distance, margin=None):
    """The table's signature by the formula on the format's page."""
    none = np.iinfo(distance.dtype).max
    outcome = outcome.ravel().astype(np.uint64)
    plies = distance.ravel().astype(np.uint64)
    plies[plies == none] = 2**32 - 1
    terms = mix(np.arange(outcome.size, dtype=np.uint64)) + outcome + np.uint64(8) * plies
    if margin is not None:
        terms += np.maximum(np.abs(margin.ravel().astype(np.int64)) - 1, 0).astype(np.uint64) << np.uint64(35)
    terms = mix(terms)
    return int(np.sum(terms[outcome != 0], dtype=np.uint64))


def fnv1a(data):
    number = 0xCBF29CE484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return number


def test_ncdump_lists_outcome_and_distance(path):
    header = subprocess.run(["ncdump", "-h", path], check=True, capture_output=True, text=True)
    assert header.stderr == ""
    with h5py.File(path) as file:
        axes = ", ".join(axis_names(file))
        wide = file["distance"].dtype.itemsize == 4
        margin = {1: "byte", 2: "short"}[file["margin"].dtype.itemsize] if "margin" in file else None
    assert f"\tubyte outcome({axes}) ;" in header.stdout
    assert f"\t{'uint' if wide else 'ushort'} distance({axes}) ;" in header.stdout
    assert (f"\t{margin} margin({axes}) ;" in header.stdout) == (margin is not None)
    assert "_FillValue" not in header.stdout


@pytest.mark.parametrize("engine", ENGINES)
def test_xarray_reads_labelled_integer_arrays(path, engine):
    with h5py.File(path) as file, xarray.open_dataset(path, engine=engine) as table:
        axes = axis_names(file)
        assert set(table.data_vars) == {"outcome", "distance"} | ({"to_move", "margin"} & set(file))
        for name in {"outcome", "distance", "margin"} & set(file):
            assert list(table[name].dims) == axes
            assert table[name].dtype == file[name].dtype  # not float: there is no fill value
            assert np.array_equal(table[name].values, file[name][()])
            for coordinate in coordinate_names(file):
                assert coordinate in table[name].coords
        for coordinate in coordinate_names(file):
            assert np.array_equal(table[coordinate].values, file[coordinate][()])
        assert table.outcome.attrs["flag_meanings"] == "illegal win loss tie draw"
        assert list(table.outcome.attrs["flag_values"]) == [0, 1, 2, 3, 4]
        assert table.attrs["format"] == "zermelo-table"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", [*WITH_TO_MOVE, "mnk"])
def test_player_to_move_bits_match_the_stored_winners(folder, name, engine):
    path = folder / f"{name}.h5"
    with h5py.File(path) as file, xarray.open_dataset(path, engine=engine) as table:
        assert table.to_move.dims == ("to_move_byte",) and "to_move_byte" not in table.coords
        assert table.to_move.dtype == np.uint8 and table.to_move.size == -(-table.outcome.size // 8)
        bits = np.unpackbits(table.to_move.values, bitorder="little")
        assert not bits[table.outcome.size:].any()
        second = bits[:table.outcome.size].reshape(table.outcome.shape)
        outcome = table.outcome.values
        for player, attribute in enumerate(("first_player_wins", "second_player_wins")):
            won = (outcome == 1) & (second == player) | (outcome == 2) & (second != player)
            assert np.count_nonzero(won) == file.attrs[attribute]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", KEYED)
def test_xarray_reads_keys_into_coordinates(folder, name, engine):
    path = folder / f"{name}.h5"
    with h5py.File(path) as file, xarray.open_dataset(path, engine=engine) as table:
        for half in ("key", "key_high"):
            assert (half in file) == (half in table.outcome.coords) == (half in table.distance.coords)
            if half in file:
                assert table[half].dims == ("position",) and table[half].dtype == np.uint64
                assert np.array_equal(table[half].values, file[half][()])
        for listed in ("first_key", "sampled_key"):
            assert table[listed].dims == (listed,)
            assert np.array_equal(table[listed].values, file[listed][()])


@pytest.mark.parametrize("name", KEYED)
def test_stored_keys_match_the_format_page(folder, name):
    with h5py.File(folder / f"{name}.h5") as file:
        def keys(dataset):
            high = file[f"{dataset}_high"][()].tolist() if f"{dataset}_high" in file else [0] * file[dataset].size
            return [(upper << 64) + lower for upper, lower in zip(high, file[dataset][()].tolist())]
        key, chunk = keys("key"), file["key"].chunks[0]
        assert file.attrs["key_bits"] == (128 if "wide" in name else 64)
        assert all(a < b for a, b in zip(key, key[1:])) and len(key) == file.attrs["positions"]
        assert keys("first_key") == key[::chunk]
        assert set(keys("sampled_key")) <= set(key)
        assert file["key"].chunks == file["outcome"].chunks and file["key"].shuffle
        # The search in the page's example.
        if "wide" not in name:
            first = file["first_key"][()]
            for number in range(0, len(key), 1 + len(key) // 50):
                begin = (np.searchsorted(first, np.uint64(key[number]), side="right") - 1) * chunk
                assert begin + np.searchsorted(file["key"][begin:begin + chunk], np.uint64(key[number])) == number


def test_table_stores_only_valid_values(path):
    with h5py.File(path) as file:
        outcome = file["outcome"][()]
        distance = file["distance"][()]
        none = np.iinfo(distance.dtype).max
        assert file["distance"].attrs["no_distance"] == none
        assert outcome.max() <= 4
        assert np.array_equal(distance == none, (outcome == 0) | (outcome == 4))
        if "margin" in file:
            margin = file["margin"][()]
            assert np.array_equal(np.sign(margin), (outcome == 1).astype(int) - (outcome == 2))
            assert np.abs(margin.astype(int)).max() <= file.attrs["max_margin"]


def test_stored_attributes_match_the_values(path):
    with h5py.File(path) as file:
        attributes = dict(file.attrs)
        outcome = file["outcome"][()]
        distance = file["distance"][()]
        margin = file["margin"][()].astype(int) if "margin" in file else None
    assert attributes["format_version"] == (1 if margin is None else 2)
    assert ("max_margin" in attributes) == (margin is not None)
    for sign, name in ((1, "margin_wins"), (-1, "margin_losses")) if margin is not None else ():
        counts = np.bincount(sign * margin[sign * margin > 0], minlength=attributes[name].size)
        assert np.array_equal(attributes[name], counts)
    assert attributes["complete"] == 1
    assert attributes["positions"] == outcome.size
    assert attributes["legal_positions"] == np.count_nonzero(outcome)
    for code, name in enumerate(["wins", "losses", "ties", "draws"], start=1):
        assert attributes[name] == np.count_nonzero(outcome == code)
    for code, name in enumerate(["wins", "losses", "ties"], start=1):
        counts = np.bincount(distance[outcome == code], minlength=1)
        stored = np.atleast_1d(attributes[f"histogram_{name}"])
        assert np.array_equal(np.trim_zeros(stored, "b"), np.trim_zeros(counts, "b"))
    assert attributes["first_player_wins"] + attributes["second_player_wins"] == attributes["wins"] + attributes["losses"]


def test_stored_signature_matches_the_formula(path):
    with h5py.File(path) as file:
        values = [file[name][()] for name in ("outcome", "distance", "margin") if name in file]
        assert text(file.attrs["signature"]) == f"{signature(*values):016x}"


def test_stored_parameters_match_their_checksum(path):
    with h5py.File(path) as file:
        data = b""
        for name in text(file.attrs["parameters"]).split():
            data += name.encode() + b"\0" + text(file.attrs[f"parameter_{name}"]).encode() + b"\0"
        assert text(file.attrs["parameters_checksum"]) == f"{fnv1a(data):016x}"


def test_stored_values_have_portable_chunks(path):
    with h5py.File(path) as file:
        for name in {"outcome", "distance", "margin"} & set(file):
            values = file[name]
            assert np.prod(values.chunks) <= 65536
            assert values.size <= 65536 or np.prod(values.chunks) > 16384
            assert values.shuffle and values.compression == "gzip" and values.compression_opts == 4


def test_large_parameter_is_stored_completely(folder):
    with xarray.open_dataset(folder / "large_parameter.h5") as table:
        grid = table.attrs["parameter_grid"]
    assert grid == "".join(("." if row % 2 == 0 else "#") * 300 + "\n" for row in range(300))


REPACKED = {
    "without_filters": ["-f", "NONE"],
    "with_checksums": ["-f", "FLET"],
    "with_all_filters": ["-f", "SHUF", "-f", "GZIP=9", "-f", "FLET"],
    "without_shuffle": ["-f", "GZIP=1"],
    "with_other_chunks": ["-l", "outcome,distance:CHUNK=1x3x8"],
}


@pytest.mark.parametrize("options", REPACKED.values(), ids=REPACKED)
def test_repacked_table_has_the_values_of_the_original(folder, tmp_path, options):
    repacked = tmp_path / "t.h5"
    table = folder / "cat_and_mouse_ii.h5"
    subprocess.run(["h5repack", "--low=2", "--high=2", *options, table, repacked], check=True)
    compared = subprocess.run([PROGRAM, "diff", table, repacked], capture_output=True, text=True, check=False)
    assert (compared.returncode, compared.stderr) == (0, "")
    assert compared.stdout.endswith("\nequal\n")


def test_table_repacked_into_oldest_format_is_rejected_until_repacked_again(folder, tmp_path):
    """As on the page: that format has no checksums."""
    table, oldest, again = folder / "cat_and_mouse_ii.h5", tmp_path / "oldest.h5", tmp_path / "again.h5"
    subprocess.run(["h5repack", table, oldest], check=True)
    opened = subprocess.run([PROGRAM, "probe", oldest], capture_output=True, text=True, check=False)
    assert opened.returncode == 2 and opened.stderr.startswith(f"zermelo: {oldest}: ")
    assert "without checksums" in opened.stderr
    subprocess.run(["h5repack", "--low=2", "--high=2", oldest, again], check=True)
    compared = subprocess.run([PROGRAM, "diff", table, again], capture_output=True, text=True, check=False)
    assert (compared.returncode, compared.stderr) == (0, "")


def test_table_with_filters_in_another_order_is_rejected(folder, tmp_path):
    repacked = tmp_path / "t.h5"
    subprocess.run(["h5repack", "--low=2", "--high=2", "-f", "GZIP=4", "-f", "SHUF", folder / "cat_and_mouse_ii.h5",
                    repacked], check=True)
    opened = subprocess.run([PROGRAM, "probe", repacked], capture_output=True, text=True, check=False)
    assert opened.returncode == 2
    assert "wrong order" in opened.stderr


@pytest.mark.parametrize("name", ["outcome", "distance"])
def test_h5dump_shows_stored_values(path, name):
    with h5py.File(path) as file:
        values = file[name][()].ravel()
    display = subprocess.run(["h5dump", "-y", "-w", "0", "-d", name, path], check=True, capture_output=True, text=True)
    data = display.stdout.split("DATA {")[1].split("}")[0]
    assert [int(number) for number in data.replace(",", " ").split()] == list(values)
