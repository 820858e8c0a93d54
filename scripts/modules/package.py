# SPDX-License-Identifier: MIT
"""Imports the package `zermelo` from the path of this Python, or from the folder next to the scripts where it is built
or installed. If no package for this Python is found, exits with a one-line message. Scripts import this module first,
since this Python may lack other modules."""

import importlib.util
import os
import pathlib
import sys

_FOLDER = pathlib.Path(__file__).resolve().parents[2]  # the root of the repository, or PREFIX/share/zermelo
_FOLDERS = (_FOLDER / "build" / "release" / "python", _FOLDER.parents[1] / "lib" / "python3" / "dist-packages")

try:
    found = importlib.util.find_spec("zermelo")
    if found is None or found.origin is None:  # not found, or only a folder with this name
        sys.path += [str(folder) for folder in _FOLDERS if (folder / "zermelo" / "_build.py").exists()]
    from zermelo import InputError, ResourceError, Table
    from zermelo import open as open_table
except ImportError as error:
    reason = ("cannot find the package zermelo; run scripts/python, which builds it, or set PYTHONPATH to its folder"
              if error.name == "zermelo" else error)
    print(f"{os.path.basename(sys.argv[0])}: {reason}", file=sys.stderr)
    sys.exit(2)

__all__ = ["InputError", "ResourceError", "Table", "open_table"]
