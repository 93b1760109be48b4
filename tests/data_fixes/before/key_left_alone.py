from elsewhere import log
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]

tables = "tables"
CONSTANT = {"sources": [U], "xtable": T}


def far() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "title": "x"})


def form() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "form": "x"})


def there_already() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "source": U})


def wrong_value() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"source": U})


def wrong_table() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "ttable": "x"})


def read_again() -> DataToolOutput:
    payload = {"sources": [U], "tabley": T}
    log(len(payload["tabley"]))
    return CallToolResult(content=C, structuredContent=payload)


def constant() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=CONSTANT)


def reads_constant():
    return CONSTANT["xtable"]


def variable() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], tables: T})


def joined() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "tab" "les": T})


def escaped() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "t\x61bles": T})


def written_twice() -> DataToolOutput:
    payload = {"sources": [U], "tablez": []}
    payload["tablez"] = T
    return CallToolResult(content=C, structuredContent=payload)


def open_rest(**more) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "tables": T, **more})


def _payload():
    return {"sources": [U], "tablex": T}


def of_a_helper() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=_payload())


def passed_on() -> DataToolOutput:
    payload = {"sources": [U], "stable": T}
    log(**payload)
    return CallToolResult(content=C, structuredContent=payload)


def twice() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "charts_": [], "charts_": []})


BASE = {"sources": [U], "forced": "x"}


def merged() -> DataToolOutput:
    payload = BASE | {"forced": "y"}
    return CallToolResult(content=C, structuredContent=payload)


def spread() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"forced": "y", **BASE})


def silenced() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "tables": T})  # noqa: MCP201
