# SPDX-License-Identifier: MIT
"""scripts/check_layers accepts the tree, and rejects invalid includes."""

import shutil

import pytest

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
    (f"{CORE}/base/error.hpp", "#include <zermelo/storage/table.hpp>",
     "core's module base may not include <zermelo/storage/table.hpp>"),
    ("framework/storage/src/table.cpp", "#include <zermelo/cli/run.hpp>",
     "storage may not include <zermelo/cli/run.hpp>"),
    (f"{CORE}/value/outcome.hpp", "#include <hdf5.h>", "core's module value may not include <hdf5.h>; it belongs to storage"),
    ("framework/storage/include/zermelo/storage/table.hpp", "#include <hdf5.h>",
     "a public header may not include <hdf5.h>"),
    ("games/chase/chase.hpp", "#include <zermelo/storage/table.hpp>",
     "the game chase may not include <zermelo/storage/table.hpp>; of zermelo it may include core"),
    ("games/chase/chase.hpp", '#include "race/race.hpp"', "the game chase may not include the game <race/race.hpp>"),
    # Between modules.
    (f"{CORE}/base/error.hpp", USES_OUTCOMES, "core's module base may not include <zermelo/core/value/outcome.hpp>"),
    (f"{CORE}/value/outcome.hpp", '#include "../solve/solver.hpp"',
     "core's module value may not include <zermelo/core/solve/solver.hpp>; of core it may include base and value"),
    ("framework/solving/src/job/solving.cpp", "#include <zermelo/solving/sets/table_set.hpp>",
     "solving's module job may not include <zermelo/solving/sets/table_set.hpp>; of solving it may include plan and job"),
    # Headers that core may not use.
    (f"{CORE}/solve/solver.hpp", "#include <fstream>", "may not use files, clocks or the environment: <fstream>"),
    (f"{CORE}/solve/solver.hpp", 'inline auto home() { return std::getenv("HOME"); }',
     "may not use files, clocks or the environment: getenv"),
])
def test_check_layers_rejects_include_of_higher_layer(tree, name, line, message):
    write(tree, name, f"// What for.\n{line}")
    done = call(tree / SCRIPT)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (1, "", 1)
    assert done.stdout.startswith(f"{name}:2: ") and message in done.stdout


@pytest.mark.parametrize("of_base", ["solve", "base"])
def test_check_layers_rejects_cycle_of_modules(tree, of_base):
    before, rest = (tree / SCRIPT).read_text().split("\nMODULES = {\n", 1)
    modules = {"core": {"base": {of_base}, "value": {"base"}, "solve": {"base", "value"}}}
    (tree / SCRIPT).write_text(f"{before}\nMODULES = {modules}\n" + rest.split("\n}\n", 1)[1])
    done = call(tree / SCRIPT)
    assert (done.returncode, done.stdout) == (
        1, f"scripts/check_layers: the module base includes {of_base}, which is not above it\n")


def test_check_layers_rejects_folder_that_is_not_a_module(tree):
    write(tree, f"{CORE}/attic/box.hpp", "#include <zermelo/core/base/error.hpp>")
    done = call(tree / SCRIPT)
    assert done.returncode == 1
    assert f"{CORE}/attic: not a module of core" in done.stdout
    assert f"{CORE}/attic/box.hpp:1: core's module attic may not include" in done.stdout
