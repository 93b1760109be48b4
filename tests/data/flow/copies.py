"""What a copy shares with what it is a copy of, and what comprehensions, defaults and attributes change in place."""
import copy

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"


def deep_copy_of_a_dict() -> DataToolOutput:
    payload = {"sources": [U]}
    other = copy.deepcopy(payload)
    other["sources"].clear()
    return CallToolResult(content=C, structuredContent=payload)


def shallow_copy_of_a_dict() -> DataToolOutput:
    payload = {"sources": [U]}  # expect: MCP104@27
    other = copy.copy(payload)
    other["sources"].clear()
    return CallToolResult(content=C, structuredContent=payload)


def deep_copy_of_rows() -> DataToolOutput:
    rows = [["a"], ["b"]]
    other = copy.deepcopy(rows)
    other[0].append("b")
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": rows})


def deep_copy_of_a_result() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"sources": [U]})
    other = copy.deepcopy(result)
    other.structured_content.pop("sources")
    return result


def deep_model_copy_of_a_result() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"table": [["a"]]})  # expect: MCP102@58
    other = result.model_copy(deep=True)
    other.structured_content["sources"] = [U]
    return result


def shallow_model_copy_of_a_result() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"table": [["a"]]})
    other = result.model_copy(deep=False)
    other.structured_content["sources"] = [U]
    return result


def copy_in_an_unknown_way(deep) -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"table": [["a"]]})
    other = result.model_copy(deep=deep)
    other.structured_content["sources"] = [U]
    return result


def a_model_has_its_own_list() -> DataToolOutput:
    found = [U]
    model = ValidationModel(sources=found)
    found.clear()
    return CallToolResult(content=C, structuredContent=model.model_dump())


def a_model_has_its_own_rows() -> DataToolOutput:
    rows = [["a"]]
    model = ValidationModel(sources=[U], table=rows)
    rows[0].append("b")
    rows.append(["c"])
    return CallToolResult(content=C, structuredContent=model.model_dump())


def a_dump_has_its_own_list() -> DataToolOutput:
    model = ValidationModel(sources=[U])
    model.model_dump()["sources"].clear()
    payload = model.model_dump()
    model.sources.clear()
    return CallToolResult(content=C, structuredContent=payload)


def a_dump_without_sources() -> DataToolOutput:
    model = ValidationModel(sources=[])
    return CallToolResult(content=C, structuredContent=model.model_dump(exclude={"table"}))


def rows_filled_up() -> DataToolOutput:
    rows = [["a"], ["b", "c"]]
    [row.append("") for row in rows if len(row) < 2]
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": rows})


def _fill(row):
    row.append("")


def rows_filled_up_by_a_helper() -> DataToolOutput:
    rows = [["a"], ["b", "c"]]
    any(_fill(row) for row in rows if len(row) < 2)
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": rows})


def rows_only_read() -> DataToolOutput:
    rows = [["a"], ["b", "c"]]  # expect: MCP202@20
    text = ", ".join(str(len(row)) for row in rows)
    return CallToolResult(content=[TextContent(type="text", text=text)], structuredContent={"sources": [U], "table": rows})


def changed_in_a_display() -> DataToolOutput:
    payload = {"table": [["a"]]}
    [each.update(sources=[U]) for each in (payload,)]
    return CallToolResult(content=C, structuredContent=payload)


def _with_default(payload={"table": [["a"]]}):
    return payload


def changed_through_a_default() -> DataToolOutput:
    _with_default()["sources"] = [U]
    return CallToolResult(content=C, structuredContent=_with_default())


def set_later() -> DataToolOutput:
    block = TextContent(type="text", text="")
    block.text = "x"
    return CallToolResult(content=[block], structuredContent={"sources": [U]})


def a_view_as_content() -> DataToolOutput:
    blocks = {"a": TextContent(type="text", text="x")}
    return CallToolResult(content=blocks.values(), structuredContent={"sources": [U]})


def both_spellings() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]}, structured_content={"table": [["a"]]})


def both_spellings_the_other_way_round() -> DataToolOutput:
    return CallToolResult(content=C, structured_content={"sources": [U]}, structuredContent={"table": [["a"]]})  # expect: MCP102@93


def an_error_by_a_word() -> DataToolOutput:
    return CallToolResult(content=C, isError="no", structuredContent={"table": [["a"]]})  # expect: MCP102@70


def an_error_by_another_word() -> DataToolOutput:
    return CallToolResult(content=C, isError="Yes", structuredContent={"table": [["a"]]})
