# SPDX-License-Identifier: MIT
"""Files *.cases of this folder are run as those of the command line are."""
from cases.conftest import pytest_collect_file
