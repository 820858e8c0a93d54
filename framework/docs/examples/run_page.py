#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run_page.py PAGE: runs the examples of a page of the documentation, and fails where the page shows what is not so.

One shell runs them, in the order of the page, in a new folder that looks like the root of the repository. Examples are

- blocks of ```console: a line `$ COMMAND`, and below it all that the command prints, errors too; nothing, if nothing is
  shown; a command that ends in a backslash goes on in the next line;
- blocks of ```sh run: a command a line, whose output is not shown;
- blocks of ```python run: a script; a block without a language right below it is what the script prints;
- in a table with the head `| I want to | command |`, the commands in the last column.

Every command has to end with status 0; one that should not is followed by `; echo $?`. Other blocks are not
run, nor are those of ```console not-run. Standard input is empty.

`...` that stands alone in a shown line is any text within that line, a line `...` any number of lines. Numbers of
threads, bytes and seconds differ between machines: in the lines of reports that have them only the words are
compared. `scripts/run` is the program that was built, ZERMELO_PROGRAM, and programs beside it are found by their
names, as are the files that the page quotes. Python finds the package that was built with the program; `scripts/python` is
that Python.
"""
import difflib
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE_SECONDS = 300
HEAD_OF_COMMANDS = "| I want to | command |"
FENCE = re.compile(r"^```(\S*) ?(.*)$")
LINE_OF_A_MACHINE = re.compile(r"^(estimate|engine|time|peak memory|made by) ")
ANY_TEXT = re.compile(r"""(?<![^\s("'])\.\.\.(?![^\s)"',;:])""")


class Example(typing.NamedTuple):
    line: int  # of the page, from 1
    command: str
    shown: list | None  # the lines of output that the page shows; None: it shows none, and any will do


def blocks_of(lines):
    """(line of the fence, language, rest of the info string, lines inside) of each block."""
    place = 0
    while place < len(lines):
        fence = FENCE.match(lines[place])
        if fence:
            end = lines.index("```", place + 1)
            yield place + 1, fence[1], fence[2].strip(), lines[place + 1:end]
            place = end
        place += 1


def console_examples(first_line, lines):
    examples = []
    for number, line in enumerate(lines, first_line):
        if line.startswith("$ "):
            examples.append(Example(number, line[2:], []))
        elif examples and not examples[-1].shown and examples[-1].command.endswith("\\"):
            examples[-1] = examples[-1]._replace(command=f"{examples[-1].command}\n{line}")
        elif examples:
            examples[-1].shown.append(line)
        else:
            raise ValueError(f"line {number}: output before any command: {line}")
    return examples


def table_examples(lines):
    for head in (number for number, line in enumerate(lines) if line == HEAD_OF_COMMANDS):
        for number, row in enumerate(lines[head + 2:], head + 3):
            if not row.startswith("|"):
                break
            for command in re.findall("`([^`]+)`", re.split(r"(?<!\\)\|", row)[-2]):
                yield Example(number, command.replace("\\|", "|"), None)


def examples_of(page):
    """The examples of a page's text, in their order."""
    lines = page.splitlines()
    found = list(table_examples(lines))
    blocks = list(blocks_of(lines))
    following = [*blocks[1:], (0, "", "", [])]
    for (fence, language, words, inside), (next_fence, *next_info, output) in zip(blocks, following):
        if language == "console" and words != "not-run":
            found += console_examples(fence + 1, inside)
        elif (language, words) == ("sh", "run"):
            found += [Example(number, line, None) for number, line in enumerate(inside, fence + 1) if line]
        elif (language, words) == ("python", "run"):
            is_shown = next_info == ["", ""] and next_fence == fence + len(inside) + 3
            script = "\n".join(inside)
            found.append(Example(fence, f"/usr/bin/python3 -c {shlex.quote(script)}", output if is_shown else None))
    return sorted(found, key=lambda example: example.line)


def quoted_files(page):
    """The files that the page quotes, as it names them."""
    return [words for _, language, words, _ in blocks_of(page.splitlines()) if language and re.search(r"\.\w+$", words)]


def without_numbers_of_a_machine(line):
    return re.sub(r"[\d.]*\d", "0", re.sub(r"\bthread\b", "threads", line)) if LINE_OF_A_MACHINE.match(line) else line


def agrees(shown, printed):
    """Whether the printed lines are what the page shows."""
    pattern = ""
    for line in shown:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            parts = ANY_TEXT.split(without_numbers_of_a_machine(line))
            pattern += ".*".join(map(re.escape, parts)) + r"\n"
    return re.fullmatch(pattern, "".join(f"{without_numbers_of_a_machine(line)}\n" for line in printed)) is not None


def make_root(folder, page, program):
    """Makes the folder look like the root of the repository, with the files that the page quotes."""
    for entry in ("README.md", "data", "experiments", "framework", "games"):
        (folder / entry).symlink_to(ROOT / entry)
    (folder / "scripts").mkdir()
    built = {"run": program, "python": pathlib.Path("/usr/bin/python3")}
    for script in (ROOT / "scripts").iterdir():
        (folder / "scripts" / script.name).symlink_to(built.get(script.name, script))
    for name in quoted_files(page.read_text(encoding="utf-8")):
        file = (page.parent / name).resolve()
        if file.exists() and not (folder / file.name).exists():
            (folder / file.name).symlink_to(file)


def run_commands(commands, folder, program):
    """(status, lines of output) of each command, all of them by one shell."""
    script = ""
    for number, command in enumerate(commands):
        script += f"eval {shlex.quote(command)} </dev/null >.output{number} 2>&1\necho $? >.status{number}\n"
    (folder / ".script").write_text(script, encoding="utf-8")
    packages = [str(program.parents[1] / "python"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                   "ZERMELO_PROGRAM": str(program), "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1",
                   "PYTHONPATH": os.pathsep.join(filter(None, packages))}
    shell = subprocess.Popen(["bash", ".script"], cwd=folder, env=environment, start_new_session=True)
    try:
        shell.wait(PAGE_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()
    for number in range(len(commands)):
        status, output = folder / f".status{number}", folder / f".output{number}"
        if not status.exists():
            yield f"none within {PAGE_SECONDS} seconds for the page", []
            return
        yield int(status.read_text()), output.read_text(encoding="utf-8", errors="backslashreplace").splitlines()


def main():
    page, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(os.environ["ZERMELO_PROGRAM"]).resolve()
    examples = examples_of(page.read_text(encoding="utf-8"))
    if not examples:
        sys.exit(f"{sys.argv[1]}: no examples")
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_root(folder, page, program)
        results = run_commands([example.command for example in examples], folder, program)
        for example, (status, printed) in zip(examples, results):
            is_shown = example.shown is None or agrees(example.shown, printed)
            if is_shown and status == 0:
                continue
            failed += 1
            print(f"{sys.argv[1]}:{example.line}: {example.command}\n  status {status}")
            shown = printed if example.shown is None else example.shown
            for line in printed if is_shown else difflib.unified_diff(shown, printed, "shown", "printed", lineterm=""):
                print(f"  {line}")
    print(f"{sys.argv[1]}: {len(examples)} examples, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
