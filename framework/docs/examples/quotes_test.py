# SPDX-License-Identifier: MIT
"""Tests that quotations in the documentation match their files, and that its picture of the layers matches check_layers.

A quotation is a block of code whose fence names the file, relative to the page: ```cpp examples/any_graph.cpp
"""
import importlib.machinery
import importlib.util
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parent.parent
CONTRACT = DOCS.parent / "core/include/zermelo/core/game"
CHECK_LAYERS = DOCS.parent.parent / "scripts" / "check_layers"
QUOTATION = re.compile(r"^```\w+ (\S+\.\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_quoted_code_matches_its_source():
    seen = 0
    for page in sorted(DOCS.rglob("*.md")):
        for file, quoted in QUOTATION.findall(page.read_text(encoding="utf-8")):
            text = (page.parent / file).read_text(encoding="utf-8")
            assert quoted in text, f"{page.relative_to(DOCS)} quotes what {file} does not say:\n{quoted}"
            seen += 1
    assert seen > 0


def rows_of_the_contract(macros):
    """(hook, concept, the following strings) of the rows of these macros."""
    table = (CONTRACT / "hook_table.inc").read_text(encoding="utf-8")
    rows = re.findall(rf'^ZERMELO_(?:{macros})\((\w+), (\w+),((?:\s*(?:#hook|"[^"]*"),?)+)\)$', table, re.MULTILINE)
    return [(hook, concept, [re.sub(r'"\s+"', "", text) for text in re.findall(r'"((?:[^"]|"\s+")*)"(?=,|$)', strings)])
            for hook, concept, strings in rows]


def test_contract_documents_declaration_and_default_of_every_hook():
    contract = re.sub(r"\n/// ", " ", (CONTRACT / "game.hpp").read_text(encoding="utf-8"))
    described = {concept: text for text in contract.split("\n\n") for concept in re.findall(r"^(?:template .*)?concept (\w+)", text, re.MULTILINE)}
    for macros, index in (("MEMBER|HOOK", 0), ("HOOK|FLAG", -1)):
        rows = rows_of_the_contract(macros)
        assert len(rows) > 30
        for hook, concept, strings in rows:
            text = strings[index] if macros.startswith("M") else f"Without it: {strings[index]}"
            assert text in described[concept], hook


def test_tutorial_without_ranking_lists_the_hooks_of_the_contract():
    checks = (CONTRACT / "check_hooks.hpp").read_text(encoding="utf-8")
    table = (CONTRACT / "hook_table.inc").read_text(encoding="utf-8")
    page = (DOCS / "tutorial_without_ranking.md").read_text(encoding="utf-8")
    rows = {row: set(re.findall(r"`(\w+)`", hooks)) for row, hooks in re.findall(r"^\| ([\w ]+) \| (.*) \|$", page, re.MULTILINE)}
    needs = re.findall(r'ZERMELO_NEEDS\((\w+), "([^"]*)"', checks)
    assert rows["rejected by the compiler"] == {"for_each_terminal"} | {
        hook for hook, others in needs if re.search("a ranking(?!.*, or )", others)}
    required = set(re.findall(r'"a game needs the hook (\w+):', checks))
    assert rows["required"] == required | {"state", "player_to_move", "is_relative", "start", "pack", "unpack"}
    assert all(re.search(rf"^ZERMELO_\w+\({hook},", table, re.MULTILINE)
               for row in ("required", "of no use", "the ranking itself") for hook in rows[row] if hook != "state")


def load_check_layers():
    loader = importlib.machinery.SourceFileLoader("check_layers", str(CHECK_LAYERS))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_layers", loader))
    loader.exec_module(module)
    return module


def test_architecture_page_matches_check_layers():
    checker = load_check_layers()
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    picture = re.search(r"^```mermaid\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    assert picture == checker.picture()
    tables = re.findall(r"^## Modules of (\w+)\n(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL)
    assert {layer for layer, _ in tables} == set(checker.MODULES)
    for layer, section in tables:
        modules = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]*)\|$", section, re.MULTILINE)
        assert [module for module, _ in modules] == list(checker.MODULES[layer])
        for module, others in modules:
            assert set(re.findall(r"`(\w+)`", others)) == checker.MODULES[layer][module], f"{layer}: {module}"
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", page, re.MULTILINE)) == {*checker.LAYERS, "games", "program"}
