# SPDX-License-Identifier: MIT
"""Replaces the part of a file between two marker lines."""

from modules.escaped_text import OneLineError, escaped_text


class MarksError(OneLineError):
    """An error while replacing a part of a file. The message is one line."""


def deliver(made, subject, file):
    """Prints the text `made` if `file` is None. Otherwise replaces the text between the lines `<!-- SUBJECT -->` and
    `<!-- end of the SUBJECT -->` of `file`, a Path, and prints its name.

    Raises MarksError if one of the lines is missing, or if the file cannot be read or written."""
    if not file:
        print(made, end="")
        return
    first_mark, last_mark = f"<!-- {subject} -->\n", f"<!-- end of the {subject} -->\n"
    try:
        before, first, rest = file.read_text(encoding="utf-8").partition(first_mark)
        _, last, after = rest.partition(last_mark)
        if not first or not last:
            raise MarksError(f"{file}: expected a line '{first_mark.strip()}' and a line '{last_mark.strip()}' below it")
        file.write_text(f"{before}{first}\n{made}\n{last}{after}", encoding="utf-8")
    except OSError as error:
        raise MarksError(f"{file}: {error.strerror}") from error
    print(escaped_text(file))
