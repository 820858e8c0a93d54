# SPDX-License-Identifier: MIT
"""Console examples: reads commands and expected output from text, runs them in a shell, and compares the output.

A command is a line `$ COMMAND`; it continues in lines `> MORE`, and after a backslash in the next line. The lines below
it are its output. A separate `...` within such a line is any text in that line, a line `...` any number of lines.
Numbers of threads, bytes and seconds differ between machines: in report lines with such numbers only the words are
compared.
"""
import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]
LINE_OF_A_MACHINE = re.compile(r"^(estimate|engine|time|peak memory|made by) ")
ANY_TEXT = re.compile(r"""(?<![^\s("'])\.\.\.(?![^\s)"',;:])""")


class Example(typing.NamedTuple):
    line: int  # line number in the text, from 1
    command: str
    expected: list | None  # the expected lines of output; None for any output


def console_examples(first_line, lines):
    """The commands in these lines; the first line has this number."""
    examples = []
    for number, line in enumerate(lines, first_line):
        if line.startswith("$ "):
            examples.append(Example(number, line[2:], []))
        elif not examples:
            raise ValueError(f"line {number}: output before any command: {line}")
        elif not examples[-1].expected and line.startswith("> "):
            examples[-1] = examples[-1]._replace(command=f"{examples[-1].command}\n{line[2:]}")
        elif not examples[-1].expected and examples[-1].command.endswith("\\"):
            examples[-1] = examples[-1]._replace(command=f"{examples[-1].command}\n{line}")
        else:
            examples[-1].expected.append(line)
    return examples


def without_numbers_of_a_machine(line):
    return re.sub(r"[\d.]*\d", "0", re.sub(r"\bthread\b", "threads", line)) if LINE_OF_A_MACHINE.match(line) else line


def agrees(expected, printed):
    """Whether the printed lines match the expected ones."""
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            parts = ANY_TEXT.split(without_numbers_of_a_machine(line))
            pattern += ".*".join(map(re.escape, parts)) + r"\n"
    return re.fullmatch(pattern, "".join(f"{without_numbers_of_a_machine(line)}\n" for line in printed)) is not None


def run_commands(commands, folder, program, seconds, errors="&1"):
    """(status, lines of output, lines of errors) of each command; one shell runs all of them in this folder, with empty
    standard input. By default errors are part of the output. After `seconds` the shell is killed."""
    with tempfile.TemporaryDirectory() as name:
        log = pathlib.Path(name)
        script = ""
        for number, command in enumerate(commands):
            script += (f"eval {shlex.quote(command)} </dev/null >{log}/output{number} 2>{errors.format(log=log, number=number)}\n"
                       f"echo $? >{log}/status{number}\n")
        (log / "script").write_text(script, encoding="utf-8")
        packages = [str(program.parents[1] / "python"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                       "ZERMELO_PROGRAM": str(program), "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1",
                       "PYTHONPATH": os.pathsep.join(filter(None, packages))}
        shell = subprocess.Popen(["bash", log / "script"], cwd=folder, env=environment, start_new_session=True)
        try:
            shell.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, signal.SIGKILL)
            shell.wait()

        def lines_of(file):
            text = file.read_text(encoding="utf-8", errors="backslashreplace") if file.exists() else ""
            return text.splitlines()
        for number in range(len(commands)):
            status = log / f"status{number}"
            if not status.exists():
                yield f"none within {seconds} seconds", [], []
                return
            yield int(status.read_text()), lines_of(log / f"output{number}"), lines_of(log / f"errors{number}")
