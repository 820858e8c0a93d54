# SPDX-License-Identifier: MIT
"""Tests the import of the package, and its error message in another Python. Import times are not tested."""

import importlib.machinery
import os
import pathlib
import subprocess
import sys

import pytest

import zermelo
from zermelo import _build, _surroundings


def test_exceptions_derive_from_builtin_ones():
    assert issubclass(zermelo.InputError, ValueError)
    assert issubclass(zermelo.ResourceError, MemoryError)
    assert (zermelo.InputError.__module__, zermelo.InputError.__name__) == ("zermelo", "InputError")


def test_import_names_the_interpreter_for_another_python_version(monkeypatch):
    monkeypatch.setattr(_surroundings, "PYTHON_VERSION", (3, 1))
    with pytest.raises(ImportError) as caught:
        _surroundings.expect_python()
    this = f"{sys.executable} is Python {sys.version_info[0]}.{sys.version_info[1]}"
    assert str(caught.value) == (f"cannot import zermelo: {this}, but zermelo was built for CPython 3.1; "
                                 f"use {_build.PYTHON}")


def test_import_names_the_interpreter_when_numpy_is_missing(tmp_path):
    done = subprocess.run([sys.executable, "-S", "-c", "import zermelo"], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(pathlib.Path(zermelo.__file__).parents[1])})
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ") and last.endswith(f" has no NumPy; use {_build.PYTHON}")


def test_extension_module_is_tagged_for_this_python():
    from zermelo import _core
    assert _core.__file__.endswith(importlib.machinery.EXTENSION_SUFFIXES[0])
