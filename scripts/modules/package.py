# SPDX-License-Identifier: MIT
"""Imports the package `zermelo` from the path of this Python, or from where it is built or installed next to the
scripts. Without a package for this Python it ends the script with one line; so it is imported before modules that
another Python may lack."""

import importlib.util
import os
import pathlib
import sys

_FOLDER = pathlib.Path(__file__).resolve().parents[2]  # the root of the repository, or PREFIX/share/zermelo
_FOLDERS = (_FOLDER / "build" / "release" / "python", _FOLDER.parents[1] / "lib" / "python3" / "dist-packages")

try:
    found = importlib.util.find_spec("zermelo")
    if found is None or found.origin is None:  # none, or only a folder of that name
        sys.path += [str(folder) for folder in _FOLDERS if (folder / "zermelo" / "_build.py").exists()]
    from zermelo import InputError, ResourceError, Table
    from zermelo import open as open_table
except ImportError as error:
    reason = ("cannot find the package zermelo; run scripts/python, which builds it, or set PYTHONPATH to its folder"
              if error.name == "zermelo" else error)
    print(f"{os.path.basename(sys.argv[0])}: {reason}", file=sys.stderr)
    sys.exit(2)

__all__ = ["InputError", "ResourceError", "Table", "open_table"]
