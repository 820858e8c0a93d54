# SPDX-License-Identifier: MIT
"""framework/cli/completion.bash: what bash offers for the words of a command, and what a terminal makes of it.

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


def bash(script, *words, folder=None):
    done = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout.splitlines()


def offered(*words, folder=None):
    """What is offered for the last of the words, which are as bash separates them."""
    return bash(CALL, SCRIPT, PROGRAM, *words, folder=folder)


def names_in_help(*words):
    """The options in a help text, each by all of its names."""
    lines = re.findall(r"^  (-[^ {]+)", run(*words, "--help").stdout, re.MULTILINE)
    return {name for line in lines for name in line.split(",")}


def games():
    return [game["name"] for game in report("list")["games"]]


def test_commands_are_those_of_the_program():
    assert offered("") == commands()
    assert {"list", "solve", "cops"} <= set(commands())
    assert offered("so") == ["solve"]
    assert set(offered("-")) == names_in_help() >= {"--help", "--version"}


@pytest.mark.parametrize("command", commands())
def test_options_are_those_of_the_command(command):
    assert set(offered(command, "-")) == names_in_help(command)
    assert "--quiet" not in offered(command, "--th")


def test_games_are_those_of_the_program():
    for command in ("list", "solve", "bench"):
        assert offered(command, "") == games()
    assert offered("solve", "cat") == ["cat_and_mouse", "cat_and_mouse_ii"]
    assert offered("solve", "--json", "-o", "t.h5", "--threads", "2", "mn") == ["mnk"]
    assert offered("solve", "--threads", "mn") == []


@pytest.mark.parametrize("game", games())
def test_parameters_and_choices_are_those_of_the_game(game):
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


def test_a_parameter_that_is_given_is_not_offered_again():
    assert offered("solve", "mnk", "rows", "=", "3", "") == ["cols=", "k=", "misere=", "exact="]
    assert offered("solve", "mnk", "rows=3", "--verify", "cols", "=", "4", "") == ["k=", "misere=", "exact="]
    assert offered("solve", "morris", "board", "=", "t") == ["three", "two_rings"]
    assert offered("list", "quixo", "--check", "sym") == ["symmetry="]
    assert offered("solve", "no_such_game", "") == []


def test_choices_of_an_option_are_those_that_its_help_names():
    engines = re.search(r"--engine NAME +([a-z_, ]+) \(", run("solve", "--help").stdout)[1]
    names = re.split(", | or ", engines)
    assert {"auto", "implicit", "textbook"} <= set(names)
    assert offered("solve", "mnk", "--engine", "") == names
    assert offered("solve", "mnk", "--engine", "=", "") == names
    assert offered("solve", "mnk", "--engine=im") == ["--engine=implicit"]
    assert offered("solve", "--engine", "queue", "mn") == ["mnk"]
    assert offered("solve", "mnk", "--memory-limit", "") == []
    assert offered("export", "t.h5", "--format", "") == ["csv", "pgsolver", "solution", "strategy", "numpy",
                                                              "graph", "dot", "graphml", "columns"]


def test_files_are_offered_where_files_are_wanted(tmp_path):
    (tmp_path / "a grid.txt").touch()
    (tmp_path / "grids").mkdir()
    (tmp_path / "grids/one.txt").touch()
    all_of_them = ["a grid.txt", "grids"]
    for words in (["stats", ""], ["verify", ""], ["run", ""], ["diff", ""], ["diff", "a.h5", ""], ["solve", "mnk", "-o", ""],
                  ["solve", "mnk", "--log", ""], ["solve", "cat_and_mouse_ii", "grid", "=@", ""]):
        assert sorted(offered(*words, folder=tmp_path)) == all_of_them, words
    assert offered("solve", "cat_and_mouse_ii", "grid", "=@", "grids/o", folder=tmp_path) == ["grids/one.txt"]
    assert offered("solve", "cat_and_mouse_ii", "grid=@grids/o", folder=tmp_path) == ["grid=@grids/one.txt"]
    assert offered("solve", "cat_and_mouse_ii", "@", "gr", folder=tmp_path) == ["grids"]
    assert offered("solve", "cat_and_mouse_ii", "@gr", folder=tmp_path) == ["@grids"]
    assert offered("solve", "graph_file", "file", "=", "grids/o", folder=tmp_path) == ["grids/one.txt"]
    assert offered("solve", "graph_file", "file=grids/o", folder=tmp_path) == ["file=grids/one.txt"]
    assert sorted(offered("play", "", folder=tmp_path)) == sorted([*games(), *all_of_them])
    assert offered("solve", "gri", folder=tmp_path) == []
    assert offered("diff", "a.h5", "b.h5", "", folder=tmp_path) == []


def test_where_nothing_is_known_nothing_is_offered():
    assert offered("no_such_command", "") == []
    assert bash(CALL, SCRIPT, "/no/such/program", "") == []


@pytest.fixture(name="terminal")
def fixture_terminal(tmp_path):
    """What bash runs for the keys that are typed at a terminal, as `<word>` each; some file is sourced before."""
    # The program itself while words are completed, else one that says its words.
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
        shown = b""
        try:
            while block := os.read(screen, 4096):
                shown += block
        except OSError:  # bash has ended
            pass
        os.waitpid(process, 0)
        os.close(screen)
        return re.findall(rb"<([^<>]*)>", shown)

    return type_keys


KEYS = "zermelo so\tmor\tboard=tw\tmen=4 --js\t --eng\timp\t"
TYPED = [b"solve", b"morris", b"board=two_rings", b"men=4", b"--json", b"--engine", b"implicit", b"END"]


def test_a_terminal_completes_what_is_typed(terminal):
    assert terminal(KEYS, SCRIPT) == TYPED


@pytest.mark.skipif(not BASH_COMPLETION.exists(), reason="the package bash-completion is not installed")
def test_the_package_bash_completion_finds_it(terminal, tmp_path, monkeypatch):
    folder = tmp_path / "share/bash-completion/completions"
    folder.mkdir(parents=True)
    shutil.copy(SCRIPT, folder / "zermelo")
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))
    assert terminal(KEYS, BASH_COMPLETION) == TYPED
