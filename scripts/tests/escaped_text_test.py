# SPDX-License-Identifier: MIT
"""Tests scripts/modules/escaped_text.py on the cases of framework/core/test/base/escaped_text_test.cpp."""

import os
import unicodedata

import pytest

from modules.escaped_text import OneLineError, escaped_text


@pytest.mark.parametrize("text", ["", "mouse=2,0 cat=1,1", "Zürich – 1913", "猫と鼠 🐱", "قط", r"C:\x1b \n", "\"'`<>&$%"])
def test_escaped_text_keeps_readable_text(text):
    assert escaped_text(text) == text


@pytest.mark.parametrize("text, display", [
    ("1\n\naccepted\r", r"1\n\naccepted\r"),
    ("\x1b]0;title\x07\x1b[2J", r"\u001b]0;title\u0007\u001b[2J"),
    ("\0a\tb\x7f", r"\u0000a\tb\u007f"),
    ("\x9b2J\x85", r"\u009b2J\u0085"),
    ("a\u2028b\u2029c", r"a\u2028b\u2029c"),
    ("\ufeffa\u200bb\u00adc\u2060d\u180e", r"\ufeffa\u200bb\u00adc\u2060d\u180e"),
    ("\u202egnp.\u2066\u2069\u200e\u200f\u061c", r"\u202egnp.\u2066\u2069\u200e\u200f\u061c"),
    (os.fsdecode(b"\x9b\xff.h5"), r"\x9b\xff.h5"),
    ("\ud800", r"\ud800"),
])
def test_escaped_text_escapes_terminal_sequences(text, display):
    assert escaped_text(text) == display
    assert escaped_text(display) == display
    assert str(OneLineError(f"t.h5: {text}")) == f"t.h5: {display}"


def test_escaped_text_escapes_every_control_character():
    for code in range(0x110000):
        if unicodedata.category(chr(code)) in ("Cc", "Cs", "Zl", "Zp"):
            assert escaped_text(chr(code)).isascii(), hex(code)
