# SPDX-License-Identifier: MIT
"""A study for several tests, and functions that run it."""

import subprocess

from program import PROGRAM, rows_of, run

STUDY = """
question = "Who wins?"
game = "cat_and_mouse_ii"
where = ["cat_jump <= mouse_jump"]

[parameters]
walls = 0.1

[[sweep]]
rows = { from = 4, to = 7 }
cols = [4, 5, 6, 7]

[[sweep]]
cat_jump = [1, 2]

[[sweep]]
mouse_jump = [1, 2]

[[sweep]]
seed = { from = 0, count = 5 }

[[statistic]]
name = "mouse_share"
count = "winner=mouse"
of = "to_move=mouse ended=no"
"""


def study(folder, text, name="study.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def results_of(folder, text, *options):
    """Runs a study into FOLDER/r, and returns its results by case and column."""
    done = run("run", study(folder, text), "-o", str(folder / "r"), *options)
    assert done.returncode == 0, done
    return rows_of(folder / "r" / "results.csv")


def started(*arguments):
    """A run that prints a line for each case into a small pipe: it waits while nobody reads."""
    return subprocess.Popen([PROGRAM, "run", *arguments, "--verbose"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, pipesize=4096)
