"""Comments that silence a report, and comments that silence another one."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]


def this_code() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # noqa: MCP104


def this_code_among_others() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # noqa: E501, MCP104


def all_of_a_kind() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # noqa: MCP1


def everything() -> DataToolOutput:
    return CallToolResult(content=[], structuredContent={"sources": []})  # noqa


def capitals() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # NOQA:MCP104


def another_code() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # noqa: MCP103 # expect: MCP104@68


def one_of_two() -> DataToolOutput:
    return CallToolResult(content=[], structuredContent={"sources": []})  # noqa: MCP104 # expect: MCP105@35


def another_line() -> DataToolOutput:
    return CallToolResult(  # noqa: MCP104
        content=C,
        structuredContent={"sources": []},  # expect: MCP104@39
    )


def of_a_tool_without_end() -> DataToolOutput:  # noqa: MCP106
    print("x")
