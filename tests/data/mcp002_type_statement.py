"""`type X = DataToolOutput` makes an object that is not DataToolOutput; `X = DataToolOutput` does."""
# python: 3.12
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("type statement")
URL = "https://example.org/data"
type Stated = DataToolOutput
Assigned = DataToolOutput


@registry.tool()
def stated() -> Stated:  # expect: MCP002@17
    return text_result("x", source_url=URL)


@registry.tool()
def assigned() -> Assigned:
    return text_result("x", source_url=URL)


@registry.tool()
def generic[T](value: T) -> DataToolOutput:
    return text_result(f"{value}", source_url=URL)


@registry.tool()
def generic_without[T](value: T):  # expect: MCP001@5
    return text_result(f"{value}", source_url=URL)
