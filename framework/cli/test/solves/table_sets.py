# SPDX-License-Identifier: MIT
"""What several tests of table sets look at."""

import h5py
import numpy as np

from program import report

KINGS = ["draughts", "pieces=4", "--slices", "own_men<=0,other_men<=0"]


def slices_of(solved):
    """The names of the slices in a report on a set."""
    return [one["name"] for group in solved["groups"] for one in group["slices"]]


def summary_of(table):
    stats = report("stats", str(table))
    return {name: stats[name] for name in ("positions", "legal_positions", "counts", "winners", "max_distance_plies",
                                           "max_tie_plies", "signature", "edges")}


def expect_parts_of_whole(whole, folder, names, datasets):
    """The tables of these slices have what the table of the whole has."""
    with h5py.File(whole) as file:
        for name in names:
            with h5py.File(folder / f"{name}.h5") as part:
                assert part.attrs["slice"].decode() == name
                first = part.attrs["first_position"]
                for values in datasets:
                    here = part[values][()]
                    assert np.array_equal(here, file[values][()].ravel()[first:first + here.size])
