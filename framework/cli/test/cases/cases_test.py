# SPDX-License-Identifier: MIT
"""Tests that the runner of *.cases files detects differences and reports their lines."""
import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent
SOUND = """# SPDX-License-Identifier: MIT
# What the file is about.

$ echo one > made.txt

# a file of the setup exists in each case
$ cat made.txt
one
$ rm made.txt

# each case has its own copy of the files, and one shell with variables
$ name=made.txt
$ cat $name - <<END
> two
> END
one
two

# errors and the status are compared separately from output
$ echo out; echo wrong >&2; exit_status() { return 3; }; exit_status
out
! wrong
? 3

# members of JSON are compared
$ echo '{"a": {"b": [1, null]}, "c": [{"d": 1.5}, {"d": "x"}]}'
json: a.b = [1, null]
json: a.b.0 = 1
json: c[].d = [1.5, "x"]
$ printf '{"a": 1}\\n{"a": 2}\\n'
json: [].a = [1, 2]

# zermelo calls the tested program of any name
$ zermelo a "b  c"
called with a b  c

# columns of comma-separated values are compared
$ printf 'a,b\\n1,"x,y"\\n2,\\n'
csv: b = ["x,y", ""]
csv: c is missing
"""


WRONG = {  # (text, its replacement, the beginning of the reported line, the reported difference)
    "another_line": ("one\n$ rm", "two\n$ rm", "$ cat made.txt", "-two\n  +one"),
    "missing_line": ("one\n$ rm", "$ rm", "$ cat made.txt", "+one"),
    "additional_line": ("one\n$ rm", "one\nmore\n$ rm", "$ cat made.txt", "-more"),
    "missing_last_line": ("one\ntwo\n", "one\n", "$ cat $name - <<END", "+two"),
    "missing_error": ("! wrong\n", "", "$ echo out; echo wrong", "+! wrong"),
    "error_as_output": ("! wrong\n", "wrong\n", "$ echo out; echo wrong", "-wrong\n  +! wrong"),
    "error_among_any_lines": ("out\n! wrong\n", "...\n", "$ echo out; echo wrong", "+! wrong"),
    "status_among_any_lines": ("out\n! wrong\n? 3\n", "...\n! wrong\n", "$ echo out; echo wrong", "+? 3"),
    "missing_status": ("? 3\n", "", "$ echo out; echo wrong", "+? 3"),
    "another_status": ("? 3\n", "? 2\n", "$ echo out; echo wrong", "-? 2\n  +? 3"),
    "another_member": ("json: a.b.0 = 1", "json: a.b.0 = 2", "$ echo '{", "-json: a.b.0 = 2\n  +json: a.b.0 = 1"),
    "missing_member": ("json: a.b.0 = 1", "json: a.e = 1", "$ echo '{", "+json: a.e is missing"),
    "more_objects": ("json: [].a = [1, 2]", "json: [].a = [1, 2, 3]", "$ printf '{", "+json: [].a = [1, 2]"),
    "another_field": ('csv: b = ["x,y", ""]', 'csv: b = ["x,y"]', "$ printf 'a,b", '+csv: b = ["x,y", ""]'),
    "unexpected_column": ("csv: c is missing", 'csv: c = [""]', "$ printf 'a,b", "+csv: c is missing"),
    "not_json": ("$ echo '{", "$ echo '[[{", "$ echo '[[{", "+[[{"),
    "syntax": ("$ cat made.txt\n", "$ if\n", "$ if", "syntax error"),
    "setup": ("$ echo one", "$ ! echo one", "$ ! echo one", "status 1"),
    "case_without_command": ("# a file of", "# nothing\n\n# a file of", "# nothing", "no command"),
}


@pytest.fixture(name="reports", scope="module")
def fixture_reports(tmp_path_factory):
    """(the output of pytest for valid files and for one file per error, the texts of these files)."""
    folder = tmp_path_factory.mktemp("cases")
    strings = {"sound": SOUND, "open": SOUND.replace("out\n! wrong", "...\n! wrong")}
    for name, (right, instead, _, _) in WRONG.items():
        assert SOUND.count(right) == 1
        strings[name] = SOUND.replace(right, instead)
    strings["lost"] = SOUND.replace("# a file of", "lost\n\n# a file of").replace("$ echo one > made.txt\n", "")
    for name, text in strings.items():
        (folder / f"{name}.cases").write_text(text, encoding="utf-8")
    program = folder / "bin" / "another_name"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho called with \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    environment = {**os.environ, "ZERMELO_PROGRAM": str(program), "PYTHONPATH": f"{FOLDER}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "conftest",
                           "--continue-on-collection-errors", folder], cwd=folder, env=environment, capture_output=True,
                          text=True, check=False)
    return done.stdout, strings


def test_cases_files_pass_when_output_matches(reports):
    output, _ = reports
    assert "/sound.cases:" not in output and "/open.cases:" not in output
    cases_behind_a_failed_setup = 5
    assert f" {len(WRONG) + cases_behind_a_failed_setup} failed" in f" {output.splitlines()[-1]}", output


@pytest.mark.parametrize("name", WRONG)
def test_cases_files_report_line_of_each_mismatch(reports, name):
    output, strings = reports
    _, _, begins, difference = WRONG[name]
    number, = [number for number, line in enumerate(strings[name].splitlines(), 1) if line.startswith(begins)]
    report = output[output.index(f"/{name}.cases:{number}: "):]
    assert difference in report[:report.find("\n_")], output


def test_cases_files_reject_output_before_any_command(reports):
    assert "line 5: output before any command: lost" in reports[0]
