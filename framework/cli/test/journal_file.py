# SPDX-License-Identifier: MIT
"""A study's journal, as the page on studies has it: lines with a digest of themselves, and those of version 1, without."""

import json

from checkpoint_digest import hash_of


def line_of(entry):
    """A line with its digest, of an entry with any digest or none."""
    text = json.dumps({name: value for name, value in entry.items() if name != "digest"}, separators=(",", ":"))
    return f'{text[:-1]},"digest":"{hash_of([text]):016x}"}}'
