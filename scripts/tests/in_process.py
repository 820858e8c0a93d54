# SPDX-License-Identifier: MIT
"""Scripts run within the process of their tests, which have read their modules once already: a Python of its own takes a
second for them, mostly for Matplotlib."""

import contextlib
import io
import logging
import os
import subprocess
import sys
import warnings
from unittest import mock

import matplotlib.pyplot as plt


def run_in_process(script, *arguments, **environment):
    """Calls the script's `main()` with these words on its command line, and these variables set.
    Returns its exit status, and what it printed, log lines included. What it does not catch is for the caller, and so is a
    warning. No figure is left open."""
    command = [f"{script.__name__}.py", *map(str, arguments)]
    output, errors = io.StringIO(), io.StringIO()
    log_lines = logging.StreamHandler(errors)
    with mock.patch.object(sys, "argv", command), mock.patch.dict(os.environ, environment), \
            contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors), warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        logging.getLogger().addHandler(log_lines)
        try:
            status = script.main()
        except SystemExit as end:
            status = end.code
        finally:
            logging.getLogger().removeHandler(log_lines)
            plt.close("all")
    if isinstance(status, str):
        errors.write(f"{status}\n")
        status = 1
    return subprocess.CompletedProcess(command, status or 0, output.getvalue(), errors.getvalue())
