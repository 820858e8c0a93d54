# SPDX-License-Identifier: MIT
"""Checks of single arguments, and their conversion to command-line arguments."""

from typing import Any

import numpy as np

from . import _core


def field_text(value: Any) -> str:
    """The value as it appears in an argument AXIS=VALUE; the numbers of a tuple or an array are separated by commas."""
    is_several = isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim == 1)
    return ",".join(map(str, value)) if is_several else str(value)


def count_of(name: str, value: Any) -> int:
    """Returns `value` as an int from 0 to 2^63 - 1. Raises TypeError for another type, InputError outside the range."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected an int of at least 0, got {type(value).__name__}")
    if not 0 <= value < 2**63:
        raise _core.InputError(f"{name}: expected 0 to {2**63 - 1}, got {value}")
    return int(value)


def text_of(name: str, value: Any, expected: str = "a str") -> str:
    """Returns `value`. Raises TypeError unless it is a str, InputError if it has an unpaired surrogate."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected {expected}, got {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _core.InputError(f"{name}: expected a str that can be encoded as UTF-8, got {value!r}, which has an "
                               "unpaired surrogate") from None
    return value
