# SPDX-License-Identifier: MIT
"""Studies that zermelo run refuses, in a line that names the file and the line."""

import os

import pytest

from program import failure, report
from studies import study

GAME = 'game = "cat_and_mouse_ii"\n'
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
