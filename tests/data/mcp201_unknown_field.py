"""Fields that the UI does not know, and keys that are none of its business."""
from elsewhere import KEY, fetch
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]


def plural() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "tables": T})  # expect: MCP201@73


def singular() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "chart": []})  # expect: MCP201@73


def other_case() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "Table": T})  # expect: MCP201@73


def extra() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"título": "x", "sources": [U]})  # expect: MCP201@57


def two() -> DataToolOutput:
    return CallToolResult(
        content=C,
        structuredContent={
            "source": U,  # expect: MCP201@13
            "sources": [U],
            'forced': "x",  # expect: MCP201@13
        },
    )


def two_on_a_line() -> DataToolOutput:
    payload = {"sources": [U], "titles": 1, "notes": 2}  # expect: MCP201@32 # expect: MCP201@45
    return CallToolResult(content=C, structuredContent=payload)


def dict_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(sources=[U], tables=T))  # expect: MCP201@74


def by_key() -> DataToolOutput:
    payload = {"sources": [U]}
    payload["graph"] = []  # expect: MCP201@13
    return CallToolResult(content=C, structuredContent=payload)


def by_update() -> DataToolOutput:
    payload = {"sources": [U]}
    payload.update(tables=T)  # expect: MCP201@20
    payload.update({"titles": T})  # expect: MCP201@21
    return CallToolResult(content=C, structuredContent=payload)


def by_union() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]} | {"tables": T})  # expect: MCP201@76


def by_union_in_place() -> DataToolOutput:
    payload = {"sources": [U]}
    payload |= {"tables": T}  # expect: MCP201@17
    return CallToolResult(content=C, structuredContent=payload)


def by_default() -> DataToolOutput:
    payload = {"sources": [U]}
    payload.setdefault("tables", T)  # expect: MCP201@24
    return CallToolResult(content=C, structuredContent=payload)


def in_an_arm(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]} if found else {"sources": [U], "url": U})  # expect: MCP201@104


# From here on, nothing is reported.


def all_four() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": T, "charts": [], "force": ""})


def nothing_given() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": None, "charts": None, "force": None})


def renamed_in_the_end() -> DataToolOutput:
    payload = {"sources": [U], "tables": T}
    payload["table"] = payload.pop("tables")
    return CallToolResult(content=C, structuredContent=payload)


def removed_in_the_end() -> DataToolOutput:
    payload = {"sources": [U], "rows": T}
    del payload["rows"]
    return CallToolResult(content=C, structuredContent=payload)


def picked_from() -> DataToolOutput:
    data = {"links": [U], "rows": T}
    return CallToolResult(content=C, structuredContent={"sources": data["links"], "table": data["rows"]})


def filtered() -> DataToolOutput:
    data = {"sources": [U], "rows": T}
    return CallToolResult(content=C, structuredContent={key: data[key] for key in ("sources",)})


def deeper_keys() -> DataToolOutput:
    spec = {"type": "bar", "title": "x", "data": {"labels": ["a"], "datasets": [{"label": "x", "data": [1]}]}}
    return CallToolResult(content=C, structuredContent={"sources": [U], "charts": [spec]})


def unknown_key() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], KEY: 1, f"{KEY}s": 2})


def unknown_rest(**more) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], **more, **fetch()})


def key_in_two_parts() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "ta" "ble": T})


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"detail": "x", "code": 404}, isError=True)


def another_dict() -> DataToolOutput:
    parameters = {"source": "x", "tables": "y"}
    parameters["format"] = "json"
    found = fetch(parameters)
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": found})


def other_arguments() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]}, _meta={"tables": 1})


def not_a_tool():
    return CallToolResult(content=C, structuredContent={"tables": 1})
