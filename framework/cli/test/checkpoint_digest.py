# SPDX-License-Identifier: MIT
"""The digest of a checkpoint, as the format's page has it."""

import numpy


def mix(values):
    values = (values ^ (values >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return values ^ (values >> numpy.uint64(31))


def hash_of(texts):
    """The 64-bit FNV-1a hash of texts, each followed by a zero byte."""
    value = 0xCBF29CE484222325
    for byte in b"".join(one.encode() + b"\0" for one in texts):
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def digest_of(file):
    """As the format's page has it."""
    attributes = file.attrs
    dataset = "entries" if "entries" in file else "words"
    words = file[dataset][:]

    def text(name):
        return attributes[name].decode() if isinstance(attributes[name], bytes) else str(attributes[name])

    texts = [text("game")]
    for name in text("parameters").split():
        texts += [name, text("parameter_" + name)]
    texts += [text(name) for name in ["positions", "legal_positions", "edges", "stage", "next_distance", "waves"]]
    texts += [dataset, str(words.dtype.itemsize)]
    of_attributes = hash_of(texts)
    with numpy.errstate(over="ignore"):
        positions = numpy.arange(words.size, dtype=numpy.uint64)
        total = mix(mix(positions) + words.astype(numpy.uint64)).sum(dtype=numpy.uint64)
        return b"%016x" % (total + mix(numpy.array([of_attributes], numpy.uint64))[0])
