"""Helpers that return a pair: the value, or the result to show instead."""
from catalogue import find
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry
from mcp_server import results as h

registry = Registry("pairs")
URL = "https://example.org/data"


def _text(text):
    return [TextContent(type="text", text=text)]


def _find(name):
    if not name:
        return None, CallToolResult(content=_text("Which one?"), is_error=True)
    return name.title(), None


def _check(year) -> "DataToolOutput | None":
    if year < 1960:
        return h.text_result("Data begins in 1960.", source_url=URL)
    return None


@registry.tool()
def of_another_module(name: str) -> DataToolOutput:
    value, error = find(name)
    if error:
        return error
    return CallToolResult(content=_text(value), structuredContent={"sources": [URL]})


@registry.tool()
def of_the_file(name: str) -> DataToolOutput:
    value, error = _find(name)
    if error is not None:
        return error
    return CallToolResult(content=_text(value), structuredContent={"sources": [URL]})


@registry.tool()
def by_index(name: str) -> DataToolOutput:
    pair = _find(name)
    if pair[1]:
        return pair[1]
    return h.text_result(pair[0], source_url=URL)


@registry.tool()
def by_walrus(year: int) -> DataToolOutput:
    if (problem := _check(year)) is not None:
        return problem
    return h.text_result("x", source_url=URL)


@registry.tool()
def by_truth(year: int) -> DataToolOutput:
    if problem := _check(year):
        return problem
    return h.text_result("x", source_url=URL)


@registry.tool()
def starred(name: str) -> DataToolOutput:
    value, *rest = find(name)
    if rest:
        return rest[0]
    return h.text_result(value, source_url=URL)


@registry.tool()
def either(year: int) -> DataToolOutput:
    return _check(year) or h.text_result("x", source_url=URL)


@registry.tool()
def by_exception(name: str) -> DataToolOutput:
    try:
        value = find(name)
    except LookupError as problem:
        return CallToolResult(content=_text(str(problem)), is_error=True)
    else:
        return h.text_result(value, source_url=URL)
    finally:
        print(name)


@registry.tool()
def the_pair_itself(name: str) -> DataToolOutput:
    return _find(name)  # expect: MCP106@12


@registry.tool()
def the_value_instead(name: str) -> DataToolOutput:
    value, error = find(name)
    if error:
        return error
    return f"{value}"  # expect: MCP106@12
