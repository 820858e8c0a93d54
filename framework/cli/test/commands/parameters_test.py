#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests every parameter of every game with invalid values: the one-line error must name the parameter, the value, and,
for a number or a choice, the valid values. Nothing is written."""

import pytest

from program import failure, report

NUMBERS = ("integer", "optional_integer", "real")
# Invalid values of text parameters, whose syntax the games define.
VALUES = {
    "graph": ["", "x", "[", "[[1],[9]]", "petersen:1", "grid:0x3", "grid:3", "grid:99999999999x2", "kneser:2,6", "path:-1",
              "random:x", "@/no/such/file", "@."],
    "grid": ["", "x", "C", "CMF/.", "@/no/such/file", "@."],
    "file": ["", "/no/such/file", "@/no/such/file", "@-"],
    "digest": ["", "x", "0123456789ABCDEF", "0123456789abcdef0"],
    "pieces": ["", "K", "KK", "KRK", "KvR", "KXvK", "KvKv", "KKvK", "KSvK", "krvk", "KQQQQQQQQQQQQQQQQvK", "@/no/such/file"],
    "start": ["", "x", "south=1,0,0", "south=9,9,9 north=9,9,9 turn=south", "south=0,0,0 north=1,0,0 turn=south", "[]",
              "@/no/such/file", "@."],
}


def bad_values(parameter, is_first):
    """Values outside the range of a parameter, and for the first parameter of a type also values of another type."""
    if parameter["type"] in ("text", "file_name"):
        return VALUES[parameter["name"]]
    if parameter["type"] == "choice":
        return ["", "x", parameter["choices"][0].upper() + "!", "\x1b[31m"]
    values = ["", str(parameter["minimum"] - 1), "9" * 40]
    if is_first:
        values += ["x", "1e999", "0x2", "--1", *(["1.5"] if parameter["type"] != "real" else [])]
    if parameter["maximum"] is not None:
        values.append(str(parameter["maximum"] + 1))
    return values


def all_cases():
    types = set()
    for game in report("list")["games"]:
        for parameter in report("list", game["name"])["parameters"]:
            for value in bad_values(parameter, parameter["type"] not in types):
                yield pytest.param(game["name"], parameter, value, id=f"{game['name']} {parameter['name']}={value!r}")
            types.add(parameter["type"])


@pytest.fixture(name="folder", scope="module")
def fixture_folder(tmp_path_factory):
    """An empty folder, which must stay empty."""
    return tmp_path_factory.mktemp("empty")


@pytest.mark.parametrize("game, parameter, value", all_cases())
def test_solve_rejects_invalid_parameter_value_in_one_line(game, parameter, value, folder):
    table = folder / "t.h5"
    message = failure("solve", game, f"{parameter['name']}={value}", "-o", str(table))
    assert parameter["name"] in message or (value.startswith("@") and value[1:] in message), message
    if parameter["type"] in NUMBERS and value:
        assert value in message, message
    if parameter["type"] in NUMBERS and parameter["maximum"] is not None:
        assert f"{parameter['minimum']:g}" in message, message
    if parameter["type"] == "choice":
        assert all(choice in message for choice in parameter["choices"]), message
    assert list(folder.iterdir()) == []
