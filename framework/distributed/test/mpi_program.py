# SPDX-License-Identifier: MIT
"""Calls zermelo-mpi on ranks, and zermelo for comparison."""

import atexit
import concurrent.futures
import contextlib
import json
import os
import shutil
import subprocess
import tempfile

PLAIN = os.environ["ZERMELO_PROGRAM"]
PROGRAM = os.environ["ZERMELO_MPI_PROGRAM"]
MPIRUN = os.environ["ZERMELO_MPIRUN"]
SECONDS = 600  # after this time, ranks would wait for each other forever
JOBS_AT_ONCE = 4

# Jobs of Open MPI that share a session folder and begin while others end can fail or hang.
SESSIONS = "OMPI_MCA_orte_tmpdir_base"
os.environ[SESSIONS] = tempfile.mkdtemp(prefix="zermelo-")
atexit.register(shutil.rmtree, os.environ[SESSIONS], ignore_errors=True)
# Open MPI waits twice this many seconds (default: 1) before it kills the other ranks of a failed job. Ranks that return
# a status have already written their lines, and need no grace time.
GRACE = "OMPI_MCA_odls_base_sigkill_timeout"
os.environ[GRACE] = "0"


@contextlib.contextmanager
def separate_sessions(env=None):
    """The environment of a job with a separate session folder."""
    with tempfile.TemporaryDirectory(prefix="zermelo-", ignore_cleanup_errors=True) as sessions:
        yield {**(env or os.environ), SESSIONS: sessions}


def command(ranks, *arguments):
    return [MPIRUN, "-n", str(ranks), PROGRAM, *arguments]


def ended(arguments, env=None):
    with separate_sessions(env) as variables:
        return subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=SECONDS, env=variables)


def side_by_side(call, *arguments):
    """Returns the results of call for the arguments, in order. A short job mostly waits for its processes to begin and
    to end, so that several at the same time take little longer than one."""
    with concurrent.futures.ThreadPoolExecutor(JOBS_AT_ONCE) as pool:
        return list(pool.map(call, *arguments))


def reported(done):
    """The JSON object that a successful command printed."""
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def lines_of(done):
    """The lines of the program on stderr, without the message of mpirun about a failing program."""
    begin = "zermelo-mpi: "
    return [line[len(begin):] for line in done.stderr.splitlines() if line.startswith(begin)]


def only_line(done, status=2):
    """The only line of a failing command, which prints nothing on stdout."""
    assert (done.returncode, done.stdout) == (status, "")
    (line,) = lines_of(done)
    return line


def mpirun(ranks, *arguments, **options):
    return ended(command(ranks, *arguments), **options)


def plain(*arguments):
    done = subprocess.run([PLAIN, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def report(ranks, *arguments):
    return reported(mpirun(ranks, *arguments, "--json"))


def failure(ranks, *arguments, status=2, **options):
    return only_line(mpirun(ranks, *arguments, **options), status)


def run_two(first, second, **options):
    """Runs two ranks that are started in different ways."""
    return ended([MPIRUN, *first, ":", *second], **options)


def in_two_folders(folder, one, other, *arguments):
    """The lines of two ranks that fail with status 2, each in a separate folder with these files: bytes by name."""
    parts = []
    for rank, files in enumerate((one, other)):
        own = folder / f"rank_{rank}"
        own.mkdir()
        for name, content in files.items():
            (own / name).write_bytes(content)
        parts.append(["-n", "1", "-wdir", str(own), PROGRAM, *arguments])
    done = run_two(*parts)
    assert (done.returncode, done.stdout) == (2, "")
    return lines_of(done)
