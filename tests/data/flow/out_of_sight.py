"""Code that can reach every name: after it nothing is known, neither of the function's names nor of the module's."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]
PAYLOAD = {"table": T}


def by_locals() -> DataToolOutput:
    payload = {"table": T}
    exec("payload['sources'] = [U]")
    return CallToolResult(content=C, structuredContent=payload)


def of_the_module() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=PAYLOAD)


def set_up():
    globals()["PAYLOAD"] = {"sources": [U]}


def make():
    return {}


globals()["make"] = lambda: {"sources": [U]}


def of_a_function() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=make())
