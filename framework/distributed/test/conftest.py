# SPDX-License-Identifier: MIT
"""Runs the *.cases files of this folder like those of the command line."""
from cases.conftest import pytest_collect_file
