# SPDX-License-Identifier: MIT
"""How scripts end: with what they print, or with a line that refuses their input."""

import pathlib


def line_of(done):
    """The line in which a script refuses its input, without the script's name."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    name, line = done.stderr.rstrip("\n").split(": ", 1)
    assert name == pathlib.Path(done.args[0]).name
    return line


def output_of(done):
    """What a script prints that ends well and says nothing else."""
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout
