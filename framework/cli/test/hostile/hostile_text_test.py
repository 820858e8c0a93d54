#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that commands never print control characters of a terminal or forged lines, whatever an untrusted table, study
or file contains, and that JSON and CSV stay valid."""

import json
import os
import re
import signal
import subprocess

import pytest

from checkpoint_digest import altered_copy, sign_parameters
from journal_file import alter_entries
from program import PROGRAM, run, run_into_full_log

GRID = ["cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2"]
# Escape sequences of both kinds, forged lines, reversed text, a paragraph separator, and invalid UTF-8.
HOSTILE = b"\x1b]0;title\x07\x1b[2J\n\naccepted\r\t\x7f \xc2\x9b31m \xe2\x80\xae \xe2\x80\xa9 S\xc3\xb8ren \xff"
ESCAPED = r"\u001b]0;title\u0007\u001b[2J\n\naccepted\r\t\u007f \u009b31m \u202e \u2029 Søren \xff"
OBEYED = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


@pytest.fixture(name="table", scope="module")
def fixture_table(tmp_path_factory):
    table = tmp_path_factory.mktemp("hostile") / "t.h5"
    assert run("solve", *GRID, "-o", table).returncode == 0
    return table


def hostile_copy(table, folder, *names):
    """A copy of the table with hostile attributes of these names."""
    def change(file):
        for name in names:
            file.attrs.create(name, HOSTILE, dtype=f"S{len(HOSTILE)}")
        if names[0].startswith("parameter_"):
            sign_parameters(file)
    return altered_copy(table, folder, change)


def output_of(*arguments, stdin=b"", cwd=None):
    """Status, standard output and standard error of a command, after a check for control characters."""
    done = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, check=False, cwd=cwd)
    strings = done.stdout.decode(), done.stderr.decode()  # both are UTF-8
    for text in strings:
        assert OBEYED.search(text) is None, text
    return done.returncode, *strings


COMMANDS = [["stats"], ["stats", "--json"], ["stats", "--by", "turn"], ["probe"], ["probe", "--json"], ["probe", "--line"],
            ["find"], ["find", "--csv"], ["find", "--json"], ["verify"], ["verify", "--json"], ["verify", "--signature"],
            ["export", "--csv"], ["export", "--pgsolver"], ["export", "--dot"], ["play"]]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_output_escapes_free_text_of_untrusted_table(table, tmp_path, arguments):
    """Tests text that only the table contains, so that the game cannot contradict it."""
    changed = hostile_copy(table, tmp_path, "engine", "program_version", "git_revision")
    command, *options = arguments
    status, out, err = output_of(command, changed, *options)
    assert (status, err) == (0, "")
    sound = run(command, table, *options).stdout
    assert len(out.splitlines()) == len(sound.splitlines()), "the number of lines differs from that of a sound table"
    if arguments == ["stats"]:
        assert f"made by     zermelo {ESCAPED} ({ESCAPED}), engine {ESCAPED}, " in out
    if arguments == ["stats", "--json"]:
        strings = json.loads(out)
        assert strings["engine"] == strings["git_revision"] == HOSTILE.decode(errors="replace")


@pytest.mark.parametrize("name", ["game", "parameter_grid", "parameter_cat_jump", "parameters", "first_player",
                                  "second_player", "start_text", "infinite_play", "axes", "signature", "format"])
@pytest.mark.parametrize("arguments", [["stats"], ["find", "--json"], ["verify"], ["verify", "--signature", "--json"], ["play"]],
                         ids=" ".join)
def test_errors_quote_text_of_untrusted_table_in_one_line(table, tmp_path, name, arguments):
    changed = hostile_copy(table, tmp_path, name)
    command, *options = arguments
    status, out, err = output_of(command, changed, *options)
    if command == "verify" and options and status == 0:  # it does not use the names
        assert json.loads(out)["accepted"]
        return
    assert (status, out) == (2, "")
    assert err.startswith("zermelo: ") and err.endswith("\n") and err.count("\n") == 1


@pytest.mark.parametrize("name", ["game", "parameter_cat_jump", "stage", "digest"])
def test_errors_escape_text_of_untrusted_checkpoint(tmp_path, name):
    table, log = tmp_path / "t.h5", tmp_path / "waves.csv"
    arguments = ["solve", "cat_and_mouse_ii", "rows=16", "cols=16", "walls=0.2", "-o", table, "--checkpoint-waves", "1"]
    header = "wave,distance_plies,win,loss,tie,seconds,resident_bytes\n"
    assert run_into_full_log([*arguments, "--log", log], log, [header] + ["0" * 50 + "\n"] * 6)[0] == -signal.SIGKILL
    os.replace(hostile_copy(f"{table}.checkpoint", tmp_path, name), f"{table}.checkpoint")
    status, out, err = output_of(*arguments, "--resume")
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("zermelo: ")


def test_resume_rejects_or_escapes_text_of_untrusted_journal(tmp_path):
    (tmp_path / "s.toml").write_text('game = "mnk"\n[[sweep]]\nrows = [2, 3]\n')
    folder = tmp_path / "out"
    assert run("run", tmp_path / "s.toml", "-o", folder).returncode == 0
    alter_entries(folder / "journal.jsonl", lambda entry: entry["results"].update(start_outcome="\x1b[2J\n1,2\u202e"))
    status, _, err = output_of("run", tmp_path / "s.toml", "-o", folder, "--resume")
    assert (status, err) == (0, "")
    text = (folder / "results.csv").read_text()
    assert OBEYED.search(text) is None and len(text.splitlines()) == 1 + 2
