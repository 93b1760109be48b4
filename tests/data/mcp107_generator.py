"""Tools that yield, and tools whose inner functions do."""
from collections.abc import AsyncIterator, Iterator

from elsewhere import rows, wait
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("generators")
C = [TextContent(type="text", text="x")]
R = CallToolResult(content=C, structuredContent={"sources": ["https://example.org/data"]})


def yields() -> DataToolOutput:
    yield R  # expect: MCP107@5


async def yields_async() -> DataToolOutput:
    await wait()
    yield R  # expect: MCP107@5


def yields_from() -> DataToolOutput:
    yield from rows()  # expect: MCP107@5


def yields_twice(found) -> DataToolOutput:
    if found:
        yield "progress"  # expect: MCP107@9
    yield R


def yields_and_returns() -> DataToolOutput:
    yield  # expect: MCP107@5
    return CallToolResult(content=C)


def yields_in_an_expression() -> DataToolOutput:
    answer = yield R  # expect: MCP107@14
    print(answer)


def yields_in_a_call() -> DataToolOutput:
    print((yield R))  # expect: MCP107@12
    return R


def yields_after_all() -> DataToolOutput:
    return R
    yield  # expect: MCP107@5


@registry.tool()
def without_annotation():  # expect: MCP001@5
    yield R


@registry.tool()
def with_another_annotation() -> Iterator[DataToolOutput]:  # expect: MCP002@34
    yield R


# From here on, nothing is reported.


def inner_function_yields() -> DataToolOutput:
    def inner():
        yield "x"

    async def waits():
        yield "x"

    print(inner, waits)
    return R


def inner_lambda_yields() -> DataToolOutput:
    print(lambda: (yield))
    return R


def inner_class_yields() -> DataToolOutput:
    class Inner:
        def __iter__(self):
            yield "x"

    print(Inner())
    return R


def generator_expression() -> DataToolOutput:
    print(row for row in rows())
    return R


async def awaits() -> DataToolOutput:
    print([row async for row in rows()])
    await wait()
    return R


def named_so() -> DataToolOutput:
    yields = "yield"  # yield
    return R if yields else R


async def a_stream() -> AsyncIterator[DataToolOutput]:
    yield R


def not_a_tool():
    yield R
