# SPDX-License-Identifier: MIT
"""scripts/check_layers accepts the tree, and refuses what it is there to refuse."""

import os
import pathlib
import shutil
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"])
SCRIPT = "scripts/check_layers"
CORE = "framework/core/include/zermelo/core"


def check(root):
    return subprocess.run([root / SCRIPT], capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path):
    """The script with a few files of its own, which it accepts."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(SOURCE / SCRIPT, tmp_path / SCRIPT)
    write(tmp_path, f"{CORE}/base/error.hpp", "#include <string>")
    write(tmp_path, f"{CORE}/value/outcome.hpp", "#include <zermelo/core/base/error.hpp>")
    write(tmp_path, f"{CORE}/solve/solver.hpp", "#include <zermelo/core/value/outcome.hpp>")
    write(tmp_path, "framework/storage/include/zermelo/storage/table.hpp", "#include <zermelo/core/value/outcome.hpp>")
    write(tmp_path, "framework/storage/src/table.cpp", "#include <hdf5.h>\n#include <zermelo/storage/table.hpp>")
    write(tmp_path, "games/chase/chase.hpp", "#include <zermelo/core/value/outcome.hpp>")
    write(tmp_path, "games/race/race.hpp", "#include <zermelo/core/value/outcome.hpp>")
    assert (check(tmp_path).returncode, check(tmp_path).stdout) == (0, "")
    return tmp_path


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")


def test_the_tree_is_accepted():
    done = check(SOURCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("name", "line", "message"), [
    # Between layers.
    (f"{CORE}/base/error.hpp", "#include <zermelo/storage/table.hpp>",
     "core's room base may not include <zermelo/storage/table.hpp>"),
    ("framework/storage/src/table.cpp", "#include <zermelo/cli/run.hpp>",
     "storage may not include <zermelo/cli/run.hpp>"),
    (f"{CORE}/value/outcome.hpp", "#include <hdf5.h>", "<hdf5.h> belongs to storage, not to core's room value"),
    ("framework/storage/include/zermelo/storage/table.hpp", "#include <hdf5.h>",
     "<hdf5.h> may not show in a public header"),
    ("games/chase/chase.hpp", "#include <zermelo/storage/table.hpp>",
     "the game chase may not include <zermelo/storage/table.hpp>: of zermelo only core"),
    ("games/chase/chase.hpp", '#include "race/race.hpp"', "the game chase may not include the game <race/race.hpp>"),
    # Between rooms.
    (f"{CORE}/base/error.hpp", "#include <zermelo/core/value/outcome.hpp>",
     "core's room base may not include <zermelo/core/value/outcome.hpp>"),
    (f"{CORE}/value/outcome.hpp", '#include "../solve/solver.hpp"',
     "core's room value may not include <zermelo/core/solve/solver.hpp>: of core only base and value"),
    ("framework/solving/src/job/solving.cpp", "#include <zermelo/solving/sets/table_set.hpp>",
     "solving's room job may not include <zermelo/solving/sets/table_set.hpp>: of solving only plan and job"),
    # What core knows nothing of.
    (f"{CORE}/solve/solver.hpp", "#include <fstream>", "knows no files, clocks or environment: <fstream>"),
    (f"{CORE}/solve/solver.hpp", 'inline auto home() { return std::getenv("HOME"); }',
     "knows no files, clocks or environment: getenv"),
])
def test_an_include_that_leads_upwards_is_refused(tree, name, line, message):
    write(tree, name, f"// What for.\n{line}")
    done = check(tree)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{name}:2: ")
    assert message in done.stdout
    assert len(done.stdout.splitlines()) == 1


def test_a_header_may_be_included_by_its_place(tree):
    write(tree, f"{CORE}/solve/other.hpp", '#include "solver.hpp"\n#include "../base/error.hpp"')
    done = check(tree)
    assert (done.returncode, done.stdout) == (0, "")


def replace_rooms(root, rooms):
    text = (root / SCRIPT).read_text()
    before, rest = text.split("\nROOMS = {\n", 1)
    after = rest.split("\n}\n", 1)[1]
    (root / SCRIPT).write_text(f"{before}\nROOMS = {{'core': {rooms!r}}}\n{after}")


def test_a_circle_of_rooms_is_refused(tree):
    replace_rooms(tree, {"base": {"solve"}, "value": {"base"}, "solve": {"value"}})
    done = check(tree)
    assert done.returncode == 1
    assert done.stdout == "scripts/check_layers: the room base includes solve, which is not above it\n"


def test_a_room_of_itself_is_a_circle(tree):
    replace_rooms(tree, {"base": {"base"}, "value": {"base"}, "solve": {"value"}})
    assert "the room base includes base" in check(tree).stdout


def test_a_folder_that_is_no_room_is_refused(tree):
    write(tree, f"{CORE}/attic/box.hpp", "#include <zermelo/core/base/error.hpp>")
    done = check(tree)
    assert done.returncode == 1
    assert f"{CORE}/attic: no room of core" in done.stdout
    assert f"{CORE}/attic/box.hpp:1: core's room attic may not include" in done.stdout
