# SPDX-License-Identifier: MIT
"""Tests the examples at the end of each command's help by running them; for long ones, only parses the command line."""
import os
import pathlib
import re
import shlex
import signal
import subprocess

import pytest

from program import PROGRAM, commands, run

ROOT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"])
GRID = ["####F", "#C...", "M...."]
SECONDS = 60
# Examples that take minutes, or more memory than a test should use.
TOO_LONG = ["rows=6 cols=7", "rows=64 cols=64", "rows=128 cols=128", "rows=256 cols=256", "chess_ending pieces=KQvKR --slices all -o", "teeko", "bench ",
            "run experiments/jump-duel.toml -o"]


def examples():
    """The lines of the examples of all commands, as shell input."""
    found = []
    for command in commands():
        footer = run(command, "--help").stdout.partition("\nExamples:\n")[2]
        found += [line.strip() for line in footer.splitlines() if line.startswith("  zermelo ") or " | zermelo " in line]
    return found


@pytest.fixture(scope="module", name="folder")
def folder_of_files(tmp_path_factory):
    """A folder with all files that the examples read."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "grid.txt").write_text("\n".join(GRID) + "\n", encoding="ascii")
    (folder / "positions.txt").write_text("start\n", encoding="ascii")
    (folder / "experiments").symlink_to(ROOT / "experiments")
    for arguments in (["cat_and_mouse_ii", "grid=" + "/".join(GRID), "cat_jump=1", "mouse_jump=2", "-o", "t.h5"],
                  ["chess_ending", "pieces=KRvK", "-o", "krk.h5"], ["chess_ending", "pieces=KPvK", "-o", "kpk.h5"],
                  ["quixo", "-o", "quixo.h5"], ["awari", "pits=3", "seeds=6", "-o", "awari.h5"]):
        subprocess.run([PROGRAM, "solve", *arguments], cwd=folder, check=True, capture_output=True)
    for copy in ("other.h5", "big.h5"):
        (folder / copy).write_bytes((folder / "t.h5").read_bytes())
    for name, arguments in (("set", []), ("by_outcome", ["--outcomes"])):
        subprocess.run([PROGRAM, "solve", "mnk", "--slices", "all", *arguments, "-o", name], cwd=folder, check=True,
                       capture_output=True)
    return folder


def test_help_of_every_command_has_examples():
    display = {line.partition("zermelo ")[2].split()[0] for line in examples()}
    assert display == set(commands())


@pytest.mark.parametrize("line", [line for line in examples() if " serve" in line])
def test_help_examples_of_serve_start_and_stop(folder, line):
    arguments = shlex.split(re.sub(r" --port \d+", "", line))
    with subprocess.Popen([PROGRAM, *arguments[1:], "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert " at http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(SECONDS) == 0


def shortened(line):
    """Shortens a line that takes long; several lines may become the same line."""
    if any(arguments in line for arguments in TOO_LONG):
        # Errors in a command line are reported before errors about its memory.
        line = re.sub(r" (--memory-limit|--checkpoint|--log) \S+| --resume| -o \S+| --dry-run", "", line)
        line += " --explain" if "--slices" in line else " --dry-run" if " run " in line else " --memory-limit 1K"
    return line


@pytest.mark.parametrize("line", dict.fromkeys(shortened(line) for line in examples() if " serve" not in line))
def test_help_examples_run_without_errors(folder, line):
    line = re.sub(r"geng -c \d+", f"head -n 2 {shlex.quote(str(ROOT / 'data/graphs/connected_8.g6'))}", line)
    line = re.sub(r"\| (dot|head)\b.*", "| cat", line)
    environment = {**os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=folder, env=environment, input="", capture_output=True, text=True,
                          timeout=SECONDS, check=False)
    is_over_memory = done.returncode == 3 and "memory limit" in done.stderr
    assert done.returncode == 0 or is_over_memory, (line, done)
