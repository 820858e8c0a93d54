# SPDX-License-Identifier: MIT
"""Tests that scripts/check_layers accepts the tree, and rejects invalid includes."""

import shutil

import pytest

from message_pattern import matches
from script_calls import SOURCE, call, output_of

SCRIPT = "scripts/check_layers"
CORE = "framework/core/include/zermelo/core"
USES_OUTCOMES = "#include <zermelo/core/value/outcome.hpp>"
TREE = {
    f"{CORE}/base/error.hpp": "#include <string>",
    f"{CORE}/value/outcome.hpp": "#include <zermelo/core/base/error.hpp>",
    f"{CORE}/solve/solver.hpp": USES_OUTCOMES,
    f"{CORE}/solve/other.hpp": '#include "solver.hpp"\n#include "../base/error.hpp"',
    "framework/storage/include/zermelo/storage/table.hpp": USES_OUTCOMES,
    "framework/storage/src/table.cpp": "#include <hdf5.h>\n#include <zermelo/storage/table.hpp>",
    "games/chase/chase.hpp": USES_OUTCOMES,
    "games/race/race.hpp": USES_OUTCOMES,
}


@pytest.fixture
def tree(tmp_path):
    """The script with a few files that it accepts."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(SOURCE / SCRIPT, tmp_path / SCRIPT)
    for name, text in TREE.items():
        write(tmp_path, name, text)
    assert output_of(call(tmp_path / SCRIPT)) == ""
    return tmp_path


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")


def test_check_layers_accepts_the_source_tree():
    assert output_of(call(SOURCE / SCRIPT)) == ""


@pytest.mark.parametrize(("name", "line", "message"), [
    # Between layers.
    (f"{CORE}/base/error.hpp", "#include <zermelo/storage/table.hpp>", "...module base ... <zermelo/storage/table.hpp>"),
    ("framework/storage/src/table.cpp", "#include <zermelo/cli/run.hpp>", "storage ... <zermelo/cli/run.hpp>"),
    (f"{CORE}/value/outcome.hpp", "#include <hdf5.h>", "...module value ... <hdf5.h>; ... storage"),
    ("framework/storage/include/zermelo/storage/table.hpp", "#include <hdf5.h>", "...public header ... <hdf5.h>"),
    ("games/chase/chase.hpp", "#include <zermelo/storage/table.hpp>", "...game chase ... <zermelo/storage/table.hpp>; ... core"),
    ("games/chase/chase.hpp", '#include "race/race.hpp"', "...game chase ... <race/race.hpp>"),
    # Between modules.
    (f"{CORE}/base/error.hpp", USES_OUTCOMES, "...module base ... <zermelo/core/value/outcome.hpp>"),
    (f"{CORE}/value/outcome.hpp", '#include "../solve/solver.hpp"',
     "...module value ... <zermelo/core/solve/solver.hpp>; ... base and value"),
    ("framework/solving/src/job/solving.cpp", "#include <zermelo/solving/sets/table_set.hpp>",
     "solving...module job ... <zermelo/solving/sets/table_set.hpp>; ... plan and job"),
    # Headers that core may not use.
    (f"{CORE}/solve/solver.hpp", "#include <fstream>", "...environment: <fstream>"),
    (f"{CORE}/solve/solver.hpp", 'inline auto home() { return std::getenv("HOME"); }', "...environment: getenv"),
])
def test_check_layers_rejects_include_of_higher_layer(tree, name, line, message):
    write(tree, name, f"// What for.\n{line}")
    done = call(tree / SCRIPT)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (1, "", 1)
    assert matches(f"{name}:2: {message}...", done.stdout.rstrip("\n"))


@pytest.mark.parametrize("of_base", ["solve", "base"])
def test_check_layers_rejects_cycle_of_modules(tree, of_base):
    before, rest = (tree / SCRIPT).read_text().split("\nMODULES = {\n", 1)
    modules = {"core": {"base": {of_base}, "value": {"base"}, "solve": {"base", "value"}}}
    (tree / SCRIPT).write_text(f"{before}\nMODULES = {modules}\n" + rest.split("\n}\n", 1)[1])
    done = call(tree / SCRIPT)
    assert done.returncode == 1
    assert matches(f"scripts/check_layers: ... base ... {of_base}, ...", done.stdout.rstrip("\n"))


def test_check_layers_rejects_folder_that_is_not_a_module(tree):
    write(tree, f"{CORE}/attic/box.hpp", "#include <zermelo/core/base/error.hpp>")
    done = call(tree / SCRIPT)
    assert done.returncode == 1
    assert f"{CORE}/attic: " in done.stdout and f"{CORE}/attic/box.hpp:1: " in done.stdout
