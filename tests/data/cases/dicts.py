"""What a payload is known to hold, however the dict is put together."""
from mcp import types
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]


def each(base: dict, extra: dict, rows, KEY: str, bad: bool) -> DataToolOutput:
    if rows == 1:
        return CallToolResult(content=C, structuredContent={**base, "table": T})
    if rows == 2:
        return CallToolResult(content=C, structuredContent=base | {"table": T})
    if rows == 3:
        return CallToolResult(content=C, structuredContent=dict(sources=[U], table=T))
    if rows == 4:
        return CallToolResult(content=C, structuredContent=dict(table=T))  # expect: MCP102@60
    if rows == 5:
        return CallToolResult(content=C, structuredContent={"sources": [U]} | extra)
    if rows == 6:
        return CallToolResult(content=C, structuredContent={k: v for k, v in rows})
    if rows == 7:
        return CallToolResult(content=C, structuredContent={KEY: [U]})
    if rows == 8:
        return CallToolResult(content=C, structuredContent={"sour" "ces": [U]})
    if rows == 9:
        return CallToolResult(content=C, **extra)
    if rows == 10:
        return CallToolResult(**base)
    if rows == 11:
        return CallToolResult(content=C, structuredContent=(d := {"table": T}))  # expect: MCP102
    if rows == 12:
        return CallToolResult(content=C, structuredContent={"table": T} if bad else {"sources": [U]})  # expect: MCP102
    if rows == 13:
        return types.CallToolResult(content=C, structuredContent={"table": T})  # expect: MCP102@66
    if rows == 14:
        return CallToolResult(content=C, structuredContent={"sources": [U] if U else []})
    if rows == 15:
        return ValidationModel(sources=[U])  # expect: MCP106@16
    payload = {"sources": [U]}
    payload["tables"] = T  # expect: MCP201@13
    return CallToolResult(content=C, structuredContent=payload)
