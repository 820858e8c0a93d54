# SPDX-License-Identifier: MIT
"""Checks that the package can run in this Python interpreter; imports only the standard library."""

import importlib.util
import sys

from ._build import PYTHON, PYTHON_VERSION


def expect_python() -> None:
    """Raises ImportError, with a Python that can be used, if this Python has another version or no NumPy."""
    wanted = ".".join(map(str, PYTHON_VERSION))
    if sys.implementation.name != "cpython" or sys.version_info[:2] != PYTHON_VERSION:
        reason = f"is Python {sys.version_info[0]}.{sys.version_info[1]}, but zermelo was built for CPython {wanted}"
    elif importlib.util.find_spec("numpy") is None:
        reason = "has no NumPy"
    else:
        return
    raise ImportError(f"cannot import zermelo: {sys.executable} {reason}; use {PYTHON}")
