"""Whatever stands in a file that is followed: nothing but reports come out, each of the file that is checked."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest
from marked_files import FILES, read

from mcp_lint.check import check_text
from mcp_lint.project import Project
from mcp_lint.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

STRICT = Settings(strict=True, enable=("MCP9",))
HEAD = [
    "from mcp.types import CallToolResult, TextContent",
    "from mcp_server import DataToolOutput",
    "import followed",
    "from followed import *",
]
# What a tool does with a function of the other file.
USES = (
    "followed.{0}(x)",
    "{0}(*x, **y)",
    "await followed.{0}([], {{}}, k=lambda: {0})",
    "CallToolResult(content=followed.{0}(x, 's'), structuredContent={0}(*['a', 'b'], **{{'sources': 3}}))",
    "(followed.{0}(None), {0})[0]",
    "followed.{0}",
)


@pytest.mark.parametrize("part", range(4))
def test_any_file(part: int, tmp_path: Path) -> None:
    """Each function and class of the data files, called, handed on, and registered from another file."""
    for path in FILES[part::4]:
        source = read(path)
        try:
            tree = ast.parse(source)
        except SyntaxError:  # written for a newer Python
            continue
        text = _tools_that_use(tree)
        (tmp_path / "followed.py").write_text(source, encoding="utf-8")
        tools = tmp_path / "tools.py"
        lines = text.count("\n") + 1
        for plans_fixes in (False, True):
            found = check_text(text, STRICT, path=str(tools), project=Project(), plans_fixes=plans_fixes)
            assert all(violation.end_line <= lines for violation in found), path


def _tools_that_use(tree: ast.Module) -> str:
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = dict.fromkeys(node.name for node in ast.walk(tree) if isinstance(node, defined))
    lines = [*HEAD]
    for number, name in enumerate(names):
        use = USES[number % len(USES)].format(name)
        lines += [f"async def t{number}(x, y) -> DataToolOutput:", f"    r = {use}", "    if x:", "        return r"]
        lines += [f"    r['sources'] = followed.{name}", "    return r", f"registry.tool()(followed.{name})"]
    return "\n".join(lines) + "\n"
