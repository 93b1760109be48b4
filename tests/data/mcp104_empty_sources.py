"""`sources` that is an empty list, and lists that are or may be filled."""
from elsewhere import fetch, fill, rows
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
FILLED = []
FILLED.append(U)


def empty() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # expect: MCP104@68


def empty_with_room() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [ ]})  # expect: MCP104@68


def empty_by_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": list()})  # expect: MCP104@68


def by_key() -> DataToolOutput:
    payload = {"table": []}
    payload["sources"] = []  # expect: MCP104@26
    return CallToolResult(content=C, structuredContent=payload)


def dict_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(sources=[]))  # expect: MCP104@69


def model() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel(sources=[]).model_dump())  # expect: MCP104


def arm(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]} if found else {"sources": []})  # expect: MCP104@99


def _build(sources):
    return CallToolResult(content=C, structuredContent={"sources": sources})


def by_helper() -> DataToolOutput:
    return _build([])  # expect: MCP104@12


def by_helper_by_name() -> DataToolOutput:
    return _build(sources=[])  # expect: MCP104@12


def _build_with_a_default(text, sources=()):
    return CallToolResult(content=[TextContent(type="text", text=text)], structuredContent={"sources": list(sources)})


def set_and_wiped() -> DataToolOutput:
    payload = {"sources": [U]}
    payload["sources"] = []  # expect: MCP104@26
    return CallToolResult(content=C, structuredContent=payload)


# From here on, nothing is reported.


def on_purpose() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # noqa: MCP104


def on_purpose_for_all_codes() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []})  # noqa


def by_right_helper() -> DataToolOutput:
    return _build([U])


def by_helper_with_unknown(urls) -> DataToolOutput:
    return _build(urls)


def by_helper_with_unknown_default() -> DataToolOutput:
    return _build_with_a_default("x", fetch())


def appended() -> DataToolOutput:
    sources = []
    sources.append(U)
    return CallToolResult(content=C, structuredContent={"sources": sources})


def appended_in_a_loop() -> DataToolOutput:
    sources = []
    for row in rows():
        sources.append(row.url)
    return CallToolResult(content=C, structuredContent={"sources": sources})


def extended() -> DataToolOutput:
    sources = []
    sources.extend(fetch())
    return CallToolResult(content=C, structuredContent={"sources": sources})


def inserted() -> DataToolOutput:
    sources = []
    sources.insert(0, U)
    return CallToolResult(content=C, structuredContent={"sources": sources})


def added_in_place() -> DataToolOutput:
    sources = []
    sources += [U]
    return CallToolResult(content=C, structuredContent={"sources": sources})


def sliced_in_place() -> DataToolOutput:
    sources = []
    sources[:] = [U]
    return CallToolResult(content=C, structuredContent={"sources": sources})


def added() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [] + [U]})


def handed_on() -> DataToolOutput:
    sources = []
    text = fill(sources)
    return CallToolResult(content=text, structuredContent={"sources": sources})


def filled_by_a_bound_method() -> DataToolOutput:
    sources = []
    add = sources.append
    add(U)
    return CallToolResult(content=C, structuredContent={"sources": sources})


def filled_by_a_nested_function() -> DataToolOutput:
    sources = []

    def visit(row):
        sources.append(row)

    for row in rows():
        visit(row)
    return CallToolResult(content=C, structuredContent={"sources": sources})


def filled_in_a_comprehension() -> DataToolOutput:
    sources = []
    table = [[sources.append(row.url) or row.name] for row in rows()]
    return CallToolResult(content=C, structuredContent={"sources": sources, "table": table})


def filled_through_the_payload() -> DataToolOutput:
    payload = {"sources": []}
    payload["sources"].append(U)
    return CallToolResult(content=C, structuredContent=payload)


def added_through_the_payload() -> DataToolOutput:
    payload = {"sources": []}
    payload["sources"] += [U]
    return CallToolResult(content=C, structuredContent=payload)


def extended_through_the_payload() -> DataToolOutput:
    payload = {"sources": []}
    for row in rows():
        payload["sources"].extend(row.urls)
    return CallToolResult(content=C, structuredContent=payload)


def filled_through_a_second_name() -> DataToolOutput:
    payload = {"sources": []}
    links = payload["sources"]
    links.append(U)
    return CallToolResult(content=C, structuredContent=payload)


def filled_through_get() -> DataToolOutput:
    payload = {"sources": []}
    payload.get("sources").append(U)
    return CallToolResult(content=C, structuredContent=payload)


def filled_after_it_was_put_in() -> DataToolOutput:
    sources = []
    payload = {"sources": sources}
    sources.append(U)
    return CallToolResult(content=C, structuredContent=payload)


def filled_after_the_result_was_made() -> DataToolOutput:
    sources = []
    result = CallToolResult(content=C, structuredContent={"sources": sources})
    sources.append(U)
    return result


def set_by_default() -> DataToolOutput:
    payload = {}
    payload.setdefault("sources", []).append(U)
    return CallToolResult(content=C, structuredContent=payload)


def replaced() -> DataToolOutput:
    payload = {"sources": [], "table": []}
    payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def replaced_by_update() -> DataToolOutput:
    payload = {"sources": [], "table": []}
    payload.update(fetch())
    return CallToolResult(content=C, structuredContent=payload)


def replaced_by_spread(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [], **found})


def replaced_by_union(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []} | found)


def perhaps(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U] if found else []})


def of_module() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": FILLED})


def comprehension(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [url for url in urls]})


def starred(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [*urls]})


def empty_text_in_it() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [fetch()]})


def empty_table() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": [], "charts": []})


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": []}, isError=True)


def found_to_be_empty(urls=()) -> DataToolOutput:
    found = [url for url in urls if url]
    if not found:
        return CallToolResult(content=C, structuredContent={"sources": found})  # expect: MCP104@72
    return CallToolResult(content=C, structuredContent={"sources": found})


def found_to_be_filled(urls=()) -> DataToolOutput:
    found = [url for url in urls if url]
    if found:
        return CallToolResult(content=C, structuredContent={"sources": found})
    return CallToolResult(content=C, structuredContent={"sources": found})  # expect: MCP104@68


def filled_after_all(urls=()) -> DataToolOutput:
    found = [url for url in urls if url]
    if not found:
        found.append(U)
    return CallToolResult(content=C, structuredContent={"sources": found})


def of_a_class(urls=()) -> DataToolOutput:
    found = [url for url in urls if url]
    if not isinstance(found, tuple):
        return CallToolResult(content=C, structuredContent={"sources": found})
    return CallToolResult(content=C, structuredContent={"sources": [U]})
