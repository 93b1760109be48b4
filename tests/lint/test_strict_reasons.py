"""Strict mode says why it cannot tell: which name, or which statement, could not be followed."""

from __future__ import annotations

import pytest

from mcp_lint.check import check_text
from mcp_lint.settings import Settings

HEAD = """\
from elsewhere import fetch, fill
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput
C = [TextContent(type="text", text="x")]
U = "https://example.org"
def tool(payload, urls, key) -> DataToolOutput:
"""
# The body of a tool, and the reason.
CASES = {
    "return fetch(key)": "part of it is not known here (`fetch`)",
    "return fetch(key).result": "part of it is not known here (`fetch`)",
    "return fetch.client.get(key)": "part of it is not known here (`fetch.client.get`)",
    "return fetch(key).get(U)": "part of it is not known here (`.get`)",
    "return CallToolResult(content=C, structuredContent=payload)": (
        "part of it is not known here (the parameter `payload`)"
    ),
    "p = {'sources': [U]}\n    fill(p)\n    return CallToolResult(content=C, structuredContent=p)": (
        "part of it is not known here (it is given to `fill`)"
    ),
    "p = {}\n    p[key] = [U]\n    return CallToolResult(content=C, structuredContent=p)": (
        "part of it is not known here (a key that is not a constant is set)"
    ),
    "s = urls[1:]\n    return CallToolResult(content=C, structuredContent={'sources': s})": (
        "part of it is not known here (`s`: a slice)"
    ),
    "return CallToolResult(content=C, structuredContent={'sources': [u for u in urls]})": (
        "`sources` may be an empty list"
    ),
    "p = {}\n    if key: p['sources'] = [U]\n    return CallToolResult(content=C, structuredContent=p)": (
        "on some paths structured content has no `sources`"
    ),
    "r = None\n    if key: r = CallToolResult(content=C, structuredContent={'sources': [U]})\n    return r": (
        "on some paths it is None"
    ),
}


@pytest.mark.parametrize("body", CASES)
def test_the_reason(body: str) -> None:
    """One report, at the returned expression."""
    (violation,) = check_text(f"{HEAD}    {body}\n", Settings(strict=True))
    said = violation.message.removeprefix("cannot tell whether this result carries `sources`: ")
    assert (violation.code, said.partition("; ")[0]) == ("MCP190", CASES[body])
