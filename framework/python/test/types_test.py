# SPDX-License-Identifier: MIT
"""Tests the declared types of the package: mypy reports no errors, and the stub of its C++ module is right."""

import ast
import operator
import os
import pathlib
import re
import subprocess
import sys

import pytest

import zermelo
from zermelo import _core

CONFIG = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "framework/python/mypy.ini"
PACKAGE = pathlib.Path(zermelo.__file__).parent


def run(folder, *arguments):
    """The output of a Python module that finds the package like mypy."""
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False, cwd=folder,
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
    return (done.stdout + done.stderr).splitlines()


def test_type_stub_has_the_names_of_the_module(tmp_path):
    # Only the stub: its imports do not concern the module, and take most of the time to read.
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\n[mypy-numpy.*,zermelo.*]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n",
                      encoding="ascii")
    lines = run(tmp_path, "mypy.stubtest", "--concise", "--mypy-config-file", config, "zermelo._core")
    assert "zermelo._core.TableQuery is inconsistent, metaclass differs" in lines
    # Classes of pybind11 have another metaclass and, without a constructor, one that accepts anything and raises.
    of_pybind11 = re.compile(r"zermelo\._core\.\w+(\.__init__)? is inconsistent, "
                             r"(metaclass differs|stub does not have \*args argument \"args\")")
    assert [line for line in lines if not of_pybind11.fullmatch(line)] == []


def parameters_of_stub():
    """The names of the parameters of each function, by its name in the module, such as Class.function."""
    tree = ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))
    for owner in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
        for node in owner.body:
            if not isinstance(node, ast.FunctionDef) or any(getattr(mark, "id", "") == "property" for mark in node.decorator_list):
                continue
            yield (f"{owner.name}." if owner is not tree else "") + node.name, [argument.arg for argument in node.args.args]


def test_type_stub_has_the_parameter_names_of_the_module():
    """stubtest does not see the names: pybind11 has them only in the first line of docstrings."""
    for name, parameters in parameters_of_stub():
        function = operator.attrgetter(name)(_core)
        display = re.match(r"\w+\((.*)\) -> ", function.__doc__)
        assert re.findall(r"(?:^|, )(\w+): ", display[1]) == parameters, name


GOOD = """
from typing import Any

import numpy as np
from numpy.typing import NDArray
import zermelo

solution = zermelo.solve_graph(np.array([0, 1, 1]), np.array([1]), np.array([0, 1]), np.array([0, 0]), threads=1)
plies: int | None = solution.value(0).plies
solved = zermelo.explore(3, lambda n: range(n), to_move=lambda n: n % 2, terminal=lambda n: None).solve()
states: tuple[int, ...] = solved.line(3).positions


class Ring:
    # members that are properties, and parameters with names of their own
    @property
    def num_positions(self) -> int:
        return 3

    @property
    def start(self) -> int:
        return 0

    def describe(self, begin: int, end: int) -> tuple[list[int], list[int]]:
        return [0] * (end - begin), [0] * (end - begin)

    def successors(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return np.arange(len(rows) + 1), (rows + 1) % 3

    def expand(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
        return rows * 0, rows * 0, np.arange(len(rows) + 1), (rows + 1) % 3


def report(phase: str, done: int, total: int) -> None:
    pass


progress: zermelo.Progress = report
zermelo.solve_rules(Ring(), progress=progress)
keyed: int = zermelo.explore_rules(Ring()).solve(threads=1).line(0).positions[0]


def questions(table: zermelo.Table, either: zermelo.SolvedPositions[Any]) -> None:
    number: int = table.count("winner=cat")
    by_winner: dict[Any, int] = table.count(by="winner")
    moves: tuple[zermelo.StateMove, ...] = either.moves("start", plies_played=3)
    points: list[int | None] = [either.probe().margin, moves[0].gain, moves[0].margin, either.line().positions[-1].gained]
    margins: NDArray[Any] | None = either.probe_many([0]).margin
"""


BAD = [
    ("zermelo.solve_graph([0], [], [0], [0], infinite='first')", 'Unexpected keyword argument "infinite"'),
    ("solution.value('start')", 'incompatible type "str"; expected "int"'),
    ("text: str = solution.value(0).plies", "Incompatible types in assignment"),
    ("zermelo.explore_rules(Ring()).solve(infinite='first')", 'Unexpected keyword argument "infinite"'),
    ("zermelo.explore(0, range, to_move=id, terminal=id).solve(infinite='first')", 'Unexpected keyword argument "infinite"'),
    ("solved.value('start')", 'incompatible type "str"; expected "int"'),
]


@pytest.fixture(scope="module", name="errors")
def fixture_errors(tmp_path_factory):
    """The lines in which mypy reports errors of the package and of two programs that use it."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    (folder / "bad.py").write_text(GOOD + "".join(f"{line}\n" for line, _ in BAD), encoding="utf-8")
    *lines, summary = run(folder, "mypy", "--cache-dir", os.devnull, "--config-file", CONFIG, PACKAGE, "good.py", "bad.py")
    num_checked = len([*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]) + 2
    assert summary.endswith(f"(checked {num_checked} source files)"), lines
    return [line for line in lines if ": error: " in line]


def test_type_checker_accepts_package_and_correct_user_code(errors):
    assert [line for line in errors if not line.startswith("bad.py:")] == []


def test_type_checker_reports_wrong_user_code(errors):
    for number, (_, message) in enumerate(BAD, len(GOOD.splitlines()) + 1):
        assert [line for line in errors if line.startswith(f"bad.py:{number}: ") and message in line], errors
