"""What a tool returns, followed through the function and through the helpers that it calls."""
import sys

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry, ValidationModel

registry = Registry("results")
URL = "https://example.org/data"
TEXT = [TextContent(type="text", text="x")]


@registry.tool()
def no_payload() -> DataToolOutput:
    return CallToolResult(content=TEXT)  # expect: MCP101@12


@registry.tool()
def none_payload() -> DataToolOutput:
    return CallToolResult(content=TEXT, structured_content=None)  # expect: MCP101@12


@registry.tool()
def no_sources() -> DataToolOutput:
    return CallToolResult(content=TEXT, structured_content={"table": [["a"], ["1"]]})  # expect: MCP102@60


@registry.tool()
def built_up(year: int) -> DataToolOutput:
    payload = {"table": [["a"], ["1"]]}
    if year > 2000:
        payload["sources"] = [URL]
    else:
        payload.update(sources=[URL])
    return CallToolResult(content=TEXT, structuredContent=payload)


@registry.tool()
def built_without() -> DataToolOutput:
    payload = {}
    payload["table"] = [["a"], ["1"]]
    return CallToolResult(content=TEXT, structuredContent=payload)  # expect: MCP102@59


@registry.tool()
def one_branch_only(found: bool) -> DataToolOutput:
    if not found:
        return CallToolResult(content=TEXT, structuredContent={"force": "Nothing found"})  # expect: MCP102@63
    result = CallToolResult(content=TEXT, structuredContent={"sources": [URL]})
    return result


@registry.tool()
def text_instead(found: bool) -> DataToolOutput:
    return "x" if found else f"{found}"  # expect: MCP106@12


@registry.tool()
def nothing(found: bool) -> DataToolOutput:
    if found:
        return  # expect: MCP106@9
    raise LookupError("nothing")


@registry.tool()
def falls_off(found: bool) -> DataToolOutput:  # expect: MCP106@5
    if found:
        return CallToolResult(content=TEXT, structuredContent={"sources": [URL]})


@registry.tool()
def never_ends(found: bool) -> DataToolOutput:
    while True:
        if found:
            return CallToolResult(content=TEXT, structuredContent={"sources": [URL]})


@registry.tool()
def exits() -> DataToolOutput:
    sys.exit("not today")


@registry.tool()
def generator() -> DataToolOutput:
    yield CallToolResult(content=TEXT, structuredContent={"sources": [URL]})  # expect: MCP107@5


@registry.tool()
def failed() -> DataToolOutput:
    return CallToolResult(content=TEXT, is_error=True)


@registry.tool()
def sources_text() -> DataToolOutput:
    return CallToolResult(content=TEXT, structuredContent={"sources": "https://example.org"})  # expect: MCP103@71


@registry.tool()
def sources_empty() -> DataToolOutput:
    return CallToolResult(content=TEXT, structuredContent={"sources": []})  # expect: MCP104@71


@registry.tool()
def sources_none_used() -> DataToolOutput:
    return CallToolResult(content=TEXT, structuredContent={"sources": []})  # noqa: MCP104


@registry.tool()
def silent() -> DataToolOutput:
    return CallToolResult(content=[], structuredContent={"sources": [URL]})  # expect: MCP105@35


@registry.tool()
def typo() -> DataToolOutput:
    return CallToolResult(content=TEXT, structuredContent={"sources": [URL], "tabel": [["a"]]})  # expect: MCP201@78


@registry.tool()
def ragged() -> DataToolOutput:
    return CallToolResult(
        content=TEXT,
        structuredContent={
            "sources": [URL],
            "table": [
                ["City", "Population"],
                ["Tokyo"],  # expect: MCP202@17
            ],
        },
    )


@registry.tool()
def dumped() -> DataToolOutput:
    return CallToolResult(content=TEXT, structuredContent=ValidationModel(sources=[URL]).model_dump())


@registry.tool()
def from_outside(payload: dict) -> DataToolOutput:
    return CallToolResult(content=TEXT, structuredContent=payload)


@registry.tool()
def own_helper(label: str) -> DataToolOutput:
    return _empty(label)


@registry.tool()
def own_bad_helper() -> DataToolOutput:
    return _text("x")  # expect: MCP106@12


def _empty(label):
    return CallToolResult(content=[TextContent(type="text", text=label)], structuredContent={"sources": [URL]})


def _text(label):
    return f"{label}!"


def _unused():
    return CallToolResult(content=TEXT)
