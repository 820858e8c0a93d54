# SPDX-License-Identifier: MIT
"""What the documentation quotes from a file is what the file says.

A quotation is a block of code whose fence names the file, beside the page: ```cpp examples/any_graph.cpp
"""
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parent.parent
QUOTATION = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_quotations_are_true():
    seen = 0
    for page in sorted(DOCS.rglob("*.md")):
        for file, quoted in QUOTATION.findall(page.read_text(encoding="utf-8")):
            text = (page.parent / file).read_text(encoding="utf-8")
            assert quoted in text, f"{page.relative_to(DOCS)} quotes what {file} does not say:\n{quoted}"
            seen += 1
    assert seen > 0
