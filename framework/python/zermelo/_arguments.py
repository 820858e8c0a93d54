# SPDX-License-Identifier: MIT
"""Checks of single arguments, and their command-line form."""

from typing import Any

import numpy as np

from . import _core


def field_text(value: Any) -> str:
    """The value in an argument AXIS=VALUE; numbers of a tuple or an array are separated by commas."""
    is_several = isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim == 1)
    return ",".join(map(str, value)) if is_several else str(value)


def count_of(name: str, value: Any) -> int:
    """An argument that is an integer of at least 0. Raises TypeError, InputError."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} is {type(value).__name__}; allowed: an int of at least 0")
    if not 0 <= value < 2**63:
        raise _core.InputError(f"{name}: expected 0 to {2**63 - 1}, got {value}")
    return int(value)


def text_of(name: str, value: Any, allowed: str = "a str") -> str:
    """`value`, a str that UTF-8 can express. Raises TypeError for another type, InputError for half a surrogate pair."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {type(value).__name__}; allowed: {allowed}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _core.InputError(f"{name} is {value!r}, which has an unpaired surrogate; "
                               "allowed: a str that can be encoded as UTF-8") from None
    return value
