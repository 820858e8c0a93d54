# SPDX-License-Identifier: MIT
"""Tests framework/cli/completion.bash: the completions that bash offers, and their effect in a terminal.

Needs ZERMELO_PROGRAM and ZERMELO_SOURCE_DIR.
"""

import os
import pathlib
import pty
import re
import shlex
import shutil
import subprocess

import pytest
from program import PROGRAM, commands, report, run

SCRIPT = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "framework/cli/completion.bash"
BASH_COMPLETION = pathlib.Path("/usr/share/bash-completion/bash_completion")
CALL = r"""
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_zermelo "$1"
[[ -z ${COMPREPLY[*]} ]] || printf '%s\n' "${COMPREPLY[@]}"
"""


def offered(*arguments):
    """Returns the completions of the last word; words are separated like in bash."""
    done = subprocess.run(["bash", "--norc", "-c", CALL, "bash", SCRIPT, PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout.splitlines()


def names_in_help(*arguments):
    """The options in a help text, with all their names."""
    lines = re.findall(r"^  (-[^ {]+)", run(*arguments, "--help").stdout, re.MULTILINE)
    return {name for line in lines for name in line.split(",")}


def games():
    return [game["name"] for game in report("list")["games"]]


def test_completion_offers_all_commands_of_the_program():
    assert offered("") == commands()
    assert {"list", "solve", "cops"} <= set(commands())
    assert set(offered("-")) == names_in_help() >= {"--help", "--version"}


@pytest.mark.parametrize("command", commands())
def test_completion_offers_all_options_of_each_command(command):
    assert set(offered(command, "-")) == names_in_help(command)
    assert "--quiet" not in offered(command, "--th")


@pytest.mark.parametrize("game", games())
def test_completion_offers_parameters_and_choices_of_each_game(game):
    parameters = report("list", game)["parameters"]
    assert offered("solve", game, "") == [f"{parameter['name']}=" for parameter in parameters]
    checked_types = set()
    for parameter in parameters:
        if parameter["type"] == "file_name" or parameter["type"] in checked_types:
            continue
        if "choices" not in parameter:
            checked_types.add(parameter["type"])
        choices = parameter.get("choices", ["none"] if parameter["type"] == "optional_integer" else [])
        assert offered("solve", game, parameter["name"], "=") == choices
        if choices:
            assert offered("solve", game, parameter["name"] + "=") == [f"{parameter['name']}={choice}" for choice in choices]


@pytest.fixture(name="terminal")
def fixture_terminal(tmp_path):
    """The words that bash runs for typed keys, as `<word>` each; a file may be sourced before."""
    # Completion calls the tested program; the completed command calls a program that prints its arguments.
    echoing = tmp_path / "bin/zermelo"
    echoing.parent.mkdir()
    echoing.write_text(f"""#!/usr/bin/env bash
case "$*" in list* | *--help) exec {shlex.quote(PROGRAM)} "$@" ;; esac
printf '<%s>' "$@" END
""")
    echoing.chmod(0o755)

    def type_keys(keys, sourced):
        process, screen = pty.fork()
        if process == 0:
            os.environ.update(PATH=f"{echoing.parent}:{os.environ['PATH']}", TERM="dumb", PS1="", INPUTRC="/dev/null",
                              HOME=str(tmp_path), HISTFILE="/dev/null")
            os.chdir(tmp_path)
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
        os.write(screen, f"source {sourced}\n{keys}\nexit\n".encode())
        output = b""
        try:
            while block := os.read(screen, 4096):
                output += block
        except OSError:  # bash has exited
            pass
        os.waitpid(process, 0)
        os.close(screen)
        return re.findall(rb"<([^<>]*)>", output)

    return type_keys


KEYS = "zermelo so\tmor\tboard=tw\tmen=4 --js\t --eng\timp\t"
TYPED = [b"solve", b"morris", b"board=two_rings", b"men=4", b"--json", b"--engine", b"implicit", b"END"]


def test_tab_key_in_a_terminal_completes_commands_and_options(terminal):
    assert terminal(KEYS, SCRIPT) == TYPED


@pytest.mark.skipif(not BASH_COMPLETION.exists(), reason="the package bash-completion is not installed")
def test_completion_is_found_by_bash_completion_package(terminal, tmp_path, monkeypatch):
    folder = tmp_path / "share/bash-completion/completions"
    folder.mkdir(parents=True)
    shutil.copy(SCRIPT, folder / "zermelo")
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))
    assert terminal(KEYS, BASH_COMPLETION) == TYPED
