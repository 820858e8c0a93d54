#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests closed streams, a full disk, and limits on threads, memory, open files and file sizes: each results in an error
line and a status, and no file is damaged. Output files are checked before the work begins."""

import json
import os
import resource
import shutil
import subprocess

import pytest

from program import PROGRAM, report, run

GAME = ["cat_and_mouse_ii", "rows=6", "cols=6", "walls=0.1", "seed=3"]
STUDY = 'game = "mnk"\n[[sweep]]\nrows = [2, 3]\n'

# Each command runs in a separate folder with s.toml and t.h5; with the files that it writes there.
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
    """A folder with the input of all commands, and the files that each writes without errors."""
    folder = tmp_path_factory.mktemp("files")
    report("solve", *GAME, "-o", str(folder / "t.h5"))
    (folder / "s.toml").write_text(STUDY)
    folder.chmod(0o755)
    return folder


@pytest.fixture(name="work_folder")
def fixture_work_folder(files, tmp_path):
    """A copy of that folder that all users may write to."""
    work_folder = tmp_path / "room"
    shutil.copytree(files, work_folder)
    work_folder.chmod(0o777)
    for parent in work_folder.parents:  # pytest's own folders are private to one user
        if parent.owner() == "root" and parent != parent.parent and os.geteuid() == 0 and str(parent) != "/tmp":
            parent.chmod(0o755)
    return work_folder


def contents(folder):
    return {name: (folder / name).read_bytes() for name in ["t.h5", "s.toml"]}


def written(folder):
    return sorted(set(os.listdir(folder)) - {"t.h5", "s.toml"})


def written_by(command, is_unwritten):
    if is_unwritten and command == "solve":
        return ["waves.csv"]  # it prints its estimate before it begins
    return sorted(COMMANDS[command][1])


def journal_is_whole(folder):
    with open(folder / "r" / "journal.jsonl", encoding="utf-8") as lines:
        return all(line.startswith("{") and line.endswith("}\n") for line in lines)


@pytest.mark.parametrize("failure, stream", [("closed", 0), ("closed", 1), ("closed", 2), ("full", 1), ("full", 2)])
@pytest.mark.parametrize("command", COMMANDS)
def test_closed_streams_or_full_disk_leave_files_unchanged(command, failure, stream, work_folder):
    before = contents(work_folder)
    with open("/dev/full", "w", encoding="ascii") as full:
        streams = [subprocess.DEVNULL, subprocess.PIPE, subprocess.PIPE]
        streams[stream] = full if failure == "full" else None
        done = subprocess.run([PROGRAM, *COMMANDS[command][0]], cwd=work_folder, text=True, check=False, stdin=streams[0],
                              stdout=streams[1], stderr=streams[2],
                              preexec_fn=(lambda: os.close(stream)) if failure == "closed" else None)
    is_unwritten = stream == 1 and command not in SILENT
    is_unread = stream == 0 and command in READING
    assert done.returncode == (3 if is_unwritten or is_unread else 0), done
    if stream != 2:
        what = "write to standard output" if is_unwritten else "read standard input"
        why = "Bad file descriptor" if failure == "closed" else "No space left on device"
        assert done.stderr == (f"zermelo: cannot {what}: {why}\n" if is_unwritten or is_unread else "")
    assert contents(work_folder) == before
    assert written(work_folder) == written_by(command, is_unwritten)
    if "r" in written(work_folder):
        assert journal_is_whole(work_folder)
    if "new.h5" in written(work_folder):
        assert run("verify", str(work_folder / "new.h5")).returncode == 0
        assert (work_folder / "waves.csv").read_text().startswith("wave,distance_plies,")


def run_limited(arguments, work_folder, limits, user=None):
    def limit():
        for what, most in limits.items():
            resource.setrlimit(what, (most, most))
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
    return subprocess.run([PROGRAM, *arguments], cwd=work_folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, preexec_fn=limit)


def expect_a_line_or_success(done, work_folder, before):
    if done.returncode == 1:  # a study continues without the case that had too little memory
        assert done.args[1] == "run" and "FAILED: out of memory\n" in done.stdout, done
        assert journal_is_whole(work_folder)
    else:
        assert done.returncode in (0, 3), done
    if done.returncode == 3:
        assert done.stderr.startswith("zermelo: ") and done.stderr.endswith("\n"), done
    for line in done.stderr.splitlines():  # warnings may come before
        assert line.startswith("zermelo: "), done
    assert contents(work_folder) == before
    for name in written(work_folder):
        assert not name.startswith("."), name


@pytest.mark.skipif(os.geteuid() != 0, reason="another user is needed, whom nobody else's processes count for")
@pytest.mark.parametrize("most", [2, 5, 12])
def test_solve_runs_with_the_number_of_threads_that_the_system_allows(most, work_folder):
    nobody_else = 60_000 + os.getpid() % 5_000
    for _ in range(10):  # the lack of memory is temporary, so not every attempt fails
        done = run_limited(["solve", *GAME, "-o", "new.h5", "--verify", "--threads", "8", "--json"], work_folder,
                           {resource.RLIMIT_NPROC: most}, nobody_else)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert json.loads(done.stdout)["threads"] == max(1, min(8, most - 1))


def test_stats_runs_with_fewer_threads_when_stacks_do_not_fit(work_folder, address_space):
    for most in address_space:
        done = run_limited(["stats", "t.h5", "--threads", "16"], work_folder, {resource.RLIMIT_AS: most})
        expect_a_line_or_success(done, work_folder, contents(work_folder))
        assert len(done.stderr.splitlines()) == (1 if done.returncode else 0), done


def solve_within(address_space, threads, work_folder):
    return run_limited(["solve", *GAME, "--threads", str(threads), "--json"], work_folder, {resource.RLIMIT_AS: address_space})


def test_solve_succeeds_in_limited_address_space_with_any_thread_count(work_folder):
    by_one = json.loads(run_limited(["solve", *GAME, "--threads", "1", "--json"], work_folder, {}).stdout)
    least = next(limit for limit in range(48 << 20, 1 << 30, 1 << 20) if solve_within(limit, 1, work_folder).returncode == 0)
    granted = []
    for more in (2, 16, 64, 256, 512):
        for threads in (2, 16, 64, 1024):
            done = solve_within(least + (more << 20), threads, work_folder)
            assert (done.returncode, done.stderr) == (0, ""), done
            answer = json.loads(done.stdout)
            assert 1 <= answer["threads"] <= threads and answer["signature"] == by_one["signature"]
            granted.append(answer["threads"])
    assert granted[3] < 16 == granted[-3]  # few of 1024 in a small address space; all of 16 in a large one


def most_memory(arguments, work_folder, stack):
    """The maximum address space of the program until its first output, with a given stack size of threads."""
    with subprocess.Popen([PROGRAM, *arguments], cwd=work_folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))) as process:
        process.stdin.write(b"\n")
        process.stdin.flush()
        assert process.stdout.readline() != b""
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            (peak,) = [int(line.split()[1]) << 10 for line in status if line.startswith("VmPeak:")]
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0
    return peak


@pytest.mark.parametrize("arguments", [["probe", "t.h5", "--stdin"], ["play", "t.h5", "--threads", "1"]])
def test_single_threaded_commands_allocate_no_further_stacks(arguments, work_folder):
    small, large = 1 << 23, 1 << 32
    assert most_memory(arguments, work_folder, large) - most_memory(arguments, work_folder, small) < large // 2


@pytest.fixture(name="address_space", scope="module")
def fixture_address_space(files):
    """Some limits of address space: slightly more than the program needs to start, and more."""
    least = next(limit for limit in range(16 << 20, 1 << 30, 1 << 20)
                 if run_limited(["--version"], files, {resource.RLIMIT_AS: limit}).returncode == 0)
    return [*(least + (more << 20) for more in (2, 4, 8, 12, 18)), 1 << 27, 1 << 30]


LIMITS = {  # a limit, and values of it; the limit of threads applies to another user, who has no other processes
    "memory": (resource.RLIMIT_AS, None),
    "size of files": (resource.RLIMIT_FSIZE, [0, 1, 100, 2_000, 5_000, 20_000]),
    "open files": (resource.RLIMIT_NOFILE, [3, 4, 5, 6, 8, 16]),
    "threads": (resource.RLIMIT_NPROC, [1, 2, 5, 9]),  # of eight threads one, some and all can start
}


@pytest.mark.parametrize("limit, command", [(limit, command) for limit in LIMITS for command in COMMANDS
                                            if limit != "size of files" or COMMANDS[command][1]])
def test_exhausted_resources_are_reported_in_one_line_with_a_status(limit, command, address_space, work_folder):
    if limit == "threads" and os.geteuid() != 0:
        pytest.skip("another user is needed")
    resource_number, values = LIMITS[limit]
    arguments = list(COMMANDS[command][0])
    if limit == "threads" and command not in ("list", "probe", "probe --stdin", "export --graph"):
        arguments += ["--threads", "8"]
    user = 50_000 + os.getpid() % 10_000 if limit == "threads" else None
    before = contents(work_folder)
    for most in values or address_space:
        done = run_limited(arguments, work_folder, {resource_number: most}, user)
        if "error while loading shared libraries" in done.stderr:
            continue  # the program has not started
        expect_a_line_or_success(done, work_folder, before)
        for name in written(work_folder):
            shutil.rmtree(work_folder / name) if (work_folder / name).is_dir() else os.remove(work_folder / name)
