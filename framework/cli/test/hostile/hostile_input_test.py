#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that forged or changed checkpoints, journals and long lines are rejected in one line, or are harmless.

ZERMELO_FORGERIES: the number of forged checkpoints of each kind."""

import json
import os
import random
import shutil
import signal
import subprocess
import time

import h5py
import numpy
import pytest

from checkpoint_digest import altered_checkpoint
from journal_file import alter_entries, line_of, make_version_1
from message_pattern import matches
from program import PROGRAM, failure, is_handled, peak_of, report, run, run_into_full_log

# Wins of both players, cycles, about thirty waves.
PURSUIT = ["cat_and_mouse_ii", "rows=8", "cols=8", "walls=0.15", "seed=5"]
# Ties, which have a separate stage.
LINE = ["mnk", "rows=3", "cols=3", "k=3"]


def checkpoints_of(folder, game, engine):
    """The bytes of checkpoints after some of the waves, in the middle and near the end."""
    table, log = str(folder / "t.h5"), str(folder / "waves.csv")
    arguments = ["solve", *game, "--engine", engine, "--threads", "1", "-o", table, "--log", log]
    report(*arguments)
    with open(log, encoding="ascii") as file:
        lines = file.readlines()
    found = []
    for num_lines in sorted({6, len(lines) // 2 + 2, len(lines) - 1}):
        os.remove(log)
        assert run_into_full_log([*arguments, "--checkpoint", "0"], log, lines[:num_lines])[0] == -signal.SIGKILL
        with open(table + ".checkpoint", "rb") as file:
            found.append(file.read())
        os.remove(table + ".checkpoint")
        open(log, "wb").close()
    os.remove(table)
    return found


def forge(path, chance):
    """Alters words, attributes or both, and updates the digest."""
    with altered_checkpoint(path) as file:
        dataset = file["entries" if "entries" in file else "words"]
        is_checkpoint_altered = chance.random() < 0.8
        if is_checkpoint_altered:
            arguments = dataset[:]
            bits = 8 * arguments.dtype.itemsize
            for _ in range(chance.choice([1, 1, 2, 5, 50])):
                at = chance.randrange(arguments.size)
                word = int(arguments[at])
                arguments[at] = chance.choice([
                    word ^ 1, word + 1, word - 1, word ^ 1 << chance.randrange(bits), chance.getrandbits(bits),
                    int(arguments[chance.randrange(arguments.size)]), word ^ 3 << (bits - 2)]) % 2**bits
            dataset[:] = arguments
        if not is_checkpoint_altered or chance.random() < 0.3:
            name = chance.choice(["stage", "next_distance", "waves", "edges", "legal_positions"])
            if name == "stage":
                set_stage(file, b"ties" if file.attrs["stage"] == b"wins_and_losses" else b"wins_and_losses")
            else:
                number = int(file.attrs[name]) + chance.choice([-1, 1, -2, 5, chance.randrange(-30, 30)])
                file.attrs.modify(name, max(0, number))


def set_stage(file, stage):
    del file.attrs["stage"]
    file.attrs["stage"] = numpy.bytes_(stage)


def writable(path):
    """The file, whose digest is not updated."""
    return h5py.File(path, "r+")


def facts_of(solved):
    return [solved[name] for name in ["signature", "counts", "edges", "legal_positions"]]


@pytest.mark.parametrize("game,engine", [(PURSUIT, "implicit"), (PURSUIT, "product"), (LINE, "implicit"),
                                         (LINE, "explicit")])
def test_forged_checkpoints_are_rejected_or_give_correct_results(game, engine, tmp_path):
    truth = facts_of(report("solve", *game))
    checkpoints = checkpoints_of(tmp_path, game, engine)
    table = str(tmp_path / "t.h5")
    chance = random.Random(f"{game} {engine}")
    rejected = 0
    forgeries = int(os.environ.get("ZERMELO_FORGERIES", "20"))
    for number in range(forgeries):
        with open(table + ".checkpoint", "wb") as file:
            file.write(chance.choice(checkpoints))
        forge(table + ".checkpoint", chance)
        on = chance.choice([engine, "explicit"])
        done = run("solve", *game, "--engine", on, "-o", table, "--resume", "--json")
        if done.returncode == 0:
            assert facts_of(json.loads(done.stdout)) == truth, number
            os.remove(table)
            continue
        assert done.returncode == 2, (number, done)
        assert done.stderr.startswith(f"zermelo: --resume: {table}.checkpoint: ") and done.stderr.count("\n") == 1, done
        assert not os.path.exists(table)
        rejected += 1
    assert rejected > forgeries * 3 // 4


@pytest.mark.parametrize("open_file, alter, why", [
    (altered_checkpoint, lambda file: set_stage(file, b"ties"), "distance"),
    (writable, lambda file: set_stage(file, b"ties"), "digest of"),
    (writable, lambda file: file.attrs.modify("format_version", 1), "version 1 "),
], ids=["stage", "damage", "version"])
def test_resume_rejects_altered_checkpoint(open_file, alter, why, tmp_path):
    path = tmp_path / "t.h5.checkpoint"
    path.write_bytes(checkpoints_of(tmp_path, PURSUIT, "implicit")[1])
    with open_file(path) as file:
        alter(file)
    message = failure("solve", *PURSUIT, "-o", str(tmp_path / "t.h5"), "--resume", "--json")
    assert message.startswith(f"--resume: {path}: ") and why in message


STUDY = """game = "cat_and_mouse_ii"
[parameters]
rows = 4
[[sweep]]
cols = [3, 4]
"""


@pytest.fixture(name="made", scope="module")
def fixture_made(tmp_path_factory):
    """The results of a study of two cases, whose journal lines are ordered by number; also with tables."""
    made = tmp_path_factory.mktemp("studies")
    for name, more in (("plain", ""), ("tables", "[tables]\nkeep = true\n")):
        (made / name).mkdir()
        (made / name / "s.toml").write_text(STUDY + more)
        assert run("run", made / name / "s.toml", "-o", made / name / "results", "--threads", "1").returncode == 0
    return made


@pytest.fixture(name="folder")
def fixture_folder(made, tmp_path, request):
    """A copy of the results of the study."""
    shutil.copytree(made / getattr(request, "param", "plain"), tmp_path, dirs_exist_ok=True)
    return tmp_path / "results"


def resume(folder, status=2):
    return failure("run", str(folder.parent / "s.toml"), "-o", str(folder), "--resume", status=status)


def alter_entry(journal, change, write=line_of):
    """Calls change(entry) for the entry of the second case, and writes it with its digest, or by another function."""
    lines = journal.read_text().splitlines()
    entry = json.loads(lines[2])
    change(entry)
    journal.write_text("\n".join([*lines[:2], write(entry), ""]))


def test_resume_stops_reading_deeply_nested_journal_line(folder):
    line = b"[" * (60 << 20)
    with open(folder / "journal.jsonl", "ab") as file:
        file.write(line + b"\n")
    peak, status, _ = peak_of("run", str(folder.parent / "s.toml"), "-o", str(folder), "--resume")
    assert status == 2 and peak < 8 * len(line)


OF_RESULTS, OF_TIMES = "... result {}", "{}: ... 0"
FORGED = [  # (results or timings, name of the member, its value, pattern of the message)
    ("results", "case", 7, OF_RESULTS), ("results", "rows", 99, OF_RESULTS), ("results", "table", "../other.h5", OF_RESULTS),
    *(("results", "win", value, OF_RESULTS) for value in ([], "12", -1, 1.5)),
    ("results", "cat_wins", -1, OF_RESULTS), ("results", "signature", 7, OF_RESULTS),
    ("results", "start_answer", {}, OF_RESULTS), ("results", "start_answer", -5.5, OF_RESULTS),
    ("results", "start_plies", -1, OF_RESULTS), ("results", "edges", 2**63, OF_RESULTS),
    ("results", "histogram", "x", "{} ... result ..."), ("results", "x" * 100, 1, "{} ... result ..."),
    ("timings", "total_seconds", "long", OF_TIMES), ("timings", "total_seconds", -1, OF_TIMES),
    ("timings", "engine", 1, "{}: ... string"), ("timings", "weather", 1, "{} ... time ..."),
]


@pytest.mark.parametrize("member, name, value, why", FORGED)
@pytest.mark.parametrize("version", [1, 2])
def test_resume_rejects_journal_entry_with_invalid_column_value(member, name, value, why, version, folder):
    journal = folder / "journal.jsonl"
    alter_entry(journal, lambda entry: entry[member].update({name: value}))
    if version == 1:
        make_version_1(journal)
    display = name if len(name) < 40 else name[:40] + "..."
    for _ in range(2):  # a journal of version 1 becomes one of version 2
        assert matches(f"{journal}:3: ..." + why.format(f"'{display}'"), resume(folder))
    alter_entries(journal, lambda entry: entry[member].update({name: value}))  # the first error is reported
    assert matches(f"{journal}:2: ..." + why.format(f"'{display}'"), resume(folder))


@pytest.mark.parametrize("folder", ["plain", "tables"], indirect=True)
@pytest.mark.parametrize("change", [
    lambda entry: entry["results"].update(win=entry["results"]["win"] + 1),
    lambda entry: entry["results"].update(start_plies=None),
    lambda entry: entry["results"].update(start_outcome="draw"),
    lambda entry: entry["results"].pop("start_winner"),
    lambda entry: entry["results"].clear(),
    lambda entry: entry["timings"].update(threads=7),
    lambda entry: entry.update(key="another"),
    lambda entry: entry.update(error="no memory"),
    lambda entry: entry.update(digest="0" * 16),
    lambda entry: entry.pop("digest"),
])
def test_resume_rejects_altered_journal_entry(change, folder):
    shutil.rmtree(folder / "tables", ignore_errors=True)  # repeated solves are also checked against their study
    journal = folder / "journal.jsonl"
    alter_entry(journal, change, lambda entry: json.dumps(entry, separators=(",", ":")))
    before = journal.read_bytes()
    assert matches(f"{journal}:3: invalid ...: ... digest; ...", resume(folder))
    assert journal.read_bytes() == before


@pytest.mark.parametrize("bytes_of_table", [-1, 1.5, "17", None])
def test_resume_rejects_journal_entry_with_invalid_table_size(bytes_of_table, folder):
    alter_entry(folder / "journal.jsonl", lambda entry: entry.update(table_bytes=bytes_of_table))
    assert matches(f"{folder / 'journal.jsonl'}:3: ... case", resume(folder))


def test_resume_writes_cases_under_their_numbers_despite_altered_journal(folder):
    alter_entry(folder / "journal.jsonl", lambda entry: entry["timings"].update(case=7))
    before = (folder / "results.csv").read_bytes()
    assert run("run", str(folder.parent / "s.toml"), "-o", str(folder), "--resume").returncode == 0
    assert (folder / "results.csv").read_bytes() == before


@pytest.mark.parametrize("arguments", [["WORD"], ["--WORD"], ["solve", "WORD"], ["solve", "mnk", "--WORD"],
                                   ["solve", "mnk", "rows=WORD"], ["solve", "mnk", "WORD"], ["solve", "mnk", "WORD=3"],
                                   ["solve", "mnk", "--engine", "WORD"], ["solve", "mnk", "--threads", "WORD"],
                                   ["solve", "mnk", "--memory-limit", "WORD"], ["probe", "WORD"],
                                   ["solve", "cat_and_mouse_ii", "grid=WORD"], ["list", "WORD"], ["export", "WORD"],
                                   ["solve", "cat_and_mouse", "graph=[[\"WORD\"]]"], ["run", "WORD"],
                                   ["solve", "cat_and_mouse", '{"WORD":1,"WORD":2}'], ["solve", "mnk", "@WORD"]])
@pytest.mark.parametrize("letter", ["x", "\x1b", "\udcff", "é", "\u202e"], ids=["x", "escape", "byte", "two_bytes", "direction_mark"])
def test_error_messages_are_at_most_1000_bytes_long(arguments, letter):
    done = run(*[word.replace("WORD", letter * 20_000) for word in arguments])
    assert done.returncode == 2, done
    message = done.stderr
    assert message.endswith("\n") and len(message.encode()) <= len("zermelo: ") + 1000 + len("\n"), len(message)
    assert message.isascii() or letter == "é"  # reading has already shown that it is UTF-8


def test_ctrl_c_interrupts_waiting_for_a_pipe(tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    for arguments in [["solve", "cat_and_mouse", f"graph=@{pipe}"], ["run", pipe], ["solve", "mnk", "--log", pipe, "--quiet"]]:
        with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as waiting:
            with open(f"/proc/{waiting.pid}/comm", encoding="ascii") as name:
                while name.read().strip() != os.path.basename(PROGRAM)[:15]:  # it has not started yet
                    name.seek(0)
            while waiting.poll() is None:  # a signal may arrive before the wait
                if is_handled(waiting.pid):
                    waiting.send_signal(signal.SIGINT)
                time.sleep(0.01)
            assert (waiting.returncode, waiting.stderr.read()) == (130, "zermelo: interrupted\n"), arguments
