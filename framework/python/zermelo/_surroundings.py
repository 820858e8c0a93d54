# SPDX-License-Identifier: MIT
"""Checks that the package can run in this Python; imports only what every Python has."""

import importlib.util
import sys

from ._build import PYTHON, PYTHON_VERSION


def expect_python() -> None:
    """Raises ImportError, which names the right Python, unless this one has the right version and NumPy."""
    wanted = ".".join(map(str, PYTHON_VERSION))
    if sys.implementation.name != "cpython" or sys.version_info[:2] != PYTHON_VERSION:
        reason = f"is Python {sys.version_info[0]}.{sys.version_info[1]}, but the package is built for {wanted}"
    elif importlib.util.find_spec("numpy") is None:
        reason = "has no NumPy"
    else:
        return
    raise ImportError(f"zermelo cannot be imported: {sys.executable} {reason}; use {PYTHON}")
