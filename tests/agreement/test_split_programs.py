"""Generated programs whose helpers stand in a file of their own get the verdicts that they get in one file."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mcp_lint.check import check_text
from mcp_lint.project import Project

from .programs import TOOL, write_program
from .scope import Profile

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = 300
# Dicts of the module that functions change: with two files there would be two of each.
SHARED = {"P", "Q"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_helpers_in_another_file(tmp_path: Path) -> None:
    """The same codes on the tool's lines; what is wrong with a constant of the other file is said where it is used."""
    compared = 0
    for seed in range(PROGRAMS):
        source = write_program(seed, Profile.FOLLOWED).source
        parts = _split(source)
        if parts is None:
            continue
        helpers, tool = parts
        (tmp_path / "helpers.py").write_text(helpers, encoding="utf-8")
        lines = {line for line, text in enumerate(tool.splitlines(), start=1) if text}
        together = {(each.line, each.code) for each in check_text(source) if each.line in lines}
        apart = {(v.line, v.code) for v in check_text(tool, path=str(tmp_path / "tool.py"), project=Project())}
        assert together <= apart, f"seed {seed}: {together - apart}"
        assert {code for _, code in apart} == {each.code for each in check_text(source)}, f"seed {seed}"
        compared += 1
    assert compared > PROGRAMS / 10


def _split(source: str) -> tuple[str, str] | None:
    """The helpers with all that stands around them, and the tool with an import; its lines stay where they are."""
    body = ast.parse(source).body
    helpers = [node for node in body if isinstance(node, FUNCTIONS) and node.name != TOOL]
    names = {node.id for helper in helpers for node in ast.walk(helper) if isinstance(node, ast.Name)}
    if not helpers or names & SHARED:
        return None
    around = [node for node in body if not isinstance(node, (*FUNCTIONS, ast.ClassDef))]
    lines = source.splitlines()
    for helper in helpers:
        first = min([helper, *helper.decorator_list], key=lambda each: each.lineno).lineno
        lines[first - 1 : helper.end_lineno] = [""] * ((helper.end_lineno or 0) - first + 1)
        lines[first - 1] = f"from helpers import {helper.name}"
    return "\n".join(map(ast.unparse, [*around, *helpers])) + "\n", "\n".join(lines) + "\n"
