#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Whatever a stranger's table, study or file says, no command prints a character that a terminal obeys, nor a line that
is not the program's; and JSON and CSV stay what they are."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess

import h5py
import pytest

from checkpoint_digest import sign_parameters
from journal_file import alter_entries
from program import PROGRAM, failure, run, run_into_full_log

GRID = ["cat_and_mouse_ii", "grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2"]
# Escape sequences of both kinds, forged lines, a text that is turned around, the end of a paragraph, and no UTF-8.
HOSTILE = b"\x1b]0;title\x07\x1b[2J\n\naccepted\r\t\x7f \xc2\x9b31m \xe2\x80\xae \xe2\x80\xa9 S\xc3\xb8ren \xff"
SHOWN = r"\u001b]0;title\u0007\u001b[2J\n\naccepted\r\t\u007f \u009b31m \u202e \u2029 Søren \xff"
OBEYED = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


@pytest.fixture(name="table", scope="module")
def fixture_table(tmp_path_factory):
    table = tmp_path_factory.mktemp("hostile") / "t.h5"
    assert run("solve", *GRID, "-o", table).returncode == 0
    return table


def altered_copy(table, folder, **attributes):
    """A copy of the table with other attributes, whatever they hold."""
    changed = folder / "changed.h5"
    shutil.copy(table, changed)
    with h5py.File(changed, "r+", libver=("v110", "v110")) as file:
        for name, value in attributes.items():
            file.attrs.create(name, value, dtype=f"S{len(value)}" if isinstance(value, bytes) else None)
        if any(name.startswith("parameter_") for name in attributes):
            sign_parameters(file)
    return changed


def output_of(*words, stdin=b"", cwd=None):
    """Status, standard output and standard error of a command, after looking that a terminal obeys neither."""
    done = subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, check=False, cwd=cwd)
    texts = done.stdout.decode(), done.stderr.decode()  # both are UTF-8
    for text in texts:
        assert OBEYED.search(text) is None, text
    return done.returncode, *texts


COMMANDS = [["stats"], ["stats", "--json"], ["stats", "--by", "turn"], ["probe"], ["probe", "--json"], ["probe", "--line"],
            ["find"], ["find", "--csv"], ["find", "--json"], ["verify"], ["verify", "--json"], ["verify", "--signature"],
            ["export", "--csv"], ["export", "--pgsolver"], ["export", "--dot"], ["play"]]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_free_texts_of_a_table_are_escaped(table, tmp_path, words):
    """Texts that are the table's own, and that no game contradicts."""
    changed = altered_copy(table, tmp_path, engine=HOSTILE, program_version=HOSTILE, git_revision=HOSTILE)
    command, *options = words
    status, out, err = output_of(command, changed, *options)
    assert (status, err) == (0, "")
    sound = run(command, table, *options).stdout
    assert len(out.splitlines()) == len(sound.splitlines()), "a line more or less than of a sound table"
    if words == ["stats"]:
        assert f"made by     zermelo {SHOWN} ({SHOWN}), engine {SHOWN}, " in out
    if words == ["stats", "--json"]:
        texts = json.loads(out)
        assert texts["engine"] == texts["git_revision"] == HOSTILE.decode(errors="replace")


@pytest.mark.parametrize("name", ["game", "parameter_grid", "parameter_cat_jump", "parameters", "first_player",
                                  "second_player", "start_text", "infinite_play", "axes", "signature", "format"])
@pytest.mark.parametrize("words", [["stats"], ["find", "--json"], ["verify"], ["verify", "--signature", "--json"], ["play"]],
                         ids=" ".join)
def test_what_is_refused_is_quoted_in_one_line(table, tmp_path, name, words):
    changed = altered_copy(table, tmp_path, **{name: HOSTILE})
    command, *options = words
    status, out, err = output_of(command, changed, *options)
    if command == "verify" and options and status == 0:  # of names it knows nothing
        assert json.loads(out)["accepted"]
        return
    assert (status, out) == (2, "")
    assert err.startswith("zermelo: ") and err.endswith("\n") and err.count("\n") == 1


def test_a_parameter_with_blanks_that_a_terminal_obeys_is_escaped(tmp_path):
    """The game takes them, so that nothing refuses the table."""
    plain, odd = tmp_path / "plain.h5", tmp_path / "odd.h5"
    assert run("solve", "cat_and_mouse", "graph=1 3/0/3/0 2", "-o", plain).returncode == 0
    assert output_of("solve", "cat_and_mouse", "graph=1\r\t3\n0\r\n3\n0\t2", "-o", odd)[0] == 0
    shown = r"1\r\t3/0\r/3/0\t2"
    assert f"\nparameters  cat=2 first=mouse graph={shown} " in output_of("stats", odd)[1]
    assert json.loads(output_of("stats", odd, "--json")[1])["params"]["graph"] == "1\r\t3\n0\r\n3\n0\t2"
    status, out, err = output_of("diff", plain, odd)
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == f"parameter graph: 1 3/0/3/0 2 | {shown}" and len(out.splitlines()) == 3
    assert output_of("diff", plain, odd, "--json")[0] == 1


def test_names_of_files_are_escaped(table, tmp_path):
    odd = tmp_path / os.fsdecode(b"a\x1b[2J\naccepted\xff.h5")
    shutil.copy(table, odd)
    shown = rf"{tmp_path}/a\u001b[2J\naccepted\xff.h5"
    assert output_of("stats", odd)[1].startswith(f"table       {shown}\ngame  ")
    assert output_of("verify", odd, "--signature")[1].startswith(f"table       {shown}\nsignature  ")
    assert output_of("verify", odd, "--json")[0] == 0
    missing = odd.with_name(odd.name + "x")
    assert output_of("probe", missing) == (2, "", f"zermelo: {shown}x: no such file\n")
    status, out, _ = output_of("solve", "mnk", "-o", odd)
    assert status == 0 and f"\ntable       {shown}\n" in out


def test_words_and_lines_of_the_user_are_escaped(table):
    odd = "a\x1b[2J\n\u202e"
    for words in (["solve", odd], ["solve", "mnk", odd], ["solve", "mnk", f"rows={odd}"], [odd], [f"--{odd}"],
                  ["probe", table, odd], ["find", table, odd], ["find", table, f"outcome={odd}"], ["stats", table, "--by", odd],
                  ["play", table, "--as", odd], ["export", table, "--format", odd], ["solve", "mnk", "--engine", odd]):
        status, out, err = output_of(*words)
        assert (status, out, err.count("\n")) == (2, "", 1)
    status, out, _ = output_of("play", table, stdin=b"\x1b[2J\xff\nhint\x07\r\nquit\n")
    assert status == 0
    assert r"mouse> \u001b[2J\xff" + "\n" in out and r"hint\u0007\r" + "\n" in out
    status, out, err = output_of("probe", table, "--stdin", stdin=b"turn=\x1b[2J\n")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_files_of_an_instance_are_quoted_escaped(tmp_path):
    for text in (HOSTILE, b'{"grid": ["\\u001b[2J"]}', b"[[1,3],[0],[3],\x1b[0,2]]", b"C.M\x1bF"):
        (tmp_path / "file").write_bytes(text)
        for game in ("cat_and_mouse", "cat_and_mouse_ii"):
            status, out, err = output_of("solve", game, f"@{tmp_path / 'file'}")
            assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("name", ["game", "parameter_cat_jump", "stage", "digest"])
def test_a_checkpoint_is_quoted_escaped(tmp_path, name):
    table, log = tmp_path / "t.h5", tmp_path / "waves.csv"
    words = ["solve", "cat_and_mouse_ii", "rows=16", "cols=16", "walls=0.2", "-o", table, "--checkpoint-waves", "1"]
    header = "wave,distance_plies,win,loss,tie,seconds,resident_bytes\n"
    assert run_into_full_log([*words, "--log", log], log, [header] + ["0" * 50 + "\n"] * 6)[0] == -signal.SIGKILL
    os.replace(altered_copy(f"{table}.checkpoint", tmp_path, **{name: HOSTILE}), f"{table}.checkpoint")
    status, out, err = output_of(*words, "--resume")
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("zermelo: ")


def test_texts_of_a_journal_are_refused_or_escaped(tmp_path):
    (tmp_path / "s.toml").write_text('game = "mnk"\n[[sweep]]\nrows = [2, 3]\n')
    folder = tmp_path / "out"
    assert run("run", tmp_path / "s.toml", "-o", folder).returncode == 0
    alter_entries(folder / "journal.jsonl", lambda entry: entry["results"].update(start_outcome="\x1b[2J\n1,2\u202e"))
    status, _, err = output_of("run", tmp_path / "s.toml", "-o", folder, "--resume")
    assert (status, err) == (0, "")
    text = (folder / "results.csv").read_text()
    assert OBEYED.search(text) is None and len(text.splitlines()) == 1 + 2


STUDY = r'''game = "cat_and_mouse_ii"
question = "\u001b[2J\u202e"
[parameters]
mouse_jump = 2
[[sweep]]
grid = ["C.M/..F", "\u001b[2J\u009b\n1,forged", "=1+1", "+1", "C.M\n..F\n"]
[[statistic]]
name = "share"
count = "winner=mouse"
'''


def test_a_study_is_shown_escaped(tmp_path):
    (tmp_path / "s.toml").write_text(STUDY)
    study, folder = tmp_path / "s.toml", tmp_path / "out\n\x1b[2J"
    for options in (["--dry-run"], ["--dry-run", "--json"], ["--print-effective"]):
        assert output_of("run", study, *options)[0] in (0, 1)
    assert len(output_of("run", study, "--dry-run")[1].splitlines()) == 5 + 1
    status, out, _ = output_of("run", study, "-o", folder, "--verbose", "--quiet")
    assert status == 1 and len(out.splitlines()) == 5 + 1
    assert out.splitlines()[-1].endswith(rf": {tmp_path}/out\n\u001b[2J")
    assert json.loads(output_of("run", study, "-o", folder, "--resume", "--json", "--quiet")[1])["failed"] == 3
    for name in ("results.csv", "timings.csv"):
        text = (folder / name).read_text()
        assert OBEYED.search(text) is None
        assert len(text.splitlines()) == 5 + 1
    rows = list(csv.DictReader(io.StringIO((folder / "results.csv").read_text())))
    assert [row["grid"] for row in rows] == ["C.M/..F", r"\u001b[2J\u009b\n1,forged", "'=1+1", "'+1", r"C.M\n..F\n"]


@pytest.mark.parametrize("seconds", [float("inf"), float("-inf"), float("nan"), -1.0])
def test_seconds_that_are_no_times_are_refused(table, tmp_path, seconds):
    changed = altered_copy(table, tmp_path, phases=b"total", seconds=[seconds])
    for command in ("stats", "probe", "find", "verify", "play"):
        assert failure(command, changed) == f"{changed}: attribute 'seconds': {seconds:g} is no time"
