# SPDX-License-Identifier: MIT
"""scripts/new_game: what it writes into a checkout and outside of one, and what it refuses.

What it writes outside is compiled and run by framework/core/test/find_package, as it says.
"""

import os
import pathlib
import re
import shutil
import tempfile

import pytest

from script_calls import SOMEBODY_ELSE, SOURCE, call, output_of

HEADERS = [f"framework/{layer}/include/zermelo/{layer}" for layer in ("core", "formats", "catalog")]
GAME_FILES = ["README.md", "{}.cpp", "{}.hpp", "{}_test.cpp"]
PROJECT_FILES = ["CMakeLists.txt", *GAME_FILES, "main.cpp"]


def copy(source, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    (shutil.copytree if source.is_dir() else shutil.copy)(source, to)


def copy_checkout(folder):
    """What the script touches of a checkout, in a folder with a blank."""
    copied = folder / "a checkout"
    for part in ("scripts/new_game", "scripts/new_game_template", "games/catalog.cpp", "games/mnk", ".clang-format",
                 "framework/docs/examples", *HEADERS):
        copy(SOURCE / part, copied / part)
    return copied


@pytest.fixture(scope="module", name="checkout")
def fixture_checkout(tmp_path_factory):
    """One in which no test writes."""
    return copy_checkout(tmp_path_factory.mktemp("shared"))


@pytest.fixture(name="own_checkout")
def fixture_own_checkout(tmp_path):
    return copy_checkout(tmp_path)


@pytest.fixture(name="installed")
def fixture_installed(tmp_path):
    """The same of a Zermelo that is installed."""
    prefix = tmp_path / "a prefix"
    for name in ("new_game", "new_game_template"):
        copy(SOURCE / "scripts" / name, prefix / "share/zermelo" / name)
    for headers in HEADERS:
        copy(SOURCE / headers, prefix / "include/zermelo" / pathlib.Path(headers).name)
    return prefix


def run(folder, *words, **options):
    (script,) = [*folder.glob("scripts/new_game"), *folder.glob("share/zermelo/new_game")]
    return call(script, *words, **{"cwd": folder, **options})


def contents(folder):
    """Every file with its text."""
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") if path.is_file() else None
            for path in folder.rglob("*")}


def refusal(folder, *words, **options):
    """The line with which the script refuses the words. It must have written nothing."""
    before = contents(folder)
    done = run(folder, *words, **options)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    assert contents(folder) == before
    assert re.fullmatch("zermelo: [^\n]+\n", done.stderr), done.stderr
    return done.stderr[len("zermelo: "):-1]


def names_of(forms, name):
    return sorted(form.format(name) for form in forms)


def listed(folder):
    return re.findall(r"class (\w+),? +// ", (folder / "games/catalog.cpp").read_text(encoding="utf-8"))


def test_a_game_in_a_checkout_is_a_folder_and_a_line_in_the_list(own_checkout):
    for name in ("nim", "a", "z9", "my_game", "x" * 24):
        before = listed(own_checkout)
        output = output_of(run(own_checkout, name))
        game = own_checkout / "games" / name
        assert sorted(path.name for path in game.iterdir()) == names_of(GAME_FILES, name)
        assert listed(own_checkout) == sorted([*before, name])
        for file in game.iterdir():
            text = file.read_text(encoding="utf-8")
            assert name in text and "@" not in text
            assert name == "my_game" or "my_game" not in text
            assert file.suffix == ".md" or text.startswith("// SPDX-License-Identifier: MIT\n")
        commands = [line.split("  #")[0].strip() for line in output.splitlines() if line.startswith("  ")]
        assert commands == [f"scripts/test --target {name}_test -R '^{name}_test:'",
                            f"scripts/run solve {name} counters=50 --verify", f"scripts/run play {name}"]
        assert all(os.access(SOURCE / command.split()[0], os.X_OK) for command in commands)
        assert [path.name for path in (own_checkout / "games").iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(shutil.which("clang-format-19") is None, reason="there is no clang-format-19")
def test_what_is_written_is_laid_out_in_the_house_style(own_checkout):
    for name in ("a", "nim", "x" * 24):  # after the longest one the list is wider
        assert run(own_checkout, name).returncode == 0
    sources = [path for path in (own_checkout / "games").rglob("*.[ch]pp") if "mnk" not in path.parts]
    assert len(sources) == 10
    output_of(call("clang-format-19", "--dry-run", "--Werror", *sources))


def test_a_game_is_a_worked_example_of_rules_in_few_lines():
    text = (SOURCE / "scripts/new_game_template/game/my_game.hpp").read_text(encoding="utf-8")
    rules = re.search(r"^class my_game \{\n.*?^\};\n", text, re.MULTILINE | re.DOTALL)[0]
    assert rules.count("\n") <= 80


@pytest.mark.parametrize("is_here", [False, True])
def test_a_project_outside_is_written_into_a_new_or_an_empty_folder(checkout, tmp_path, is_here):
    before = contents(checkout)
    folder = tmp_path / "a project"
    if is_here:
        folder.mkdir()
    output = output_of(run(checkout, "nim", "." if is_here else folder, cwd=folder if is_here else checkout,
                           env={**os.environ, "HOME": "/home/some one"}))
    assert contents(checkout) == before
    assert "  cd " + str(folder).replace(" ", "\\ ") + "\n" in output
    assert sorted(path.name for path in folder.iterdir()) == names_of(PROJECT_FILES, "nim")
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        assert "my_game" not in text and "SPDX" not in text, "its license is for its author to choose"
    assert f"`{checkout}/framework/docs/tutorial.md`" in (folder / "README.md").read_text(encoding="utf-8")
    assert f"the steps are in {checkout}/framework/docs/tutorial.md. Then:" in output
    assert "find_package(zermelo REQUIRED)" in (folder / "CMakeLists.txt").read_text(encoding="utf-8")
    command = r"cmake -B build -DCMAKE_PREFIX_PATH=/home/some\ one/zermelo"
    assert command in (folder / "README.md").read_text(encoding="utf-8") and f"  {command} " in output
    install = "  " + str(checkout).replace(" ", "\\ ") + r"/scripts/install /home/some\ one/zermelo"
    assert install in output.splitlines()


def test_an_installed_script_knows_where_zermelo_is(installed, tmp_path):
    folder = tmp_path / "nim"
    output = output_of(run(installed, "nim", folder))
    command = "cmake -B build -DCMAKE_PREFIX_PATH=" + str(installed).replace(" ", "\\ ")
    assert command in (folder / "README.md").read_text(encoding="utf-8") and command in output
    assert f"`{installed}/share/zermelo/framework/docs/tutorial.md`" in (folder / "README.md").read_text(encoding="utf-8")
    assert "scripts/install" not in output
    assert refusal(installed, "nim") == "the FOLDER for the project is missing; see new_game --help"
    assert refusal(installed, "axis", tmp_path / "axis") == "the name 'axis' has another meaning in Zermelo's headers; choose another name"


@pytest.mark.parametrize("data", ["share", "data", "usr/share/games"])
def test_an_installed_script_may_be_anywhere_below_its_prefix(installed, tmp_path, data):
    prefix = tmp_path / "another"
    (prefix / data).mkdir(parents=True)
    shutil.move(installed / "share/zermelo", prefix / data / "zermelo")
    script = prefix / data / "zermelo/new_game"
    done = call(script, "nim", tmp_path / "nim")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"zermelo: include/zermelo is missing in all folders above '{script.parent}'\n"
    shutil.move(installed / "include", prefix / "include")
    assert f"cmake -B build -DCMAKE_PREFIX_PATH={prefix} " in output_of(call(script, "nim", tmp_path / "nim"))


def test_help_is_given_anywhere(checkout):
    for words in (["-h"], ["--help"], ["nim", "--help"]):
        output = output_of(run(checkout, *words))
        assert output.startswith("Usage: new_game NAME [FOLDER]\n") and "Examples:" in output


LETTERS = "expected a-z, 0-9 and single _ between them, a letter first, at most 24 characters"


@pytest.mark.parametrize("name, why", [
    *[(name, LETTERS) for name in ("", "Nim", "9nim", "nim_", "_nim", "a__b", "nim-2", "../nim", "n" * 25, "n" * 10_000, "nim\n", "día")],
    ("nim_test", "ends in _test, which is for tests; choose another name"),
    *[(name, "is a keyword of C++; choose another name") for name in ("class", "co_await", "alignas", "xor")],
    ("linux", "is a macro of C; choose another name"),
    ("test", "is a target of CMake in every project; choose another name"),
    *[(name, "is a part of Zermelo; choose another name") for name in ("zermelo", "core")],
    *[(name, "has another meaning in the code of a new game; choose another name") for name in ("state", "std", "player")],
    *[(name, "has another meaning in Zermelo's headers; choose another name") for name in ("axis", "canonical", "size_of")],
])
def test_a_name_that_cannot_be_one_is_refused(checkout, tmp_path, name, why):
    for words in ([name], [name, tmp_path / "project"]):
        found = refusal(checkout, *words)
        assert found.startswith(("the name ", "invalid name ")) and found.endswith(f" {why}") and len(found) < 400, found
    assert not (tmp_path / "project").exists()


@pytest.mark.parametrize("words, why", [
    ([], "the NAME of a game is missing; see new_game --help"),
    (["nim", "there", "more"], "expected NAME and FOLDER, got 3 arguments; see new_game --help"),
    (["nim", "--force"], "unknown option '--force'; see new_game --help"),
    (["a\nb"], f"invalid name $'a\\nb': {LETTERS}"),
    (["mnk"], "duplicate name 'mnk': games/mnk exists"),
    (["quixo"], "duplicate name 'quixo': games/catalog.cpp has it"),
    (["northcott"], "duplicate name 'northcott': an example in framework/docs/examples has it"),
    (["nim", ""], "cannot make the folder '': No such file or directory"),
    (["nim", "games/nim"], "the folder 'games/nim' is in Zermelo's sources; without a folder, games/nim is written"),
    (["nim", "{tmp}"], "the folder '{tmp}' is not empty"),
    (["nim", "{tmp}/mine.txt"], "'{tmp}/mine.txt' is not a folder"),
    (["nim", "{tmp}/none/nim"], "cannot make the folder '{tmp}/none/nim': No such file or directory"),
])
def test_wrong_words_are_refused(checkout, tmp_path, words, why):
    (tmp_path / "mine.txt").write_text("mine")
    assert refusal(checkout, *(word.format(tmp=tmp_path) for word in words)) == why.format(tmp=tmp_path)
    assert contents(tmp_path) == {"mine.txt": "mine"}


def test_somebody_who_may_not_write_there_is_refused():
    # Not below pytest's own folder, which nobody else may enter.
    with tempfile.TemporaryDirectory(prefix="zermelo new game ") as name:
        folder = copy_checkout(pathlib.Path(name))
        (folder / "empty").mkdir()
        closed = [folder / "games", folder / "empty", folder]
        for path in [*closed, folder.parent]:
            path.chmod(0o555)
        try:
            assert refusal(folder, "nim", **SOMEBODY_ELSE) == f"cannot write '{folder}/games'"
            assert refusal(folder, "nim", "new", **SOMEBODY_ELSE) == "cannot make the folder 'new': Permission denied"
            assert refusal(folder, "nim", "empty", **SOMEBODY_ELSE) == "cannot write the folder 'empty'"
        finally:
            for path in [*closed, folder.parent]:
                path.chmod(0o755)


def test_a_list_that_is_not_of_one_line_a_game_is_left_as_it_is(own_checkout):
    for text in ("constexpr auto catalog_of_all = make_catalog<class mnk, class morris>();\n", "int main() {}\n"):
        (own_checkout / "games/catalog.cpp").write_text(text)
        assert refusal(own_checkout, "nim") == "games/catalog.cpp has no list with a line for each game"
