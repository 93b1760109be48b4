"""The SDK's own client, talking to a registry's server in the same process."""

from __future__ import annotations

from typing import Any

import anyio
from mcp.client import Client
from mcp.types import CallToolResult, TextContent, Tool

from mcp_server import DataToolOutput, Registry

URL = "https://example.org/data"
CONTENT = [TextContent(type="text", text="text")]


def answer(**payload: Any) -> CallToolResult:
    """Give a result that is right, but for what the payload makes wrong."""
    return CallToolResult(content=list(CONTENT), structured_content={"sources": [URL], **payload})


def list_tools(registry: Registry) -> list[Tool]:
    """Ask for the tools, as a client sees them."""

    async def ask() -> list[Tool]:
        async with Client(registry.server) as client:
            return (await client.list_tools()).tools

    return anyio.run(ask)


def call_tool(registry: Registry, name: str, arguments: dict[str, Any] | None = None) -> CallToolResult:
    """Call a tool, as a client does."""

    async def ask() -> CallToolResult:
        async with Client(registry.server) as client:
            return await client.call_tool(name, arguments or {})

    return anyio.run(ask)


def text_of(result: CallToolResult) -> str:
    """Give the text that the model reads."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def error_of(result: object, **options: Any) -> str:
    """Serve a tool ``broken`` that returns this, and give the text that its client reads of the error."""
    registry = Registry("t", **options)

    def broken() -> DataToolOutput:
        return result  # type: ignore[return-value]

    registry.tool()(broken)
    called = call_tool(registry, "broken")
    assert called.is_error
    assert called.structured_content is None
    return text_of(called)
