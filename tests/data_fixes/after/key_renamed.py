from elsewhere import log
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]


def plain() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": T})


def quotes() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={'sources': [U], R'''charts''': [], u'force': "x"})


def source() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={
        "sources": [U],  # where from
    })


def keyword() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(sources=[U], table=T))


def by_name() -> DataToolOutput:
    payload = {"sources": [U]}
    payload["table"] = T
    log("x")
    return CallToolResult(content=C, structuredContent=payload)


def by_update() -> DataToolOutput:
    payload = {"sources": [U]}
    payload.update(table=T)
    return CallToolResult(content=C, structuredContent=payload)


def by_default() -> DataToolOutput:
    payload = {"sources": [U]}
    payload.setdefault("charts", [])
    return CallToolResult(content=C, structuredContent=payload)


def on_two_paths(found: bool) -> DataToolOutput:
    if found:
        payload = {"sources": [U], "table": T}
    else:
        payload = {"sources": [U], "table": []}
    return CallToolResult(content=C, structuredContent=payload)
