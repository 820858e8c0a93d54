# SPDX-License-Identifier: MIT
"""Tests scripts/new_game: its output in a checkout and outside of one, and rejected input.

framework/core/test/find_package compiles and runs a project written outside.
"""

import os
import pathlib
import re
import shutil
import tempfile

import pytest

from message_pattern import matches
from script_calls import SOMEBODY_ELSE, SOURCE, call, output_of

HEADERS = [f"framework/{layer}/include/zermelo/{layer}" for layer in ("core", "formats", "catalog")]
GAME_FILES = ["README.md", "{}.cpp", "{}.hpp", "{}_test.cpp"]
PROJECT_FILES = ["CMakeLists.txt", *GAME_FILES, "main.cpp"]


def copy(source, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    (shutil.copytree if source.is_dir() else shutil.copy)(source, to)


def copy_checkout(folder):
    """Copies the parts of a checkout that the script uses, to a folder with a blank."""
    copied = folder / "a checkout"
    for part in ("scripts/new_game", "scripts/new_game_template", "games/catalog.cpp", "games/mnk", ".clang-format",
                 "framework/docs/examples", *HEADERS):
        copy(SOURCE / part, copied / part)
    return copied


@pytest.fixture(scope="module", name="checkout")
def fixture_checkout(tmp_path_factory):
    """A copy of the checkout that no test changes."""
    return copy_checkout(tmp_path_factory.mktemp("shared"))


@pytest.fixture(name="separate_checkout")
def fixture_separate_checkout(tmp_path):
    return copy_checkout(tmp_path)


@pytest.fixture(name="installed")
def fixture_installed(tmp_path):
    """A copy of the installed parts that the script uses."""
    prefix = tmp_path / "a prefix"
    for name in ("new_game", "new_game_template"):
        copy(SOURCE / "scripts" / name, prefix / "share/zermelo" / name)
    for headers in HEADERS:
        copy(SOURCE / headers, prefix / "include/zermelo" / pathlib.Path(headers).name)
    return prefix


def run(folder, *arguments, **options):
    (script,) = [*folder.glob("scripts/new_game"), *folder.glob("share/zermelo/new_game")]
    return call(script, *arguments, **{"cwd": folder, **options})


def contents(folder):
    """All files with their texts."""
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") if path.is_file() else None
            for path in folder.rglob("*")}


def rejection(folder, *arguments, **options):
    """The line with which the script rejects arguments. It must not write anything."""
    before = contents(folder)
    done = run(folder, *arguments, **options)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    assert contents(folder) == before
    assert re.fullmatch("zermelo: [^\n]+\n", done.stderr), done.stderr
    return done.stderr[len("zermelo: "):-1]


def names_of(forms, name):
    return sorted(form.format(name) for form in forms)


def listed(folder):
    return re.findall(r"class (\w+),? +// ", (folder / "games/catalog.cpp").read_text(encoding="utf-8"))


def test_new_game_in_checkout_adds_folder_and_catalog_line(separate_checkout):
    for name in ("nim", "a", "z9", "my_game", "x" * 24):
        before = listed(separate_checkout)
        output = output_of(run(separate_checkout, name))
        game = separate_checkout / "games" / name
        assert sorted(path.name for path in game.iterdir()) == names_of(GAME_FILES, name)
        assert listed(separate_checkout) == sorted([*before, name])
        for file in game.iterdir():
            text = file.read_text(encoding="utf-8")
            assert name in text and "@" not in text
            assert name == "my_game" or "my_game" not in text
            assert file.suffix == ".md" or text.startswith("// SPDX-License-Identifier: MIT\n")
        commands = [line.split("  #")[0].strip() for line in output.splitlines() if line.startswith("  ")]
        assert commands == [f"scripts/test --target {name}_test -R '^{name}_test:'",
                            f"scripts/run solve {name} counters=50 --verify", f"scripts/run play {name}"]
        assert all(os.access(SOURCE / command.split()[0], os.X_OK) for command in commands)
        assert [path.name for path in (separate_checkout / "games").iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(shutil.which("clang-format-19") is None, reason="there is no clang-format-19")
def test_new_game_files_match_clang_format(separate_checkout):
    for name in ("a", "nim", "x" * 24):  # the list is wider after the longest name
        assert run(separate_checkout, name).returncode == 0
    sources = [path for path in (separate_checkout / "games").rglob("*.[ch]pp") if "mnk" not in path.parts]
    assert len(sources) == 10
    output_of(call("clang-format-19", "--dry-run", "--Werror", *sources))


def test_new_game_rules_are_at_most_80_lines_long():
    text = (SOURCE / "scripts/new_game_template/game/my_game.hpp").read_text(encoding="utf-8")
    rules = re.search(r"^class my_game \{\n.*?^\};\n", text, re.MULTILINE | re.DOTALL)[0]
    assert rules.count("\n") <= 80


@pytest.mark.parametrize("in_current_folder", [False, True])
def test_new_game_writes_project_into_new_or_empty_folder(checkout, tmp_path, in_current_folder):
    before = contents(checkout)
    folder = tmp_path / "a project"
    if in_current_folder:
        folder.mkdir()
    output = output_of(run(checkout, "nim", "." if in_current_folder else folder, cwd=folder if in_current_folder else checkout,
                           env={**os.environ, "HOME": "/home/some one"}))
    assert contents(checkout) == before
    assert "  cd " + str(folder).replace(" ", "\\ ") + "\n" in output
    assert sorted(path.name for path in folder.iterdir()) == names_of(PROJECT_FILES, "nim")
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        assert "my_game" not in text and "SPDX" not in text, "its license is for its author to choose"
    assert f"`{checkout}/framework/docs/tutorial.md`" in (folder / "README.md").read_text(encoding="utf-8")
    assert f"{checkout}/framework/docs/tutorial.md. Then:" in output
    assert "find_package(zermelo REQUIRED)" in (folder / "CMakeLists.txt").read_text(encoding="utf-8")
    command = r"cmake -B build -DCMAKE_PREFIX_PATH=/home/some\ one/zermelo"
    assert command in (folder / "README.md").read_text(encoding="utf-8") and f"  {command} " in output
    install = "  " + str(checkout).replace(" ", "\\ ") + r"/scripts/install /home/some\ one/zermelo"
    assert install in output.splitlines()


def test_installed_new_game_finds_zermelo(installed, tmp_path):
    folder = tmp_path / "nim"
    output = output_of(run(installed, "nim", folder))
    command = "cmake -B build -DCMAKE_PREFIX_PATH=" + str(installed).replace(" ", "\\ ")
    assert command in (folder / "README.md").read_text(encoding="utf-8") and command in output
    assert f"`{installed}/share/zermelo/framework/docs/tutorial.md`" in (folder / "README.md").read_text(encoding="utf-8")
    assert "scripts/install" not in output
    assert rejection(installed, "nim").startswith("the FOLDER ")
    assert matches("... 'axis' ... headers; ...", rejection(installed, "axis", tmp_path / "axis"))


@pytest.mark.parametrize("data", ["share", "data", "usr/share/games"])
def test_installed_new_game_works_anywhere_below_its_prefix(installed, tmp_path, data):
    prefix = tmp_path / "another"
    (prefix / data).mkdir(parents=True)
    shutil.move(installed / "share/zermelo", prefix / data / "zermelo")
    script = prefix / data / "zermelo/new_game"
    done = call(script, "nim", tmp_path / "nim")
    assert (done.returncode, done.stdout) == (2, "")
    assert matches(f"zermelo: include/zermelo ... '{script.parent}'\n", done.stderr)
    shutil.move(installed / "include", prefix / "include")
    assert f"cmake -B build -DCMAKE_PREFIX_PATH={prefix} " in output_of(call(script, "nim", tmp_path / "nim"))


def test_new_game_prints_help_for_every_help_option(checkout):
    for arguments in (["-h"], ["--help"], ["nim", "--help"]):
        output = output_of(run(checkout, *arguments))
        assert output.startswith("Usage: new_game NAME [FOLDER]\n") and "Examples:" in output


LETTERS = "... at most 24 characters"


@pytest.mark.parametrize("name, why", [
    *[(name, LETTERS) for name in ("", "Nim", "9nim", "nim_", "_nim", "a__b", "nim-2", "../nim", "n" * 25, "n" * 10_000, "nim\n", "día")],
    ("nim_test", "... _test, ..."),
    *[(name, "... C++; ...") for name in ("class", "co_await", "alignas", "xor")],
    ("linux", "... macro ..."),
    ("test", "... CMake ..."),
    *[(name, "... of Zermelo; ...") for name in ("zermelo", "core")],
    *[(name, "... new game; ...") for name in ("state", "std", "player")],
    *[(name, "... Zermelo's headers; ...") for name in ("axis", "canonical", "size_of")],
])
def test_new_game_rejects_invalid_names(checkout, tmp_path, name, why):
    for arguments in ([name], [name, tmp_path / "project"]):
        found = rejection(checkout, *arguments)
        assert matches(f"...name {why}", found) and len(found) < 400, found
    assert not (tmp_path / "project").exists()


@pytest.mark.parametrize("arguments, why", [
    ([], "the NAME ... missing; ..."),
    (["nim", "there", "more"], "... FOLDER, got 3 ..."),
    (["nim", "--force"], "unknown option '--force'; ..."),
    (["a\nb"], f"invalid name $'a\\nb': {LETTERS}"),
    (["mnk"], "duplicate name 'mnk': games/mnk exists"),
    (["quixo"], "duplicate name 'quixo': games/catalog.cpp ..."),
    (["northcott"], "duplicate name 'northcott': ... framework/docs/examples ..."),
    (["nim", ""], "cannot create ... '': ..."),
    (["nim", "games/nim"], "... 'games/nim' ... sources; ... games/nim ..."),
    (["nim", "{tmp}"], "... '{tmp}' ... empty"),
    (["nim", "{tmp}/mine.txt"], "'{tmp}/mine.txt' ... a folder"),
    (["nim", "{tmp}/none/nim"], "cannot create ... '{tmp}/none/nim': ..."),
])
def test_new_game_rejects_invalid_arguments(checkout, tmp_path, arguments, why):
    (tmp_path / "mine.txt").write_text("mine")
    found = rejection(checkout, *(argument.format(tmp=tmp_path) for argument in arguments))
    assert matches(why.format(tmp=tmp_path), found)
    assert contents(tmp_path) == {"mine.txt": "mine"}


def test_new_game_rejects_folders_without_write_permission():
    # Outside pytest's folder, which other users may not enter.
    with tempfile.TemporaryDirectory(prefix="zermelo new game ") as name:
        folder = copy_checkout(pathlib.Path(name))
        (folder / "empty").mkdir()
        closed = [folder / "games", folder / "empty", folder]
        for path in [*closed, folder.parent]:
            path.chmod(0o555)
        try:
            assert rejection(folder, "nim", **SOMEBODY_ELSE) == f"cannot write '{folder}/games'"
            assert matches("cannot create ... 'new': ...", rejection(folder, "nim", "new", **SOMEBODY_ELSE))
            assert rejection(folder, "nim", "empty", **SOMEBODY_ELSE) == "cannot write the folder 'empty'"
        finally:
            for path in [*closed, folder.parent]:
                path.chmod(0o755)


def test_new_game_leaves_unexpected_catalog_unchanged(separate_checkout):
    for text in ("constexpr auto catalog_of_all = make_catalog<class mnk, class morris>();\n", "int main() {}\n"):
        (separate_checkout / "games/catalog.cpp").write_text(text)
        assert rejection(separate_checkout, "nim").startswith("games/catalog.cpp: ")
