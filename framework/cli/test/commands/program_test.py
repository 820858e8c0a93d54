#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests the program on processors without the required instructions."""

import shutil
import subprocess

import pytest

from message_pattern import matches
from program import PROGRAM, report


def needs_recent_processor():
    """Whether the program was built for processors with SSE 4.2, and can run under qemu-user, which excludes
    sanitizers."""
    flags = report("bench", "mnk", "rows=1", "cols=1", "k=1", "--repeat", "1")["machine"]["flags"]
    return "-march=x86-64-v2" in flags and "-fsanitize" not in flags


@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="needs qemu-user")
@pytest.mark.parametrize("processor, is_too_old", [("kvm64", True), ("Nehalem", False)])
def test_program_reports_unsupported_processor(processor, is_too_old):
    if not needs_recent_processor():
        pytest.skip("the program is built for any processor")
    done = subprocess.run(["qemu-x86_64", "-cpu", processor, PROGRAM, "--version"], capture_output=True, text=True, check=False)
    if is_too_old:
        assert (done.returncode, done.stdout) == (2, "")
        assert matches("zermelo: ... SSE 4.2 or POPCNT, ... ZERMELO_X86_64_V2=OFF\n", done.stderr)
    else:
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("zermelo ")
