# SPDX-License-Identifier: MIT
"""Escapes untrusted strings for display, like framework/core/include/zermelo/core/base/escaped_text.hpp.

A table, or the results of a study, may be untrusted. Its text must not move a terminal's cursor, forge a line of the
program, or reverse the order of the letters after it.
"""

import re

# Control characters, line and paragraph separators, marks of writing direction, and surrogates, by which Python
# represents bytes that are not UTF-8, for example in file names.
_OBEYED = re.compile("[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_FIRST_BYTE, _LAST_BYTE = 0xDC80, 0xDCFF  # the surrogates of os.fsdecode


def escaped_text(text):
    """Returns the text on one line. Characters that would control a terminal become "\\n", "\\u001b" or "\\u202e", and
    bytes that are not UTF-8 become "\\xff". Escaping escaped text does not change it."""
    return _OBEYED.sub(lambda match: _escape(match[0]), str(text))


def _escape(character):
    code = ord(character)
    if _FIRST_BYTE <= code <= _LAST_BYTE:
        return f"\\x{code & 0xFF:02x}"
    return _SHORT.get(character, f"\\u{code:04x}")


class OneLineError(Exception):
    """An error in a file or an argument, on one line even if it quotes untrusted text."""

    def __init__(self, message):
        super().__init__(escaped_text(message))
