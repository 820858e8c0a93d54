# SPDX-License-Identifier: MIT
"""Tests help(zermelo): public entities have docstrings in NumPy's form, with parameters, results and exceptions."""

import enum
import inspect
import re

import pytest

import zermelo

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


def entries_of(function, section):
    """The names that a section of a docstring describes, such as 'indptr' and '**options'; nothing if it is missing."""
    head, *parts = re.split(r"^(\w+)\n-+\n", inspect.getdoc(function), flags=re.MULTILINE)
    assert head.strip()
    names = re.findall(r"^\S.*?(?= : |$)", dict(zip(parts[::2], parts[1::2])).get(section, ""), flags=re.MULTILINE)
    return [name.strip() for listed in names for name in listed.split(",")]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_docstrings_document_parameters_returns_and_exceptions(function):
    parameters = inspect.signature(function).parameters.items()
    stars = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    expected = [stars.get(parameter.kind, "") + name for name, parameter in parameters]
    assert sorted(entries_of(function, "Parameters")) == sorted(expected)
    assert not expected or entries_of(function, "Returns") and entries_of(function, "Raises")


@pytest.mark.parametrize(("owner", "name", "function"), MEMBERS, ids=lambda value: getattr(value, "__name__", value))
def test_python_members_have_docstrings(owner, name, function):
    assert function.__doc__ or name in entries_of(owner, "Attributes"), f"{owner.__name__}.{name}"


@pytest.mark.parametrize("owner", CLASSES, ids=lambda owner: owner.__name__)
def test_python_classes_have_docstring_and_repr(owner):
    assert inspect.getdoc(owner).strip()
    is_without = issubclass(owner, (Exception, enum.Enum)) or getattr(owner, "_is_protocol", False)
    assert is_without or owner.__repr__ is not object.__repr__
