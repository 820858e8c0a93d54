# SPDX-License-Identifier: MIT
"""Complete solutions of finite two-player games: every position's outcome and its distance to the end."""

from ._surroundings import expect_python

expect_python()

from ._build import VERSION as __version__
from ._core import InputError, ResourceError

__all__ = [
    "InputError",
    "ResourceError",
]
