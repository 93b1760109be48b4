"""Code nested so deep that libcst, or Python's own recursion, comes to its end: checked, or said to be unchecked."""

from __future__ import annotations

import ast
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from mcp_lint import depth
from mcp_lint.check import check_text
from mcp_lint.depth import Depth, depth_of
from mcp_lint.parse import parse_expression

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

START = """\
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput
@registry.tool()
def f(a, x) -> DataToolOutput:
"""
TEXT = 'TextContent(type="text", text="x", annotations={})'
RESULT = f"    return CallToolResult(content=[{TEXT}], structuredContent={{{{'sources': []}}}})\n"
# Each is an expression that holds so many levels; Python's own parser refuses 200 open brackets.
SHAPES: dict[str, Callable[[int], str]] = {
    "sum": lambda levels: "a + " * levels + "a",
    "terms on lines of their own": lambda levels: "(\n" + "a +\n" * levels + "a)",
    "and": lambda levels: "a and " * levels + "a",
    "or": lambda levels: "a or " * levels + "a",
    "comparison": lambda levels: "a < " * levels + "a",
    "power": lambda levels: "a ** " * levels + "a",
    "not": lambda levels: "not " * levels + "a",
    "minus": lambda levels: "-" * levels + "a",
    "conditional": lambda levels: "a if x else " * levels + "a",
    "lambda": lambda levels: "lambda: " * levels + "a",
    "joined strings": lambda levels: '"a" ' * levels,
    "joined f-strings": lambda levels: 'f"{a}" ' * levels,
    "attributes": lambda levels: "a" + ".a" * levels,
    "calls": lambda levels: "a" + "()" * levels,
    "methods": lambda levels: "a" + ".a()" * (levels // 2),
    "subscripts": lambda levels: "a" + "[0]" * levels,
    "conditions in a comprehension": lambda levels: "[a for a in x " + "if a " * levels + "]",
    "loops in a comprehension": lambda levels: "[a " + "for a in x " * levels + "]",
}
BRACKETS = {
    "parentheses": ("(", ")"),
    "lists": ("[", "]"),
    "sets": ("{", "}"),
    "call in call": ("a(", ")"),
    "subscript in subscript": ("a[", "]"),
    "dicts": ("{0: ", "}"),
}
# A file of these must not be parsed by anything: it would take hours, many gigabytes, or the process with it.
KILLERS = {
    **{name: shape(20_000) for name, shape in SHAPES.items() if name not in {"comparison", "joined f-strings"}},
    **{name: start * 20_000 + "a" + end * 20_000 for name, (start, end) in BRACKETS.items()},
}
del KILLERS["conditions in a comprehension"], KILLERS["loops in a comprehension"]  # no levels for libcst, but slow
# CPython 3.12 has a limit for calls through C, which no setting moves: chains other than of operators may meet it.
HAS_LIMIT_FOR_C = sys.version_info[:2] == (3, 12)
UNCHECKED = [(1, 1, "MCP900")]


def _places(text: str) -> list[tuple[int, int, str]]:
    return [(violation.line, violation.column, violation.code) for violation in check_text(text)]


def _tool(expression: str) -> tuple[str, tuple[int, int, str]]:
    """A tool with the expression in its result, and the violation that stands right of it."""
    text = START + RESULT.format(expression)
    lines = text[: text.index("[]})")].split("\n")
    return text, (len(lines), len(lines[-1]) + 1, "MCP104")


@pytest.mark.parametrize("name", SHAPES)
def test_four_hundred_levels_are_checked(name: str) -> None:
    """The fault right of them is found, at its place."""
    text, expected = _tool(SHAPES[name](400))
    ast.parse(text)
    assert _places(text) == [expected]


@pytest.mark.parametrize("name", BRACKETS)
def test_as_many_brackets_as_python_takes_are_checked(name: str) -> None:
    """Two hundred, with those around them."""
    start, end = BRACKETS[name]
    text, expected = _tool(start * 90 + "a" + end * 90)
    ast.parse(text)
    assert _places(text) == [expected]


def test_four_hundred_branches_are_checked() -> None:
    """Each ``elif`` is nested in the one before."""
    branches = "".join(f"    elif a == {number}:\n        return 1\n" for number in range(400))
    text = START + "    if a:\n        pass\n" + branches + RESULT.format("a")
    places = _places(text)
    assert len(places) == 401
    assert places[0] == (8, 16, "MCP106")
    assert places[-1][::2] == (807, "MCP104")


def test_a_long_name_of_a_module_is_checked() -> None:
    """A recursive function of libcst looks at it."""
    text, expected = _tool("a")
    places = _places(f"{text}import a{'.a' * 1500}\n")
    assert places == [expected] or (HAS_LIMIT_FOR_C and places == UNCHECKED)


@pytest.mark.parametrize("name", ["and", "attributes", "joined strings"])
def test_more_than_a_thousand_levels_are_checked(name: str) -> None:
    """Where the main thread's stack would come to its end, or Python's."""
    text, expected = _tool(SHAPES[name](1200))
    ast.parse(text)
    places = _places(text)
    assert places == [expected] or (HAS_LIMIT_FOR_C and name != "and" and places == UNCHECKED)


@pytest.mark.parametrize("name", ["sum", "and", "attributes", "subscripts"])
def test_what_would_take_libcst_too_long_is_said_to_be_unchecked(name: str) -> None:
    """Python takes it; but CPython 3.11 does not, at its usual recursion limit, and then nothing is said."""
    text, _ = _tool(SHAPES[name](7000))
    try:
        ast.parse(text)
    except RecursionError:
        assert _places(text) == []
        return
    assert _places(text) == UNCHECKED
    (violation,) = check_text(text)
    assert "nested too deep" in violation.message


@pytest.mark.parametrize("name", ["not", "lambda", "conditional", "power", *BRACKETS])
def test_what_even_python_does_not_take_is_left_to_it(name: str) -> None:
    """Nothing is reported: flake8 says E999, and so does ``mcp-lint``."""
    start, end = BRACKETS.get(name, ("", ""))
    text, _ = _tool(SHAPES[name](7000) if name in SHAPES else start * 1500 + "a" + end * 1500)
    assert _places(text) == []


def test_no_file_takes_the_process_along(tmp_path: Path) -> None:
    """All in one run of the command: each has a line about it, and the good one among them is checked."""
    for number, expression in enumerate(KILLERS.values()):
        (tmp_path / f"a{number:02}.py").write_text(_tool(expression)[0], encoding="utf-8")
    (tmp_path / "b.py").write_text(_tool("a")[0], encoding="utf-8")
    command = [sys.executable, "-m", "mcp_lint", "--isolated", "."]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    lines = run.stdout.splitlines()
    assert (run.returncode, run.stderr, len(lines)) == (2, "", len(KILLERS) + 1)
    assert {line.split()[1] for line in lines[:-1]} == {"E999", "MCP900"}
    assert lines[-1].startswith("./b.py:5:")


def test_levels_are_looked_for_in_one_function_at_a_time() -> None:
    """A long file is not a deep one: Python is not asked about it."""
    text = "class A:\n" + "    a = b.c(d[0])\n" * 40
    assert depth_of(text * 5000) is Depth.USUAL
    assert depth_of(text * 5000 + "a = " + "a + " * 300 + "a\n") is Depth.DEEP


def test_what_is_in_strings_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of text with its brackets and points is not deep; it only costs a question to Python."""
    page = "a = '''" + "((. + " * 20_000 + "'''\n"
    assert depth_of(page) is Depth.DEEP
    asked: list[str] = []
    monkeypatch.setattr(depth, "python_tree", asked.append)
    with pytest.raises(AttributeError):  # nothing was parsed
        depth_of(page)
    assert asked == [page]


def test_newer_syntax_may_be_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Python cannot say how deep it is, only what cannot be parsed at all is left out."""

    def refuse(_: str) -> ast.Module:
        raise SyntaxError

    monkeypatch.setattr(depth, "python_tree", refuse)
    assert depth_of("a + " * 5_000 + "a") is Depth.DEEP
    assert depth_of("a + " * 60_000 + "a") is Depth.TOO_DEEP
    assert depth_of("(" * 201) is Depth.TOO_DEEP


def test_a_quoted_annotation_is_no_way_around() -> None:
    """It is parsed on its own."""
    assert parse_expression("a | " * 1000 + "a") is not None
    for shape in ("a | " * 100_000 + "a", "(" * 100_000, "not " * 100_000 + "a"):
        assert parse_expression(shape) is None
        assert _places(f"{START.replace('DataToolOutput:', repr(shape) + ':')}    return 1\n") == [(4, 16, "MCP002")]


@pytest.mark.parametrize("largest", [256, 32])
def test_a_smaller_stack_will_do_where_a_large_one_is_not_to_be_had(
    largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be allowed to use little address space; then less deep code is checked, and none ends it."""
    start = threading.Thread.start

    def guarded(thread: threading.Thread) -> None:
        if threading.stack_size() > largest * 1024 * 1024:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", guarded)
    before = sys.getrecursionlimit(), threading.stack_size()
    for name in ("and", "attributes", "lambda"):
        text, expected = _tool(SHAPES[name](400))
        assert _places(text) == [expected]
    assert {code for _, _, code in _places(_tool(SHAPES["and"](5000))[0])} <= {"MCP104", "MCP900"}
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_without_any_larger_stack_the_file_is_said_to_be_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where it is too deep; what is not deep is checked."""

    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    assert _places(_tool(SHAPES["and"](400))[0]) == [(1, 1, "MCP900")]
    text, expected = _tool("a")
    assert _places(text) == [expected]
