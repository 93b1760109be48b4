"""Syntax of every Python that libcst reads is checked on every Python; where flake8's Python cannot read it, E999."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import TYPE_CHECKING

import libcst as cst
import pytest

from mcp_lint.check import check_text

if TYPE_CHECKING:
    from pathlib import Path

IS_NEWEST_LIBCST = hasattr(cst, "LazyImport")
needs_newest_libcst = pytest.mark.skipif(not IS_NEWEST_LIBCST, reason="libcst before 1.9 cannot read it")
TOOL = "@registry.tool()\ndef lookup(): ...\n"
OLD = (3, 10)
# By the Python that first read it; what comes after the newest one here is read by libcst all the same.
SYNTAX = {
    "match": (OLD, "match a:\n    case {'b': [1, *_], **c} | B(d=1) as e if f: pass\n    case -1 + 2j | None: pass\n"),
    "soft keywords as names": (OLD, "match = case = type = _ = 1\nmatch(case)\nmatch[0]\nprint(type)\n"),
    "parentheses in with": (OLD, "with (open(a) as b, c as d,): pass\n"),
    "except*": ((3, 11), "try: pass\nexcept* (A, B) as e: pass\n"),
    "star in an index": ((3, 11), "a[*b] = c[*d, 1:2]\ndef f(*args: *Ts): pass\n"),
    "type alias": ((3, 12), "type A = int\ntype B[T: int, *Ts, **P] = dict[T, B]\n"),
    "type parameters": ((3, 12), "class A[T: (int, str), *Ts, **P](B): pass\ndef f[T](a: T) -> T: pass\n"),
    "quotes in an f-string": ((3, 12), """a = f"{b["c"]} {f"{f"{1}"}"}"\n"""),
    "backslash in an f-string": ((3, 12), "a = f'{\"\\n\".join(b)}'\n"),
    "lines in an f-string": ((3, 12), "a = f'{\n  b  # comment\n  !r:>{\n c}}'\n"),
    "defaults of type parameters": ((3, 13), "class A[T = int, *Ts = *tuple[int], **P = [int]]: pass\n"),
    "t-string": ((3, 14), "a = t'b {c!r:>{d}} {e=}'\nf = rt'{g}'\n"),
    "quotes in a t-string": ((3, 14), """a = t"{b["c"]} {f"{t"{1}"}"}"\n"""),
    **(
        {
            "except without parentheses": ((3, 14), "try: pass\nexcept A, B.c: pass\n"),
            "except* without parentheses": ((3, 14), "try: pass\nexcept* A, B: pass\n"),
            "lazy import": ((3, 15), "lazy import a.b, c as d\nlazy from e import f as g\n"),
            "star in a comprehension": ((3, 15), "a = [*b for b in c]\nd = {**e for e in f}\n"),
        }
        if IS_NEWEST_LIBCST
        else {}
    ),
}
NAMES = {name: f"a{number}.py" for number, name in enumerate(SYNTAX)}


def _is_read_here(name: str) -> bool:
    return SYNTAX[name][0] <= sys.version_info


@pytest.mark.parametrize("name", SYNTAX)
def test_a_tool_after_it_is_checked(name: str) -> None:
    """At its place, on any Python."""
    text = SYNTAX[name][1]
    if _is_read_here(name):
        ast.parse(text)
    (violation,) = check_text(text + TOOL)
    assert (violation.line, violation.column, violation.code) == (text.count("\n") + 2, 5, "MCP001")


def test_both_commands_on_all_of_it(tmp_path: Path) -> None:
    """They say the same, but for what this Python cannot read: there, flake8 says E999 and nothing else."""
    for name, (_, text) in SYNTAX.items():
        (tmp_path / NAMES[name]).write_text(text + TOOL, encoding="utf-8")
    ours, flake8 = _run(tmp_path, "mcp_lint"), _run(tmp_path, "flake8", "--select", "MCP,E999", "--jobs=1")
    assert len(ours) == len(SYNTAX)
    assert all(" MCP001 " in line for line in ours)
    read = {f"./{NAMES[name]}" for name in SYNTAX if _is_read_here(name)}
    assert [line for line in flake8 if " E999 " not in line] == [line for line in ours if line.split(":")[0] in read]
    assert {line.split(":")[0] for line in flake8 if " E999 " in line} == {f"./{n}" for n in NAMES.values()} - read


def _run(folder: Path, module: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-m", module, "--isolated", *arguments, "."]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    return run.stdout.splitlines()


IMPORTS = "from mcp.types import CallToolResult, TextContent\nfrom mcp_server import DataToolOutput\n"
HEAD = "@registry.tool()\ndef f(a, b) -> DataToolOutput:\n"
RESULT = '    return CallToolResult(content=[TextContent(type="text", text="x")], structuredContent={"sources": s})\n'
# Lines below the function's head, and what is reported there.
BODIES = {
    "t-string returned": ("    return t'{a}'\n", [(1, "MCP106")]),
    "t-string as sources": ("    s = t'{a}'\n" + RESULT, [(2, "MCP103")]),
    "nested f-string": ("    s = f'{f'{a['b']}'}'\n" + RESULT, [(2, "MCP103")]),
    "except*": ("    try: s = [g()]\n    except* A: s = []\n" + RESULT, []),
    "except* on all paths": ("    try: s = []\n    except* A: s = []\n" + RESULT, [(3, "MCP104")]),
    "match on all paths": ("    match a:\n        case []: s = ''\n        case _: s = 1\n" + RESULT, [(4, "MCP103")]),
    "type alias is a name": ("    s = []\n    type s = int\n" + RESULT, []),
}


@pytest.mark.parametrize("name", BODIES)
def test_what_it_means_is_known(name: str) -> None:
    """The values that it makes, and the paths that it opens."""
    body, expected = BODIES[name]
    found = [(v.line - 4, v.code) for v in check_text(IMPORTS + HEAD + body)]
    assert found == expected


@needs_newest_libcst
def test_except_without_parentheses_opens_a_path() -> None:
    """As with them."""
    body = "    try: s = g()\n    except A, B: s = 2\n"
    assert check_text(IMPORTS + HEAD + body + RESULT) == ()
    (violation,) = check_text(IMPORTS + HEAD + body.replace("g()", "1") + RESULT)
    assert violation.code == "MCP103"


@needs_newest_libcst
@pytest.mark.parametrize(
    ("statement", "annotation"),
    [
        ("lazy from mcp_server import DataToolOutput", "DataToolOutput"),
        ("lazy from mcp_server import DataToolOutput as D", "D"),
        ("lazy import mcp_server", "mcp_server.DataToolOutput"),
        ("lazy import mcp_server as m, other", "m.DataToolOutput"),
    ],
)
def test_a_lazy_import_binds_as_any_other(statement: str, annotation: str) -> None:
    """In the module and in a function."""
    tool = f"@registry.tool()\ndef f() -> {annotation}:\n    {{}}\n    return 1\n"
    for text in (f"{statement}\n{tool.format('pass')}", f"{statement}\n{tool.format(statement)}"):
        assert [violation.code for violation in check_text(text)] == ["MCP106"]
