# SPDX-License-Identifier: MIT
"""help(zermelo): everything public says what it does, takes, returns and raises, as NumPy's docstrings do."""

import enum
import inspect
import re

import pytest

import zermelo

SECTIONS = ("Parameters", "Returns", "Yields", "Raises", "Notes", "Attributes", "See Also", "Examples")
CLASSES = [getattr(zermelo, name) for name in zermelo.__all__ if inspect.isclass(getattr(zermelo, name))]
FUNCTIONS = [getattr(zermelo, name) for name in zermelo.__all__ if inspect.isfunction(getattr(zermelo, name))]


def members_of(owner):
    """(name, function) of all public methods and properties that the package gives to a class."""
    for name, member in vars(owner).items():
        function = inspect.unwrap(getattr(member, "__func__", None) or getattr(member, "fget", None) or
                                  getattr(member, "func", None) or member)
        if not name.startswith("_") and inspect.isfunction(function):
            yield name, function


MEMBERS = [(owner, name, function) for owner in CLASSES for name, function in members_of(owner)]


def sections_of(text):
    """The lines below each heading of a docstring; those before any by the name of ''."""
    found, heading = {"": []}, ""
    lines = inspect.cleandoc(text).splitlines()
    for line, beneath in zip(lines, [*lines[1:], ""]):
        if line in SECTIONS and beneath == "-" * len(line):
            heading = line
            found[heading] = []
        elif set(line) != {"-"}:
            found[heading].append(line)
    return found


def entries_of(lines):
    """The names that a section describes, such as 'indptr' and '**options'."""
    return [name.strip() for line in lines if re.match(r"\S", line) for name in line.split(" : ")[0].split(",")]


def test_everything_public_is_documented():
    assert zermelo.__doc__.strip()
    for name in zermelo.__all__:
        assert inspect.getdoc(getattr(zermelo, name)).strip(), name


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_functions_say_what_they_take_return_and_raise(function):
    sections = sections_of(function.__doc__)
    signature = inspect.signature(function)
    expected = [("**" if parameter.kind == parameter.VAR_KEYWORD else "*" if parameter.kind == parameter.VAR_POSITIONAL else "")
                + name for name, parameter in signature.parameters.items()]
    assert sorted(entries_of(sections.get("Parameters", []))) == sorted(expected)
    if expected:
        assert sections["Returns"] and sections["Raises"]


@pytest.mark.parametrize(("owner", "name", "function"), MEMBERS, ids=lambda value: getattr(value, "__name__", value))
def test_members_are_documented(owner, name, function):
    if function.__doc__:
        return
    attributes = entries_of(sections_of(owner.__doc__).get("Attributes", []))
    assert name in attributes, f"{owner.__name__}.{name}"


@pytest.mark.parametrize("owner", CLASSES, ids=lambda owner: owner.__name__)
def test_one_line_says_what_an_object_is(owner):
    if issubclass(owner, (Exception, enum.Enum)) or getattr(owner, "_is_protocol", False):
        return
    assert owner.__repr__ is not object.__repr__
