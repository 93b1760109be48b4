"""A plugin written as a class, and a server that forwards to the registry that it wraps."""
from __future__ import annotations

from typing import Any

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

URL = "https://example.org/data"


class Base:
    def _answer(self, text: str, **payload: Any) -> CallToolResult:
        return CallToolResult(
            content=[TextContent(type="text", text=text)],
            structuredContent={"sources": [URL], **payload},
        )


class Plugin(Base):
    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.cache: dict[str, DataToolOutput] = {}
        for method in (self.cities, self.rivers):
            registry.tool()(method)
        registry.tool(name="lakes")(self.lakes)
        registry.tool(name="hills")(self._hills)

    def cities(self, country: str) -> DataToolOutput:
        """Return the cities of a country."""
        if country in self.cache:
            return self.cache[country]
        result = self._answer(country, table=[["City"], [country]])
        self.cache[country] = result
        return result

    def rivers(self, country: str):  # expect: MCP001@9
        """Return the rivers of a country."""
        return self._answer(country)

    async def lakes(self, country: str) -> DataToolOutput:
        """Return the lakes of a country."""
        return await self.fetch(country)

    def _hills(self, country: str) -> DataToolOutput | None:  # expect: MCP002@39
        """Return the hills of a country."""
        return self.cache.get(country)


class Server:
    """Stands between the plugins and the registry."""

    def __init__(self, mcp: Registry) -> None:
        self._mcp = mcp
        self.tools: dict[str, Any] = {}

    def tool(self, **m: Any) -> Any:
        def register(fn: Any) -> Any:
            self.tools[fn.__name__] = fn
            return self._mcp.tool(meta=m)(fn)

        return register

    def add(self, name: str, f: Any) -> None:
        self.tools[name] = f
        self._mcp.tool(name=name)(f)


def main() -> None:
    server = Server(Registry("x"))

    @server.tool()
    def anything():
        return "the server is a class of the file: what it takes is its own affair"

    print(anything)
