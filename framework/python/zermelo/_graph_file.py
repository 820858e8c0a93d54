# SPDX-License-Identifier: MIT
"""Writes solved graphs as graph files, `zermelo-graph` of framework/docs/format.md."""

import contextlib
import os
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._build import VERSION

_CHUNK = 65_536
_OUTCOMES = "illegal win loss tie draw"


def _name_bytes(names: Sequence[str]) -> dict[str, NDArray[Any]]:
    texts = [name.encode() for name in names]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    return {"names": np.frombuffer(b"".join(texts), np.uint8), "names_indptr": ends}


def _distances(distance: NDArray[Any]) -> NDArray[np.uint32]:
    """As uint32, where the largest number stands for none."""
    wide = distance.astype(np.uint32)
    wide[distance == np.iinfo(distance.dtype).max] = np.iinfo(np.uint32).max
    return wide


def write_solved_graph(path: str | os.PathLike[str], arrays: _core.GraphArrays, outcome: NDArray[np.uint8],
                       distance: NDArray[Any], conventions: dict[str, str], names: Sequence[str] | None = None) -> None:
    """Writes to another name in the same folder first: `path` is always absent, old or complete."""
    import h5py

    datasets: dict[str, NDArray[Any]] = {"indptr": arrays.indptr.astype(np.int64, copy=False), "indices": arrays.indices,
                                         "to_move": arrays.to_move, "terminal": arrays.terminal, "outcome": outcome,
                                         "distance": _distances(distance)}
    if names is not None:
        datasets.update(_name_bytes(names))
    folder, name = os.path.split(os.path.abspath(path))
    handle, aside = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
    os.close(handle)
    try:
        with h5py.File(aside, "w", libver=("v110", "v110")) as file:
            file.attrs.update(format="zermelo-graph", format_version=1, positions=len(outcome), edges=len(arrays.indices),
                              program_version=VERSION, **conventions)
            for key, values in datasets.items():
                file.create_dataset(key, data=values, chunks=(min(_CHUNK, len(values)),) if len(values) else None)
            file["outcome"].attrs.update(long_name="value for the player to move", flag_meanings=_OUTCOMES,
                                         flag_values=np.arange(5, dtype=np.uint8))
            file.attrs["complete"] = 1
        os.chmod(aside, 0o666 & ~_umask())
        os.replace(aside, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(aside)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
