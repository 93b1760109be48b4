"""A CallToolResult that the file defines is not the SDK's."""
from dataclasses import dataclass

from mcp_server import DataToolOutput


@dataclass
class CallToolResult:
    content: list


def own_class() -> DataToolOutput:
    return CallToolResult(content=[])  # expect: MCP106@12
