# SPDX-License-Identifier: MIT
"""Calls scripts, which print output or reject their input in one line."""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"])
NOBODY = 65534  # root may write everything
SOMEBODY_ELSE = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def call(*command, **surroundings):
    return subprocess.run(command, capture_output=True, text=True, check=False, **surroundings)


def module_of(script):
    """A script whose name does not end in .py, as a module."""
    loader = importlib.machinery.SourceFileLoader(script.name, str(script))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(script.name, loader))
    loader.exec_module(module)
    return module


def line_of(done):
    """The line in which a script rejects its input, without the script's name."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    name, line = done.stderr.rstrip("\n").split(": ", 1)
    assert name == pathlib.Path(done.args[0]).name
    return line


def output_of(done):
    """The output of a script that succeeds without messages."""
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout
