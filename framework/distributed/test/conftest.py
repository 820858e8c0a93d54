# SPDX-License-Identifier: MIT
"""Collects the *.cases files of this folder like framework/cli/test/cases/conftest.py."""
from cases.conftest import pytest_collect_file
