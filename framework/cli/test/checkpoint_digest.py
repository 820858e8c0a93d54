# SPDX-License-Identifier: MIT
"""The digests of checkpoints and parameters, as the pages on formats define them, and altered files with new
digests."""

import contextlib
import shutil

import h5py
import numpy


def mix(values):
    values = (values ^ (values >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return values ^ (values >> numpy.uint64(31))


def hash_of(strings):
    """The 64-bit FNV-1a hash of strings, each followed by a zero byte."""
    value = 0xCBF29CE484222325
    for byte in b"".join((one if isinstance(one, bytes) else str(one).encode()) + b"\0" for one in strings):
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def parameters_of(attributes):
    """The names of parameters, each followed by its value."""
    names = attributes["parameters"]
    names = names.decode() if isinstance(names, bytes) else str(names)
    return [text for name in names.split() for text in (name, attributes["parameter_" + name])]


def digest_of(file):
    attributes = file.attrs
    dataset = "entries" if "entries" in file else "words"
    words = file[dataset][:]
    strings = [attributes["game"], *parameters_of(attributes)]
    strings += [attributes[name] for name in ["positions", "legal_positions", "edges", "stage", "next_distance", "waves"]]
    of_attributes = hash_of([*strings, dataset, words.dtype.itemsize])
    with numpy.errstate(over="ignore"):
        positions = numpy.arange(words.size, dtype=numpy.uint64)
        total = mix(mix(positions) + words.astype(numpy.uint64)).sum(dtype=numpy.uint64)
        return b"%016x" % (total + mix(numpy.array([of_attributes], numpy.uint64))[0])


def altered_copy(table, folder, change):
    """The name of a copy of a table in a folder; change(file) alters its HDF5 file, whose checksums are updated."""
    path = str(folder / "altered.h5")
    shutil.copyfile(table, path)
    with h5py.File(path, "r+", libver=("v110", "v110")) as file:
        change(file)
    return path


def sign_parameters(file):
    """Stores the checksum of the parameters in a table or checkpoint."""
    file.attrs.create("parameters_checksum", b"%016x" % hash_of(parameters_of(file.attrs)), dtype="S16")


@contextlib.contextmanager
def altered_checkpoint(path):
    """Opens a checkpoint for changes, and updates its digest afterwards."""
    with h5py.File(path, "r+") as file:
        assert digest_of(file) == file.attrs["digest"], "the digest is not what the format's page says"
        yield file
        file.attrs.modify("digest", numpy.bytes_(digest_of(file)))
