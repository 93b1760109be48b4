"""In strict mode, results of which nobody can tell whether they carry sources."""
# settings: strict=true
from elsewhere import find, text_result
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"


def parameter(payload: dict) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP190@12


def elsewhere() -> DataToolOutput:
    return text_result("x", source_url=U)  # expect: MCP190@12


async def awaited() -> DataToolOutput:
    return await text_result("x", source_url=U)  # expect: MCP190@12


def spread(**kwargs) -> DataToolOutput:
    return CallToolResult(content=C, **kwargs)  # expect: MCP190@12


def on_some_paths(found) -> DataToolOutput:
    payload = {}
    if found:
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP190@12


def perhaps_empty(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U] if found else []})  # expect: MCP190@12


def error_of_a_pair(name) -> DataToolOutput:
    value, error = find(name)
    if error:
        return error  # expect: MCP190@16
    return CallToolResult(content=value, structuredContent={"sources": [U]})


def unknown_key(key) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={key: [U]})  # expect: MCP190@12


# What is known is not reported twice, or not at all.


def known_bad() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": []})  # expect: MCP102@56


def known_bad_too() -> DataToolOutput:
    return "x"  # expect: MCP106@12


def nothing_at_all() -> DataToolOutput:
    return CallToolResult(content=C)  # expect: MCP101@12


def known_good(url) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [url]})


def known_good_in_both_branches(found) -> DataToolOutput:
    payload = {}
    if found:
        payload["sources"] = [U]
    else:
        payload.update(sources=[U, U])
    return CallToolResult(content=C, structuredContent=payload)


def _build(url):
    return CallToolResult(content=C, structuredContent={"sources": [url]})


def known_good_helper() -> DataToolOutput:
    return _build(U)


def error() -> DataToolOutput:
    return CallToolResult(content=C, is_error=True)


def raises() -> DataToolOutput:
    raise LookupError


def not_a_tool():
    return text_result("x")


def an_error_that_may_be_no_dict(found: bool) -> DataToolOutput:
    payload = [1] if found else None
    return CallToolResult(content=C, structured_content=payload, is_error=True)  # expect: MCP190@12


def surely_some_sources() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": sorted([U, U])})


def grown_to_some_sources() -> DataToolOutput:
    urls = []
    urls += sorted([U, U])
    return CallToolResult(content=C, structuredContent={"sources": urls})
