# SPDX-License-Identifier: MIT
"""Fixtures for tests of studies."""

import pytest

from program import report
from studies import STUDY, study


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory):
    """A folder with a study and the results of an undisturbed run."""
    folder = tmp_path_factory.mktemp("whole")
    done = report("run", study(folder, STUDY), "-o", str(folder / "results"), "--quiet")
    assert (done["cases"], done["failed"], done["done_before"]) == (60, 0, 0)
    return folder
