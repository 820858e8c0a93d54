# SPDX-License-Identifier: MIT
"""Runs files *.cases: tests that consist of commands, their output and their status. pytest collects such a file like a
Python file, and reports for each failing case its line and the differences.

    # SPDX-License-Identifier: MIT
    # What the file is about. Its head ends at the first empty line.

    $ zermelo solve mnk -o t.h5

    # a position is found in the table
    $ zermelo find t.h5 moves=9
    board=.../.../...  a tie in 9 plies
    $ zermelo find t.h5 mvoes=9
    ! zermelo: 'mvoes=9': ... 'mvoes'; ... 'moves'?
    ? 2
    $ zermelo probe t.h5 --json
    json: plies = 9
    json: moves.0.best = true

A case is a line `# TITLE` after an empty line, and the commands up to the next title, each with its complete output,
then errors after `! `, then the status after `? ` if it is not 0. framework/docs/examples/console.py describes the
syntax of commands and the meaning of `...`. If lines `json: MEMBER = VALUE` or `json: MEMBER is missing` are given, the
command must print JSON, and these members are compared: `a.b` is a member of a member, `a.0` the first element of an
array, `a[].b` a member of each element. Several lines of JSON are an array. In the same way `csv: COLUMN = [FIELD,
...]` is a column of comma-separated values.

Commands before the first title run once per file; only their status is compared, and each case gets a folder with
copies of the files that they write. One shell runs the commands of a case, in which `zermelo` is the built program;
standard input is empty.
"""
import csv
import difflib
import json
import os
import pathlib
import shutil
import sys
import tempfile

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "docs/examples"))
import console  # noqa: E402  # pylint: disable=wrong-import-position

CASE_SECONDS = 300
PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"]).absolute()


def pytest_collect_file(file_path, parent):
    return CasesFile.from_parent(parent, path=file_path) if file_path.suffix == ".cases" else None


def sections_of(text):
    """Returns the commands of the setup, and a list of (title, line, commands) of the cases."""
    lines = text.splitlines()
    head = lines.index("") if "" in lines else len(lines)
    titles = [number for number, line in enumerate(lines) if number > head and line.startswith("# ") and not lines[number - 1]]
    ends = [*titles[1:], len(lines)]

    def commands(first, end):
        while first < end and not lines[first]:
            first += 1
        examples = console.console_examples(first + 1, lines[first:end])
        return [example._replace(expected="\n".join(example.expected).rstrip("\n").splitlines()) for example in examples]
    setup = commands(head, titles[0] if titles else len(lines))
    return setup, [(lines[title][2:], title + 1, commands(title + 1, end)) for title, end in zip(titles, ends)]


def member(value, path):
    """The part of a value at a path such as `moves[].plies`."""
    name, _, rest = path.partition(".")
    of_each = name.endswith("[]")
    name = name.removesuffix("[]")
    if name:
        value = value[int(name) if isinstance(value, list) else name]
    if of_each:
        return [member(one, rest) if rest else one for one in value]
    return member(value, rest) if rest else value


def value_of(kind, output):
    """The output parsed as JSON, or as comma-separated values: a list of fields for each column."""
    if kind == "csv":
        rows = list(csv.DictReader(output))
        return {name: [row[name] for row in rows] for name in rows[0]}
    try:
        return json.loads("\n".join(output))
    except ValueError:
        return [json.loads(line) for line in output]


def members(kind, expected, output):
    """The lines `KIND: MEMBER = VALUE` for these members of the output."""
    try:
        value = value_of(kind, output)
    except (LookupError, ValueError):
        return output
    printed = []
    for line in expected:
        path = line.removeprefix(f"{kind}: ").partition(" = ")[0].removesuffix(" is missing")
        try:
            printed.append(f"{kind}: {path} = {json.dumps(member(value, path), ensure_ascii=False)}")
        except (LookupError, TypeError, ValueError):
            printed.append(f"{kind}: {path} is missing")
    return printed


def streams(lines):
    """The lines of output, of errors, and of the status; `...` matches only lines of output."""
    errors, status = ([line for line in lines if line.startswith(mark)] for mark in ("! ", "? "))
    return [line for line in lines if not line.startswith(("! ", "? "))], errors, status


def differences(example, status, output, errors):
    """The differences between a command's output and the expected output, as lines; empty if they are equal."""
    for kind in ("json", "csv"):
        expected = [line for line in example.expected if line.startswith(f"{kind}: ")]
        if expected:
            output = members(kind, expected, output)
    printed = [*output, *(f"! {line}" for line in errors)]
    if status != 0:
        printed.append(f"? {status}")
    if all(map(console.agrees, streams(example.expected), streams(printed))):
        return []
    return list(difflib.unified_diff(example.expected, printed, "shown", "printed", lineterm=""))


def run(examples, folder):
    """Yields each command with (status, lines of output, lines of errors)."""
    zermelo = 'zermelo() { "$ZERMELO_PROGRAM" "$@"; }'
    results = console.run_commands([zermelo, *(example.command for example in examples)], folder, PROGRAM, CASE_SECONDS,
                                   "{log}/errors{number}")
    next(results)
    return zip(examples, results)


class CasesFile(pytest.File):
    """A file of cases; `made`: the folder with the files of its setup, or None before the first case needs it."""
    made = None

    def collect(self):
        self.setup_commands, cases = sections_of(self.path.read_text(encoding="utf-8"))
        for title, line, commands in cases:
            yield Case.from_parent(self, name=title, line=line, commands=commands)

    def folder_with_setup(self):
        if self.made is None:
            made = tempfile.TemporaryDirectory()
            for example, (status, output, errors) in run(self.setup_commands, made.name):
                if status != 0:
                    raise CaseFailure(example.line, example.command, [f"status {status}", *output, *errors])
            self.made = made
        return self.made.name


class CaseFailure(Exception):
    """The line of a command, the command, and the error in its output."""


class Case(pytest.Item):
    """The commands of a title, in a separate folder."""

    def __init__(self, *, line, commands, **kwargs):
        super().__init__(**kwargs)
        self.line, self.commands = line, commands

    def runtest(self):
        if not self.commands:
            raise CaseFailure(self.line, "no command", [])
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.parent.folder_with_setup(), folder, dirs_exist_ok=True, symlinks=True)
            for example, result in run(self.commands, folder):
                wrong = differences(example, *result)
                if wrong:
                    raise CaseFailure(example.line, example.command, wrong)

    def repr_failure(self, excinfo, style=None):
        if not isinstance(excinfo.value, CaseFailure):
            return super().repr_failure(excinfo, style)
        line, command, wrong = excinfo.value.args
        return "\n  ".join([f"{self.path}:{line}: {command}", *wrong])

    def reportinfo(self):
        return self.path, self.line - 1, self.name
