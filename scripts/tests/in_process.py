# SPDX-License-Identifier: MIT
"""Runs scripts in the test process. Starting a separate interpreter takes a second, mostly to import Matplotlib."""

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
    """Calls the script's `main()` with the given arguments and environment variables. Returns its exit status and its
    output, log lines included. Exceptions other than SystemExit propagate; a UserWarning is raised as an exception.
    Closes all figures."""
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
