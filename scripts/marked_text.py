# SPDX-License-Identifier: MIT
"""A part of a file between two lines that mark it, which a script writes anew."""

from shown_text import OneLineError


class MarksError(OneLineError):
    """A file without the lines that mark a part, in one line."""


def put_between_marks(file, subject, made):
    """Puts a text between the lines `<!-- SUBJECT -->` and `<!-- end of the SUBJECT -->` of a file (a Path).

    Raises OSError, and MarksError if the file lacks one of the lines."""
    first_mark, last_mark = f"<!-- {subject} -->\n", f"<!-- end of the {subject} -->\n"
    before, first, rest = file.read_text(encoding="utf-8").partition(first_mark)
    _, last, after = rest.partition(last_mark)
    if not first or not last:
        raise MarksError(f"{file}: no line '{first_mark.strip()}' with a line '{last_mark.strip()}' below it")
    file.write_text(f"{before}{first}\n{made}\n{last}{after}", encoding="utf-8")
