"""Columns count characters: tabs, wide and combined characters, and what stands before on the line."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("columns")
C = [TextContent(type="text", text="x")]


@registry.tool()
def tabs():  # expect: MCP001@5
	return CallToolResult(content=C)  # expect: MCP101@9


def register_tools(mcp):
	@mcp.tool()
	def tabs_inside():  # expect: MCP001@6
		return CallToolResult(content=C)  # expect: MCP101@10


def before() -> DataToolOutput:
    señal = "ñandú 🦙 e\u0301 é"; return CallToolResult(content=C), señal  # expect: MCP106@41


def within() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"force": "日本 🦙", "tablas": 1, "sources": ["https://example.org/"]})  # expect: MCP201@74

class Página:
    def método(self) -> DataToolOutput: return "🦙🦙" and CallToolResult(content=C, structuredContent={"sources": ["https://example.org"]})
    def otro(self) -> DataToolOutput: return "🦙"  # expect: MCP106@46
