# SPDX-License-Identifier: MIT
"""Texts as the module in C++ takes them."""

from typing import Any

from . import _core


def text_of(name: str, value: Any, allowed: str = "a str") -> str:
    """`value`, a str that UTF-8 can express. Raises TypeError for another type, InputError for half a surrogate pair."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {type(value).__name__}; allowed: {allowed}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _core.InputError(f"{name} is {value!r}, which has half of a surrogate pair; "
                               "allowed: text that UTF-8 can express") from None
    return value
