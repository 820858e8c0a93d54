# SPDX-License-Identifier: MIT
"""A study's journal, as the page on studies describes it: lines with a digest of their content, and lines of version 1
without."""

import json
import re

from checkpoint_digest import hash_of


def line_of(entry):
    """Returns the journal line of an entry, with a new digest."""
    text = json.dumps({name: value for name, value in entry.items() if name != "digest"}, separators=(",", ":"))
    return f'{text[:-1]},"digest":"{hash_of([text]):016x}"}}'


def alter_entries(journal, change):
    """Calls change(entry) for the entry of each case, and writes it with its digest."""
    head, *lines = journal.read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    for entry in entries:
        change(entry)
    journal.write_text("\n".join([head, *map(line_of, entries), ""]), encoding="utf-8")


def make_version_1(journal):
    """Converts a journal to the previous version, without digests."""
    head, *lines = journal.read_text(encoding="utf-8").splitlines()
    lines = [head.replace('"format_version":2', '"format_version":1'), *(re.sub(',"digest":"[^"]*"}$', "}", line) for line in lines)]
    journal.write_text("\n".join([*lines, ""]), encoding="utf-8")
