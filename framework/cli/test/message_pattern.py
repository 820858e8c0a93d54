# SPDX-License-Identifier: MIT
"""Compares messages with patterns, so that tests name places and values but do not repeat sentences."""

import re


def matches(pattern, message):
    """Whether the message has the form of the pattern, in which each `...` stands for any text in one line."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), message) is not None
