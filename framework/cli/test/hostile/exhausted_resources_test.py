#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Closed streams, a full disk behind them, and limits of threads, memory, files and their size: a line and a status, and
no file is harmed. Files that are to be written are looked at before the work begins."""

import json
import os
import resource
import shutil
import subprocess

import pytest

from program import PROGRAM, failure, report, run

GAME = ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.1", "seed=3"]
STUDY = 'game = "mnk"\n[[sweep]]\nrows = [2, 3]\n'

# Each in a folder of its own with s.toml and t.h5; what it writes there.
COMMANDS = {
    "list": (["list"], []),
    "solve": (["solve", *GAME, "-o", "new.h5", "--verify", "--log", "waves.csv", "--checkpoint", "0"],
              ["new.h5", "waves.csv"]),
    "probe": (["probe", "t.h5", "--line"], []),
    "probe --stdin": (["probe", "t.h5", "--stdin"], []),
    "stats": (["stats", "t.h5"], []),
    "find": (["find", "t.h5", "--count"], []),
    "diff": (["diff", "t.h5", "t.h5"], []),
    "verify": (["verify", "t.h5"], []),
    "run": (["run", "s.toml", "-o", "r", "--log"], ["r"]),
    "play": (["play", "t.h5"], []),
    "bench": (["bench", "mnk", "--repeat", "1"], []),
    "export": (["export", "t.h5", "--csv"], []),
    "export -o": (["export", "t.h5", "--numpy", "-o", "t.npy"], ["t.npy"]),
    "export --graph": (["export", "t.h5", "--graph", "-o", "g.h5"], ["g.h5"]),
}
SILENT = {"export -o", "export --graph", "probe --stdin"}
READING = {"probe --stdin", "play"}


@pytest.fixture(name="files", scope="module")
def fixture_files(tmp_path_factory):
    """A folder with the commands' input, the same one for all, and what each writes if nothing goes wrong."""
    folder = tmp_path_factory.mktemp("files")
    report("solve", *GAME, "-o", str(folder / "t.h5"))
    (folder / "s.toml").write_text(STUDY)
    folder.chmod(0o755)
    return folder


@pytest.fixture(name="room")
def fixture_room(files, tmp_path):
    """A copy of that folder that anybody may write in."""
    room = tmp_path / "room"
    shutil.copytree(files, room)
    room.chmod(0o777)
    for parent in room.parents:  # pytest's own folders are for one user
        if parent.owner() == "root" and parent != parent.parent and os.geteuid() == 0 and str(parent) != "/tmp":
            parent.chmod(0o755)
    return room


def contents(folder):
    return {name: (folder / name).read_bytes() for name in ["t.h5", "s.toml"]}


def written(folder):
    return sorted(set(os.listdir(folder)) - {"t.h5", "s.toml"})


def written_by(command, is_unwritten):
    if is_unwritten and command == "solve":
        return ["waves.csv"]  # it tells its estimate before it begins
    return sorted(COMMANDS[command][1])


def journal_is_whole(folder):
    with open(folder / "r" / "journal.jsonl", encoding="utf-8") as lines:
        return all(line.startswith("{") and line.endswith("}\n") for line in lines)


@pytest.mark.parametrize("stream", [0, 1, 2])
@pytest.mark.parametrize("command", COMMANDS)
def test_closed_streams_harm_no_file(command, stream, room):
    words = COMMANDS[command][0]
    before = contents(room)
    done = subprocess.run([PROGRAM, *words], cwd=room, stdin=subprocess.DEVNULL if stream else None, text=True, check=False,
                          stdout=None if stream == 1 else subprocess.PIPE,
                          stderr=None if stream == 2 else subprocess.PIPE, preexec_fn=lambda: os.close(stream))
    is_unwritten = stream == 1 and command not in SILENT
    is_unread = stream == 0 and command in READING
    assert done.returncode == (3 if is_unwritten or is_unread else 0), done
    if stream != 2:
        what = "write to standard output" if is_unwritten else "read standard input"
        assert done.stderr == (f"zermelo: cannot {what}: Bad file descriptor\n" if is_unwritten or is_unread else "")
    assert contents(room) == before
    assert written(room) == written_by(command, is_unwritten)
    if "r" in written(room):
        assert journal_is_whole(room)
    if "new.h5" in written(room):
        assert run("verify", str(room / "new.h5")).returncode == 0
        assert (room / "waves.csv").read_text().startswith("wave,distance_plies,")


@pytest.mark.parametrize("stream", [1, 2])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_behind_a_stream_harms_no_file(command, stream, room):
    words = COMMANDS[command][0]
    before = contents(room)
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([PROGRAM, *words], cwd=room, stdin=subprocess.DEVNULL, text=True, check=False,
                              stdout=full if stream == 1 else subprocess.PIPE,
                              stderr=full if stream == 2 else subprocess.PIPE)
    is_unwritten = stream == 1 and command not in SILENT
    assert done.returncode == (3 if is_unwritten else 0), done
    if stream == 1:
        message = "zermelo: cannot write to standard output: No space left on device\n" if is_unwritten else ""
        assert done.stderr == message
    assert contents(room) == before
    assert written(room) == written_by(command, is_unwritten)


def test_a_warning_that_cannot_be_written_is_no_error(room):
    words = [PROGRAM, "solve", *GAME, "-o", "new.h5", "--resume"]
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run(words, cwd=room, stdout=subprocess.DEVNULL, stderr=full, check=False)
    assert done.returncode == 0
    assert written(room) == ["new.h5"]


def run_limited(words, room, limits, user=None):
    def limit():
        for what, most in limits.items():
            resource.setrlimit(what, (most, most))
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
    return subprocess.run([PROGRAM, *words], cwd=room, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, preexec_fn=limit)


def expect_a_line_or_success(done, room, before):
    if done.returncode == 1:  # a study goes on without the case that had too little memory
        assert done.args[1] == "run" and "FAILED: out of memory\n" in done.stdout, done
        assert journal_is_whole(room)
    else:
        assert done.returncode in (0, 3), done
    if done.returncode == 3:
        assert done.stderr.startswith("zermelo: ") and done.stderr.endswith("\n"), done
    for line in done.stderr.splitlines():  # warnings may come before
        assert line.startswith("zermelo: "), done
    assert contents(room) == before
    for name in written(room):
        assert not name.startswith("."), name


@pytest.mark.skipif(os.geteuid() != 0, reason="another user is needed, whom nobody else's processes count for")
@pytest.mark.parametrize("command", COMMANDS)
def test_few_threads_are_enough(command, room):
    nobody_else = 50_000 + os.getpid() % 10_000
    words = list(COMMANDS[command][0])
    if command in ["solve", "stats", "find", "diff", "verify", "run", "play", "bench", "export", "export -o"]:
        words += ["--threads", "8"]
    before = contents(room)
    for most in (1, 2, 5, 9):  # of eight threads one, some and all can begin
        done = run_limited(words, room, {resource.RLIMIT_NPROC: most}, nobody_else)
        expect_a_line_or_success(done, room, before)
        for name in written(room):
            shutil.rmtree(room / name) if (room / name).is_dir() else os.remove(room / name)


@pytest.mark.skipif(os.geteuid() != 0, reason="another user is needed, whom nobody else's processes count for")
@pytest.mark.parametrize("most", [2, 5, 12])
def test_a_solve_is_done_by_as_many_threads_as_are_granted(most, room):
    nobody_else = 60_000 + os.getpid() % 5_000
    for _ in range(10):  # where there is too little for a moment, it is not every time
        done = run_limited(["solve", *GAME, "-o", "new.h5", "--verify", "--threads", "8", "--json"], room,
                           {resource.RLIMIT_NPROC: most}, nobody_else)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert json.loads(done.stdout)["threads"] == max(1, min(8, most - 1))


def test_threads_without_room_for_their_stacks_are_not_made(room, address_space):
    for most in address_space:
        done = run_limited(["stats", "t.h5", "--threads", "16"], room, {resource.RLIMIT_AS: most})
        expect_a_line_or_success(done, room, contents(room))
        assert len(done.stderr.splitlines()) == (1 if done.returncode else 0), done


def solve_within(address_space, threads, room):
    return run_limited(["solve", *GAME, "--threads", str(threads), "--json"], room, {resource.RLIMIT_AS: address_space})


def test_a_limited_address_space_is_enough_for_any_number_of_threads(room):
    by_one = json.loads(run_limited(["solve", *GAME, "--threads", "1", "--json"], room, {}).stdout)
    least = next(limit for limit in range(48 << 20, 1 << 30, 1 << 20) if solve_within(limit, 1, room).returncode == 0)
    granted = []
    for more in (2, 16, 64, 256, 512):
        for threads in (2, 16, 64, 1024):
            done = solve_within(least + (more << 20), threads, room)
            assert (done.returncode, done.stderr) == (0, ""), done
            answer = json.loads(done.stdout)
            assert 1 <= answer["threads"] <= threads and answer["signature"] == by_one["signature"]
            granted.append(answer["threads"])
    assert granted[3] < 16 == granted[-3]  # of 1024 few in little space; of 16 all in much


def most_memory(words, room, stack):
    """The most address space that the program had until its first answer, where a thread's stack takes so much."""
    with subprocess.Popen([PROGRAM, *words], cwd=room, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))) as asked:
        asked.stdin.write(b"\n")
        asked.stdin.flush()
        assert asked.stdout.readline() != b""
        with open(f"/proc/{asked.pid}/status", encoding="ascii") as status:
            (peak,) = [int(line.split()[1]) << 10 for line in status if line.startswith("VmPeak:")]
        asked.stdin.close()
        asked.stdout.read()
    assert asked.returncode == 0
    return peak


@pytest.mark.parametrize("words", [["probe", "t.h5", "--stdin"], ["play", "t.h5", "--threads", "1"]])
def test_one_thread_is_one_thread(words, room):
    small, large = 1 << 23, 1 << 32
    assert most_memory(words, room, large) - most_memory(words, room, small) < large // 2


def starts_within(limit, room):
    done = run_limited(["--version"], room, {resource.RLIMIT_AS: limit})
    return done.returncode == 0


@pytest.fixture(name="address_space", scope="module")
def fixture_address_space(files):
    """Some limits of address space: a bit more than what the program needs to begin at all, and more."""
    least = next(limit for limit in range(16 << 20, 1 << 30, 1 << 20) if starts_within(limit, files))
    return [*(least + (more << 20) for more in (2, 4, 8, 12, 18)), 1 << 27, 1 << 30]


@pytest.mark.parametrize("command", COMMANDS)
def test_too_little_memory_is_a_line_and_a_status(command, address_space, room):
    expect_lines_and_statuses(command, resource.RLIMIT_AS, address_space, room)


@pytest.mark.parametrize("command", [command for command, (_, written_files) in COMMANDS.items() if written_files])
def test_too_small_files_are_a_line_and_a_status(command, room):
    expect_lines_and_statuses(command, resource.RLIMIT_FSIZE, [0, 1, 100, 2_000, 5_000, 20_000], room)


@pytest.mark.parametrize("command", COMMANDS)
def test_too_few_open_files_are_a_line_and_a_status(command, room):
    expect_lines_and_statuses(command, resource.RLIMIT_NOFILE, [3, 4, 5, 6, 8, 16], room)


def expect_lines_and_statuses(command, limit, values, room):
    before = contents(room)
    for most in values:
        done = run_limited(COMMANDS[command][0], room, {limit: most})
        if "error while loading shared libraries" in done.stderr:
            continue  # the program has not begun
        expect_a_line_or_success(done, room, before)
        for name in written(room):
            shutil.rmtree(room / name) if (room / name).is_dir() else os.remove(room / name)


def test_places_where_nothing_can_be_written_are_refused_at_once(room):
    os.mkfifo(room / "pipe")
    (room / "link").symlink_to("/dev/null")
    places = {"/dev/null": "cannot write /dev/null: it is not a regular file",
              str(room / "pipe"): f"cannot write {room}/pipe: it is not a regular file",
              str(room / "link"): f"cannot write {room}/link, a link to /dev/null: it is not a regular file",
              str(room / "gone" / "t.h5"): f"cannot write {room}/gone/t.h5: {room}/gone is no folder",
              str(room): f"cannot write {room}: it is a folder"}
    for place, why in places.items():
        # No report on the instance, which is too large to be solved.
        assert failure("solve", "cat_and_mouse_ii", "rows=100", "cols=100", "-o", place) == why
        assert failure("export", str(room / "t.h5"), "--numpy", "-o", place) == why
        assert failure("export", str(room / "t.h5"), "--graph", "-o", place) == why
    for words in [["solve", "mnk", "-o", ""], ["export", str(room / "t.h5"), "--csv", "-o", ""],
                  ["solve", "mnk", "--log", ""], ["run", str(room / "s.toml"), "-o", ""]]:
        assert "'' does not name a file to write" in failure(*words)


def test_a_file_that_the_instance_is_read_from_is_not_overwritten(tmp_path):
    grid = tmp_path / "grid.txt"
    grid.write_text("C.F\n.#.\n..M\n")
    for word in [f"grid=@{grid}", f"@{grid}"]:
        for other in [str(grid), os.path.join(str(tmp_path), ".", "grid.txt")]:
            assert failure("solve", "cat_and_mouse_ii", word, "-o", other) == \
                f"-o: {other} is what the instance is read from"
            assert failure("solve", "cat_and_mouse_ii", word, "--log", other) == \
                f"--log: {other} is what the instance is read from"
    assert grid.read_text() == "C.F\n.#.\n..M\n"
    study = tmp_path / "s.toml"
    study.write_text(STUDY)
    assert failure("run", str(study), "-o", str(study)) == f"{study}: is no folder"
    assert study.read_text() == STUDY


def test_a_table_keeps_the_permissions_of_the_one_that_it_replaces(tmp_path):
    table = tmp_path / "t.h5"
    for mode in [0o600, 0o640, 0o666]:
        report("solve", *GAME, "-o", str(table))
        table.chmod(mode)
        report("solve", *GAME, "-o", str(table))
        assert table.stat().st_mode & 0o777 == mode
