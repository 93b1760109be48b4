"""Results without structured content, under all names and ways to write them."""
import mcp.types
import mcp.types as t
import mcp_types
from elsewhere import CallToolResult as Unknown
from elsewhere import fill, options
from mcp import types
from mcp.types import CallToolResult, TextContent
from mcp.types import CallToolResult as Result
from mcp_server import DataToolOutput
from mcp_types import CallToolResult as Other

Alias = CallToolResult
C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
P = {"sources": [U]}


def plain() -> DataToolOutput:
    return CallToolResult(content=C)  # expect: MCP101@12


async def waits() -> DataToolOutput:
    return CallToolResult(content=C, meta={"a": 1})  # expect: MCP101@12


def none() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=None)  # expect: MCP101@12


def none_by_name() -> DataToolOutput:
    payload = None
    return CallToolResult(content=C, structured_content=payload)  # expect: MCP101@12


def renamed() -> DataToolOutput:
    return Result(content=C)  # expect: MCP101@12


def of_module() -> DataToolOutput:
    return types.CallToolResult(content=C)  # expect: MCP101@12


def of_long_module() -> DataToolOutput:
    return mcp.types.CallToolResult(content=C)  # expect: MCP101@12


def of_renamed_module() -> DataToolOutput:
    return t.CallToolResult(content=C)  # expect: MCP101@12


def of_second_package() -> DataToolOutput:
    return mcp_types.CallToolResult(content=C)  # expect: MCP101@12


def of_second_package_renamed() -> DataToolOutput:
    return Other(content=C)  # expect: MCP101@12


def by_alias() -> DataToolOutput:
    return Alias(content=C)  # expect: MCP101@12


def imported_inside() -> DataToolOutput:
    from mcp.types import CallToolResult as Inside

    return Inside(content=C)  # expect: MCP101@12


def in_a_variable() -> DataToolOutput:
    result = CallToolResult(content=C)  # expect: MCP101@14
    return result


def in_parentheses() -> DataToolOutput:
    return (
        CallToolResult(content=C)  # expect: MCP101@9
    )


def not_an_error() -> DataToolOutput:
    return CallToolResult(content=C, is_error=False)  # expect: MCP101@12


def not_an_error_either() -> DataToolOutput:
    return CallToolResult(content=C, isError=False)  # expect: MCP101@12


def first_arm(found) -> DataToolOutput:
    return CallToolResult(content=C) if found else CallToolResult(content=C, structuredContent=P)  # expect: MCP101@12


def second_arm(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=P) if found else CallToolResult(content=C)  # expect: MCP101@73


def both_arms(found) -> DataToolOutput:
    return CallToolResult(content=C) if found else CallToolResult(content=C)  # expect: MCP101@12


def one_of_two_returns(found) -> DataToolOutput:
    if found:
        return CallToolResult(content=C, structuredContent=P)
    return CallToolResult(content=C)  # expect: MCP101@12


def two_faults() -> DataToolOutput:
    return CallToolResult()  # expect: MCP101@12 # expect: MCP105@12


def spread_of_known() -> DataToolOutput:
    return CallToolResult(**{"content": C})  # expect: MCP101@12


def _helper(text):
    return CallToolResult(content=[TextContent(type="text", text=text)])


def of_a_helper() -> DataToolOutput:
    return _helper("x")  # expect: MCP101@12


async def _waiting_helper():
    return CallToolResult(content=C)


async def of_a_waiting_helper() -> DataToolOutput:
    return await _waiting_helper()  # expect: MCP101


# From here on, nothing is reported.


def both_spellings() -> DataToolOutput:
    if C:
        return CallToolResult(content=C, structured_content=P)
    return CallToolResult(content=C, structuredContent=P)


def error() -> DataToolOutput:
    return CallToolResult(content=C, is_error=True)


def error_too() -> DataToolOutput:
    return types.CallToolResult(content=C, isError=True)


def error_with_a_part() -> DataToolOutput:
    return CallToolResult(content=C, isError=True, structuredContent={"detail": "no sources here"})


def error_perhaps(failed: bool) -> DataToolOutput:
    return CallToolResult(content=C, is_error=failed)


def error_by_constant() -> DataToolOutput:
    failed = True
    return CallToolResult(content=C, is_error=failed)


def error_by_spread() -> DataToolOutput:
    return CallToolResult(content=C, **{"is_error": True})


def set_later() -> DataToolOutput:
    result = CallToolResult(content=C)
    result.structured_content = {"sources": [U]}
    return result


def set_later_on_some_paths(found) -> DataToolOutput:
    result = CallToolResult(content=C)
    if found:
        result.structured_content = P
    return result


def made_an_error_later() -> DataToolOutput:
    result = CallToolResult(content=C)
    result.is_error = True
    return result


def set_by_name() -> DataToolOutput:
    result = CallToolResult(content=C)
    setattr(result, "structured_content", P)
    return result


def set_by_another_function() -> DataToolOutput:
    result = CallToolResult(content=C)
    fill(result)
    return result


def replaced_by_another_function() -> DataToolOutput:
    return fill(CallToolResult(content=C))


def copied_with_changes() -> DataToolOutput:
    result = CallToolResult(content=C)
    return result.model_copy(update={"structured_content": P})


def validated(data: dict) -> DataToolOutput:
    return CallToolResult.model_validate(data)


def spread(**kwargs) -> DataToolOutput:
    return CallToolResult(content=C, **kwargs)


def spread_of_something() -> DataToolOutput:
    return CallToolResult(content=C, **options())


def spread_of_known_and_right() -> DataToolOutput:
    return CallToolResult(**{"content": C, "structuredContent": {"sources": [U]}})


def spread_of_dict_call() -> DataToolOutput:
    arguments = dict(content=C)
    arguments["structuredContent"] = P
    return CallToolResult(**arguments)


def unknown_class() -> DataToolOutput:
    return Unknown(content=C)


def parameter_of_that_name(CallToolResult) -> DataToolOutput:
    return CallToolResult(content=C)


def assigned_inside() -> DataToolOutput:
    CallToolResult = fill
    return CallToolResult(content=C)


def of_nested_functions() -> DataToolOutput:
    def inner():
        return CallToolResult(content=C)

    later = lambda: CallToolResult(content=C)  # noqa: E731
    return CallToolResult(content=inner().content + later().content, structuredContent=P)


def never_reached() -> DataToolOutput:
    raise LookupError(CallToolResult(content=C))


def not_a_tool():
    return CallToolResult(content=C)
