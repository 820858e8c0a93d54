# SPDX-License-Identifier: MIT
"""Tests that scripts/check_language finds words and phrases that the project does not use."""
import importlib.machinery
import importlib.util
import os
import pathlib

SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "scripts/check_language"


def load():
    loader = importlib.machinery.SourceFileLoader("check_language", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_language", loader))
    loader.exec_module(module)
    return module


def test_check_language_reports_words_in_names_but_not_in_comments_or_strings():
    checker = load()
    text = '// a stretch of the road\nint stretch_size = 0;  // "verdict"\nauto s = "census";\nclass HasVerdict;\nint stretch_size;\n'
    assert [line.split(": write")[0] for line in checker.list_bad_names("a.cpp", text)] == [
        "a.cpp:2: name 'stretch_size'", "a.cpp:4: name 'HasVerdict'"]
    python = '"""The verdict."""\nverdicts = 1  # told\n'
    assert [line.split(": write")[0] for line in checker.list_bad_names("a.py", python)] == ["a.py:2: name 'verdicts'"]


def test_check_language_reports_phrases_with_line():
    checker = load()
    text = "There is no move.\n'x' is no cell.\nIf there is none, stop.\nThe end is none.\nIt is no longer used.\n"
    assert [line.split(": write")[0] for line in checker.list_bad_phrases("a.md", text)] == [
        "a.md:2: 'is no cell'", "a.md:4: 'is none'"]
