#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run_page.py PAGE: runs the examples of a page of the documentation, and fails if their output differs from the page.

One shell runs them, in the order of the page, in a new folder that resembles the root of the repository. Examples are

- blocks of ```console: commands, each followed by its whole output with errors, which may be empty;
- blocks of ```sh run: a command per line, whose output is not compared;
- blocks of ```python run: a script; a block without a language directly after it is the output of the script;
- in a table with the head `| I want to | command |`, the commands in the last column.

Every command must end with status 0; one that should not is followed by `; echo $?`. Other blocks, including ```console
not-run, are not run. Standard input is empty.

console.py describes the form of commands, and `...` in expected lines. `scripts/run` is the built program,
ZERMELO_PROGRAM; programs in its folder and files that the page quotes are found by name. Python finds the package built
with the program; `scripts/python` is that Python.
"""
import difflib
import os
import pathlib
import re
import shlex
import sys
import tempfile

from console import ROOT, Example, agrees, console_examples, run_commands

PAGE_SECONDS = 300
HEAD_OF_COMMANDS = "| I want to | command |"
FENCE = re.compile(r"^```(\S*) ?(.*)$")


def blocks_of(lines):
    """(line of the fence, language, rest of the info string, lines inside) of each block."""
    index = 0
    while index < len(lines):
        fence = FENCE.match(lines[index])
        if fence:
            end = lines.index("```", index + 1)
            yield index + 1, fence[1], fence[2].strip(), lines[index + 1:end]
            index = end
        index += 1


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
    for (fence, language, options, inside), (next_fence, *next_info, output) in zip(blocks, following):
        if language == "console" and options != "not-run":
            found += console_examples(fence + 1, inside)
        elif (language, options) == ("sh", "run"):
            found += [Example(number, line, None) for number, line in enumerate(inside, fence + 1) if line]
        elif (language, options) == ("python", "run"):
            is_displayed = next_info == ["", ""] and next_fence == fence + len(inside) + 3
            script = "\n".join(inside)
            found.append(Example(fence, f"/usr/bin/python3 -c {shlex.quote(script)}", output if is_displayed else None))
    return sorted(found, key=lambda example: example.line)


def quoted_files(page):
    """The names of the files that the page quotes."""
    return [options for _, language, options, _ in blocks_of(page.splitlines()) if language and re.search(r"\.\w+$", options)]


def make_root(folder, page, program):
    """Fills the folder like the root of the repository, with the files that the page quotes."""
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


def main():
    page, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(os.environ["ZERMELO_PROGRAM"]).resolve()
    examples = examples_of(page.read_text(encoding="utf-8"))
    if not examples:
        sys.exit(f"{sys.argv[1]}: no examples")
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_root(folder, page, program)
        results = run_commands([example.command for example in examples], folder, program, PAGE_SECONDS)
        for example, (status, printed, _) in zip(examples, results):
            is_displayed = example.expected is None or agrees(example.expected, printed)
            if is_displayed and status == 0:
                continue
            failed += 1
            print(f"{sys.argv[1]}:{example.line}: {example.command}\n  status {status}")
            expected = printed if example.expected is None else example.expected
            for line in printed if is_displayed else difflib.unified_diff(expected, printed, "shown", "printed", lineterm=""):
                print(f"  {line}")
    print(f"{sys.argv[1]}: {len(examples)} examples, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
