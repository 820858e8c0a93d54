# SPDX-License-Identifier: MIT
"""Tests that pages have no placeholders for figures to fill in later."""
import os
import pathlib
import re

import pytest

ROOT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"])
FOLDERS = ("framework", "games", "experiments", "data", "scripts")
PAGES = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]

CODE = re.compile(r"^(```|~~~).*?^\1|(`+)(?!`).*?(?<!`)\2(?!`)|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"\b(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|MEASURED|TODO|TBD|FIXME|XXX)\b")


def placeholders(text):
    """[(line, placeholder)], outside code and link targets."""
    prose = CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
    return [(number, word) for number, line in enumerate(prose.splitlines(), 1) for word in PLACEHOLDER.findall(line)]


@pytest.mark.parametrize("text, found", [
    ("It takes SECONDS_TABLE.", [(1, "SECONDS_TABLE")]),
    ("a\n\n| MEASURED | TODO |", [(3, "MEASURED"), (3, "TODO")]),
    ("`SIZE_MAX` and ``a ` B_C``\n```sh\nX_Y=1\n```\nA_B", [(5, "A_B")]),
    ("`two\nlines A_B` and C_D", [(2, "C_D")]),
    ("HDF5, CSR and [NumPy](https://a/B_C.md), m_n, x_1", []),
])
def test_placeholder_check_ignores_code(text, found):
    assert placeholders(text) == found


def test_documentation_pages_have_no_placeholders():
    assert len(PAGES) > 80
    assert [f"{page.relative_to(ROOT)}:{line}: {word}" for page in PAGES
            for line, word in placeholders(page.read_text(encoding="utf-8"))] == []
