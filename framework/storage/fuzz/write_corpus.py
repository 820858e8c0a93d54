#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the corpus of the fuzzers again, after a change of the format or of tables.

Needs h5py, h5repack, and zermelo_write_sample_tables in the folder of the program. Example:
  framework/storage/fuzz/write_corpus.py build/release/bin/zermelo framework/storage/fuzz/corpus
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

import h5py
import numpy as np

TABLES = {
    "grid": ["cat_and_mouse_ii", "grid=CF/M."],
    "board": ["mnk", "rows=1", "cols=3", "k=2"],
    "graph": ["cat_and_mouse", "graph=[[1,2],[0,2],[0,1]]"],
}
# Copies of the board's table: several chunks, with other filters.
REPACKED = {
    "bare": ["-l", "outcome,distance:CHUNK=5", "-f", "outcome,distance:NONE"],
    "all_filters": ["-l", "outcome,distance:CHUNK=8", "-f", "outcome,distance:SHUF", "-f", "outcome,distance:GZIP=9",
                    "-f", "outcome,distance:FLET"],
}
SHUFFLE, DEFLATE, FLETCHER32 = 1, 2, 4


def run(*arguments):
    subprocess.run([str(argument) for argument in arguments], check=True, stdout=subprocess.DEVNULL)


def latest(path, mode):
    return h5py.File(path, mode, libver=("v110", "v110"))


def write_tables(program, folder):
    for name, game in TABLES.items():
        run(program, "solve", *game, "-o", folder / name, "--quiet")
    board = folder / "board"
    for name, arguments in REPACKED.items():
        run("h5repack", "-L", *arguments, board, folder / name)
    shutil.copy(board, folder / "wide")
    with latest(folder / "wide", "r+") as file:
        widen(file)
    whole = board.read_bytes()
    (folder / "truncated").write_bytes(whole[:len(whole) // 2])
    with latest(folder / "no_table", "w") as file:
        file["values"] = np.arange(4)
    with tempfile.TemporaryDirectory() as samples:
        run(program.parent / "zermelo_write_sample_tables", samples)
        for name in ("few_keys", "few_wide_keys", "owners"):
            shutil.copy(pathlib.Path(samples) / f"{name}.h5", folder / name)


def widen(file):
    """Distances of 32 bits, which a table with few positions does not need."""
    narrow = file["distance"]
    values = narrow[()].astype("<u4")
    values[values == 0xFFFF] = 0xFFFFFFFF
    chunks = narrow.chunks
    del file["distance"]
    file.create_dataset("distance", data=values, chunks=chunks, shuffle=True, compression=4)


def fletcher32(data):
    first = second = 0
    for i in range(0, len(data), 2):
        first = (first + int.from_bytes(data[i:i + 2].ljust(2, b"\0"), "big")) % 65535
        second = (second + first) % 65535
    return (second << 16 | first).to_bytes(4, "little")


def write_chunks(folder):
    """Chunks in the form of chunk_codec_fuzzer.cpp."""
    for name, filters, log_bytes in [("plain", 0, 0), ("summed", FLETCHER32, 1), ("deflated", DEFLATE, 0),
                                     ("table", SHUFFLE | DEFLATE, 1), ("all", SHUFFLE | DEFLATE | FLETCHER32, 2),
                                     ("shuffled", SHUFFLE, 3)]:
        elements = np.arange(1, 21, dtype=f"<u{1 << log_bytes}")
        stored = elements.tobytes()
        if filters & SHUFFLE:
            stored = elements.view("u1").reshape(elements.size, -1).T.tobytes()
        if filters & DEFLATE:
            stored = zlib.compress(stored)
        if filters & FLETCHER32:
            stored += fletcher32(stored)
        (folder / name).write_bytes(bytes([filters | log_bytes << 3, 0, elements.size, 0]) + stored)


def write_graphs(folder):
    """Small graphs: a parity game as text, and HDF5 contiguous and in chunks, with all optional parts."""
    shutil.copy(pathlib.Path(__file__).resolve().parents[3] / "data/parity/roads.pg", folder / "parity")
    lists = {"indptr": np.array([0, 2, 4, 4, 5]), "indices": np.array([1, 2, 0, 3, 3], "<u4"),
             "to_move": np.array([0, 1, 0, 1], "u1"), "terminal": np.array([0, 0, 1, 0], "u1"),
             "distance": np.array([0, 0, 2, 0], "<u4"), "names": np.frombuffer(b"gatemillwell", "u1"),
             "names_indptr": np.array([0, 4, 8, 8, 12])}
    for name, options in {"piece": {}, "chunks": {"chunks": (3,), "shuffle": True, "compression": 4}}.items():
        with latest(folder / name, "w") as file:
            file.attrs.update(format="zermelo-graph", format_version=1, complete=1, infinite_play="first", start=1)
            for list_name, values in lists.items():
                file.create_dataset(list_name, data=values, **options)


def main():
    if len(sys.argv) != 3:
        print("usage: write_corpus.py PROGRAM FOLDER", file=sys.stderr)
        return 2
    program, corpus = map(pathlib.Path, sys.argv[1:])
    for name in ("read_endgame_table", "chunk_codec", "read_graph"):
        (corpus / name).mkdir(parents=True, exist_ok=True)
    write_tables(program, corpus / "read_endgame_table")
    write_chunks(corpus / "chunk_codec")
    write_graphs(corpus / "read_graph")
    return 0


if __name__ == "__main__":
    sys.exit(main())
