# SPDX-License-Identifier: MIT
"""Studies that zermelo run refuses, in a line that names the file and the line."""

import os

import pytest

from program import failure, report
from studies import study

GAME = 'game = "cat_and_mouse_ii"\n'
CASE = "[[case]]\n"


@pytest.mark.parametrize("text, expected", [
    ("", ":1: 'game' is missing"),
    ('game = "cat_and_mous"', ":1: unknown game 'cat_and_mous'; did you mean 'cat_and_mouse'?"),
    (GAME + "sweeps = 1", ":2: the file has no key 'sweeps'; did you mean 'sweep'?"),
    (GAME + "[[sweep]]\nrwos = [1]", ":3: cat_and_mouse_ii has no parameter 'rwos'; did you mean 'rows'?"),
    (GAME + "[[sweep]]\nrows = []", ":3: 'rows' is swept over nothing"),
    (GAME + "[[sweep]]\nrows = { from = 5, to = 4 }", ":3: 'rows' is swept over nothing"),
    (GAME + "[[sweep]]\nrows = 5", ":3: 'rows' is swept over a list such as"),
    (GAME + "[[sweep]]\nrows = [1, 2]\ncols = [1]", ":4: 'cols' has 1 values, 'rows' beside it has 2"),
    (GAME + "[parameters]\nrows = 3\n[[sweep]]\nrows = [1]", ":5: 'rows' has a value already"),
    (GAME + "[[sweep]]\nseed = { from = 9223372036854775807, count = 2 }",
     ":3: the last of 2 values is above 9223372036854775807"),
    (GAME + "[[sweep]]\nseed = { from = -9223372036854775808, to = 9223372036854775807 }",
     ":3: more than 10000000 values"),
    (GAME + "[[sweep]]\nseed = [1, 2, 1]", ":2: step 3 of the sweep is step 1 again: seed=1"),
    (GAME + "[[sweep]]\nwalls = { from = 0.1, step = 1e-14, count = 3 }",
     ":2: step 2 of the sweep is step 1 again: walls=0.1"),
    (GAME + "[[sweep]]\nrows = [4, 4]\ncols = [5, 5]", ":2: step 2 of the sweep is step 1 again: rows=4 cols=5"),
    (GAME + "where = [\"rows > 5\"]\n[parameters]\nrows = 4", ":2: no case passes 'where'"),
    (GAME + "[[sweep]]\nseed = { from = 0, to = 20000000 }", ":3: more than 10000000 values"),
    (GAME + "[[sweep]]\nrows = { from = 1, to = 3, step = 0 }", ":3: 'step' is a number above 0"),
    (GAME + "[parameters]\nrows = \"abc\"", ":3: parameter 'rows': 'abc' is not a whole number from 1 to "),
    (GAME + "[[sweep]]\nrows = [4, 100000000]", ":3: parameter 'rows': '100000000' is not a whole number from 1 to "),
    (GAME + "[[sweep]]\nrows = [true]", ":3: a value of 'rows' is a number or a text"),
    (GAME + "[[sweep]]\nrows = { files = \"*\" }", ":3: 'rows' is no text, which a file could have"),
    (GAME + "[parameters]\ngrid = \"@none.txt\"", ":3: cannot read "),
    (GAME + "[[sweep]]\nengine = [\"queue\"]\n[solve]\nengine = \"queue\"", ":5: 'engine' is swept over already"),
    (GAME + "[[sweep]]\nengine = [\"quick\"]", ":3: "),
    (GAME + "repetitions = 0", ":2: 'repetitions' is a whole number from 1 to 1000000"),
    (GAME + "where = [\"rows < 3\"]", ":2: the study gives no 'rows' a value"),
    (GAME + "[solve]\nengine = \"fast\"", ":3: "),
    (GAME + "[solve]\nmemory_limit = 4", ":3: 'memory_limit' is a text, in quotes"),
    (GAME + "[[sweep]]\ngrid = { files = \"none*.txt\" }", ":3: no file is called"),
    (GAME + "rows = [", ":2: "),
    (GAME + "[solve]\nverify = \"al\"", ":3: 'verify' is \"all\", or \"sample:N\" with N at least 1"),
    (GAME + "where = [\"rows < rosw\"]\n[parameters]\nrows = 4",
     ":2: 'rosw' is no parameter of the study, no number, and no value of 'rows'; did you mean 'rows'?"),
    (GAME + "[parameters]\nrows = 4\ncols = 4\n[[statistic]]\nname = \"a\"\ncount = \"winer=cat\"",
     ":5: statistic 'a': 'winer=cat': there is no field 'winer'; did you mean 'winner'?"),
    (GAME + "[parameters]\nrows = 4\ncols = 4\n[[statistic]]\nname = \"edges\"\ncount = \"winner=cat\"",
     ":5: statistic 'edges': another column has this name"),
    (CASE + "rows = 4", ":1: 'game' is missing"),
    (CASE + "game = 'mkn'", ":2: unknown game 'mkn'; did you mean 'mnk'?"),
    (CASE + "game = 'mnk'\nrwos = 3", ":3: mnk has no parameter 'rwos'; did you mean 'rows'?"),
    (CASE + "game = 'mnk'\nrows = [3]", ":3: a value of 'rows' is a number or a text"),
    (CASE + "game = 'mnk'\nrows = 0", ":3: parameter 'rows': '0' is not a whole number from 1 to "),
    (CASE + "game = 'mnk'\nengine = 'quick'", ":3: "),
    (CASE + "game = 'cat_and_mouse_ii'\ngrid = '@none.txt'", ":3: cannot read "),
    (CASE + "game = 'mnk'\n" + CASE + "game = 'mnk'\nrows = 4\n" + CASE + "game = 'mnk'",
     ":6: case 3 is case 1 again: mnk"),
    (GAME + CASE + GAME, ":1: 'game' does not go with [[case]], which has its own game and values"),
    (CASE + GAME + "[parameters]\nrows = 3", ":3: 'parameters' does not go with [[case]]"),
    (CASE + GAME + "[[sweep]]\nrows = [3]", ":3: 'sweep' does not go with [[case]]"),
    ("where = ['rows > 3']\n" + CASE + GAME, ":1: 'where' does not go with [[case]]"),
    (CASE + GAME + "[tables]\nwhere = ['rows > 3']", ":4: 'where' does not go with [[case]]"),
    ("case = []", ":1: no [[case]] is listed"),
    ("case = 5", ":1: 'case' is a list of tables: [[case]]"),
    (CASE + "game = 'mnk'\n[record]\ngroups = true", ":4: none of the games names groups"),
    (CASE + "game = 'mnk'\n[[statistic]]\nname = 'instance'\ncount = 'outcome=win'",
     ":3: statistic 'instance': another column has this name"),
])
def test_a_study_that_is_none_is_refused_with_file_and_line(tmp_path, text, expected):
    path = study(tmp_path, text)
    message = failure("run", path, "-o", str(tmp_path / "r"))
    assert message.startswith(path + expected), message
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("deep", ["[{}a]", "{}a = 1", "[parameters]\n{}a = 1", "[[{}a]]", "x = {{ {}a = 1 }}",
                                  "x = {{ a = '''b'''', {}a = 1 }}", 'x = {{ a = """b""""", {}a = 1 }}'])
def test_a_key_that_is_too_deep_for_the_parser_is_refused(tmp_path, deep):
    path = study(tmp_path, GAME + "# . . . . . . . . . . . . . . . . . . .\n" + deep.format("a." * 1_000_000))
    line = 3 + deep.count("\n")
    assert failure("run", path, "--dry-run") == f"{path}:{line}: a key of more than 16 dots"


def test_dots_in_texts_and_numbers_make_no_deep_key(tmp_path):
    board = "MCF" + "." * 30
    quoted = [f'"{board}"', f"'{board}.'", f'"""\n{board}.."""', f"'''{board}...'''", f'"{board}/.\\u002e' + "." * 31 + '"']
    text = "question = '''" + "." * 20 + ' "dots"\n' + "." * 20 + '"' + "'''\n"
    text += GAME + "solve.engine = 'auto' # don't\nrecord.histogram = false\n"
    text += f"[[sweep]]\ngrid = [{', '.join(quoted)}]\n"
    planned = report("run", study(tmp_path, text), "--dry-run")
    assert [len(case["grid"]) for case in planned["cases"]] == [33, 34, 35, 36, 67]
    numbers = ", ".join(f"{n / 1000:.3f}" for n in range(100))
    text = f"{GAME}[parameters]\nrows = 3\ncols = 3\n[[sweep]]\nwalls = [{numbers}]\n"
    assert len(report("run", study(tmp_path, text), "--dry-run")["cases"]) == 100


def test_a_folder_with_something_in_it_is_left_alone(whole, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "notes").write_text("mine", encoding="ascii")
    assert "there is something already" in failure("run", str(whole / "study.toml"), "-o", str(tmp_path / "r"))
    assert os.listdir(tmp_path / "r") == ["notes"]
