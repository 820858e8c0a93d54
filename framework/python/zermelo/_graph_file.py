# SPDX-License-Identifier: MIT
"""Writes solved graphs as graph files, in the format `zermelo-graph` of framework/docs/format.md."""

import contextlib
import os
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._build import VERSION
from ._progress import ProgressFunction, Reports

_CHUNK = 65_536
_ENTRIES_PER_WRITE = 16 * _CHUNK  #: also the number of entries between two checks for Ctrl-C
_OUTCOMES = "illegal win loss tie draw"


def _name_bytes(names: Sequence[str]) -> dict[str, NDArray[Any]]:
    strings = [name.encode() for name in names]
    ends = np.cumsum([0, *map(len, strings)], dtype=np.int64)
    return {"names": np.frombuffer(b"".join(strings), np.uint8), "names_indptr": ends}


def _distances(distance: NDArray[Any]) -> NDArray[np.uint32]:
    """Converts distances to uint32; the largest number of the type marks a missing distance."""
    wide = distance.astype(np.uint32)
    wide[distance == np.iinfo(distance.dtype).max] = np.iinfo(np.uint32).max
    return wide


def write_solved_graph(path: str | os.PathLike[str], arrays: _core.GraphArrays, outcome: NDArray[np.uint8],
                       distance: NDArray[Any], conventions: dict[str, str], names: Sequence[str] | None = None,
                       report: ProgressFunction | None = None) -> None:
    """Writes a graph file atomically, by renaming a temporary file in the same folder. Reports the phase "write".

    Raises InputError if `path` cannot be written, OSError if writing fails."""
    import h5py

    datasets: dict[str, NDArray[Any]] = {"indptr": arrays.indptr.astype(np.int64, copy=False), "indices": arrays.indices,
                                         "to_move": arrays.to_move, "terminal": arrays.terminal, "outcome": outcome,
                                         "distance": _distances(distance)}
    if names is not None:
        datasets.update(_name_bytes(names))
    file_name = os.path.abspath(os.fsdecode(path))
    temporary = _new_file(file_name)
    try:
        with h5py.File(temporary, "w", libver=("v110", "v110")) as file:
            file.attrs.update(format="zermelo-graph", format_version=1, positions=len(outcome), edges=len(arrays.indices),
                              program_version=VERSION, **conventions)
            _write_datasets(file, datasets, Reports(report))
            file["outcome"].attrs.update(long_name="value for the player to move", flag_meanings=_OUTCOMES,
                                         flag_values=np.arange(5, dtype=np.uint8))
            file.attrs["complete"] = 1
        os.replace(temporary, file_name)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def expect_writable(path: str | os.PathLike[str]) -> None:
    """Raises InputError if `path` cannot be written."""
    _core.expect_writable(os.fsencode(path))


def _new_file(path: str) -> str:
    """Creates an empty file with a random name in the folder of `path`, with default permissions. Returns its path."""
    expect_writable(path)
    folder, name = os.path.split(path)
    while True:
        created = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
        with contextlib.suppress(FileExistsError):
            os.close(os.open(created, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
            return created


def _write_datasets(file: Any, datasets: dict[str, NDArray[Any]], reports: Reports) -> None:
    total, done = sum(values.nbytes for values in datasets.values()), 0
    for key, values in datasets.items():
        size = len(values)
        dataset = file.create_dataset(key, (size,), values.dtype, chunks=(min(_CHUNK, size),) if size else None)
        for first in range(0, size, _ENTRIES_PER_WRITE):
            part = values[first:first + _ENTRIES_PER_WRITE]
            reports("write", done, total)
            dataset[first:first + len(part)] = part
            done += part.nbytes
