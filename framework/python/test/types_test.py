# SPDX-License-Identifier: MIT
"""The types of the package: mypy accepts its modules, and stubtest the stub of the module in C++.

Needs ZERMELO_SOURCE_DIR.
"""

import os
import pathlib
import subprocess
import sys

import zermelo

FOLDER = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"]) / "framework" / "python"
CONFIG = FOLDER / "mypy.ini"
PACKAGE = pathlib.Path(zermelo.__file__).parent


def run(folder, *words):
    environment = {**os.environ, "MYPY_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_modules_are_typed_strictly(tmp_path):
    run(tmp_path, "mypy", "--config-file", CONFIG, PACKAGE)


def test_the_stub_is_that_of_the_module(tmp_path):
    run(tmp_path, "mypy.stubtest", "--mypy-config-file", CONFIG, "--allowlist", FOLDER / "stub_differences.txt",
        "zermelo._core")
