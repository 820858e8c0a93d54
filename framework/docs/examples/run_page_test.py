# SPDX-License-Identifier: MIT
"""Tests that the runner of the pages' examples finds the examples, and detects differences from the page."""
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parent
sys.path.append(str(EXAMPLES))
import run_page

PAGE = """# A page

| I want to | command |
|---|---|
| have two | `echo one`, `echo two \\| cat` |
| read a [page](a.md) | `echo three` |

```console
$ echo four
four
$ echo five \\
  six
five six
$ true
```

```sh run
echo seven   # with a comment
```

```python run
print(8)
```

```
8
```

```sh
echo never
```

```console not-run
$ echo never
```

```cpp examples/any_graph.cpp
```
"""


def run(page, tmp_path):
    """Runs the examples of a page with this text. Returns (status, output)."""
    file = tmp_path / "page.md"
    file.write_text(page, encoding="utf-8")
    done = subprocess.run([EXAMPLES / "run_page.py", file], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_run_page_finds_examples_in_order():
    examples = run_page.examples_of(PAGE)
    assert [(example.line, example.expected) for example in examples] == [
        (5, None), (5, None), (6, None), (9, ["four"]), (11, ["five six"]), (14, []), (18, None), (21, ["8"])]
    assert [example.command for example in examples[:3]] == ["echo one", "echo two | cat", "echo three"]
    assert examples[4].command == "echo five \\\n  six"
    assert run_page.quoted_files(PAGE) == ["examples/any_graph.cpp"]


def test_run_page_rejects_output_before_a_command():
    with pytest.raises(ValueError, match="line 2: output before any command: four"):
        run_page.examples_of("```console\nfour\n$ echo four\n```\n")


@pytest.mark.parametrize("expected, printed, agrees", [
    ("", "", True),
    ("", "a", False),
    ("a", "a", True),
    ("a", "b", False),
    ("a", "a\nb", False),
    ("a\nb", "a", False),
    ("...\nb", "b", True),
    ("a\n...\nd", "a\nb\nc\nd", True),
    ("a\n...\nd", "a\nb\nc", False),
    ("zermelo 0.1.0 (...), 3 s", "zermelo 0.1.0 (abc-dirty), 3 s", True),
    ("zermelo 0.1.0 (...), 3 s", "zermelo 0.1.1 (abc-dirty), 3 s", False),
    ("board=.../.../...", "board=X../.../...", False),
    ("#C...", "#C..M", False),
    ("time        0.1 s (seed 0.002)", "time        12.345 s (seed 1.000)", True),
    ("time        0.1 s (seed 0.002)", "time        12.345 s (read 1.000)", False),
    ("engine      queue, 1 thread", "engine      queue, 12 threads", True),
    ("engine      queue, 1 thread", "engine      product, 1 thread", False),
    ("value       win in 5 plies", "value       win in 6 plies", False),
])
def test_run_page_compares_expected_with_printed_lines(expected, printed, agrees):
    assert run_page.agrees(expected.splitlines(), printed.splitlines()) == agrees


def test_run_page_runs_all_examples_of_a_page(tmp_path):
    status, output = run(PAGE, tmp_path)
    assert (status, output.splitlines()[-1].split(": ")[1]) == (0, "8 examples, 0 failed"), output


@pytest.mark.parametrize("block, expected", [
    ("```console\n$ echo four\nfive\n```\n", ":2: echo four\n  status 0\n  --- shown\n  +++ printed\n"),
    ("```console\n$ echo four\n```\n", "  +four\n"),
    ("```console\n$ false\n```\n", ":2: false\n  status 1\n"),
    ("```sh run\nzermelo probe none.h5\n```\n", "status 2\n  zermelo: none.h5: "),
    ("```console\n$ if\n```\n", "syntax error"),
    ("no example\n", "no examples\n"),
])
def test_run_page_reports_mismatches(tmp_path, block, expected):
    status, output = run(block, tmp_path)
    assert status == 1 and expected in output, output


def test_run_page_runs_commands_in_one_shell_and_folder(tmp_path):
    page = ("```console\n$ name=world; echo hello > file.txt\n```\n\n"
            "```console\n$ cat file.txt; echo $name\nhello\nworld\n```\n")
    status, output = run(page, tmp_path)
    assert status == 0, output


def test_run_page_commands_find_scripts_and_programs(tmp_path):
    page = ("```console\n$ scripts/run --version\nzermelo ... (...)\n"
            "$ ls scripts/plot_table.py data/grids/official_1.txt\n...\n```\n")
    status, output = run(page, tmp_path)
    assert status == 0, output
