"""Return annotations that are not DataToolOutput, in the spellings that Python knows, and those that are."""
import typing
import typing as t
from collections.abc import Awaitable, Iterator
from typing import Annotated, Any, NewType, Optional, TypeAlias, TypeVar, Union

import mcp.types
import mcp_server
import mcp_server as server
import mcp_server.contract
from elsewhere import OUTPUTS, Output, make_type
from mcp import types
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry, ValidationModel, contract
from mcp_server import DataToolOutput as Renamed
from mcp_server.contract import DataToolOutput as FromContract
from mcp_server.results import text_result
from pydantic import BaseModel

registry = Registry("annotations")
URL = "https://example.org/data"
CONTENT = [TextContent(type="text", text="x")]

Alias = DataToolOutput
AliasOfAlias = Alias
Declared: TypeAlias = DataToolOutput
Quoted: TypeAlias = "DataToolOutput"
OfAttribute = server.DataToolOutput
SpelledOut = Annotated[CallToolResult, ValidationModel]
Maybe = Optional[DataToolOutput]
Result = CallToolResult
New = NewType("New", DataToolOutput)
Variable = TypeVar("Variable")
if URL:
    Depends = DataToolOutput
else:
    Depends = CallToolResult


class Other(BaseModel):
    sources: list


@registry.tool()
def text() -> str:  # expect: MCP002@15
    return "one report is enough"


@registry.tool()
def nothing() -> None:  # expect: MCP002@18
    return None


@registry.tool()
async def mapping() -> dict[str, Any]:  # expect: MCP002@24
    return {}


@registry.tool()
def anything() -> Any:  # expect: MCP002@19
    return text_result("x", source_url=URL)


@registry.tool()
def quoted_text() -> "str":  # expect: MCP002@22
    return text_result("x", source_url=URL)


@registry.tool()
def prose() -> "the result":  # expect: MCP002@16
    return text_result("x", source_url=URL)


@registry.tool()
def bare() -> CallToolResult:  # expect: MCP002@15
    return text_result("x", source_url=URL)


@registry.tool()
def bare_dotted() -> types.CallToolResult:  # expect: MCP002@22
    return text_result("x", source_url=URL)


@registry.tool()
def bare_long() -> mcp.types.CallToolResult:  # expect: MCP002@20
    return text_result("x", source_url=URL)


@registry.tool()
def bare_quoted() -> 'CallToolResult':  # expect: MCP002@22
    return text_result("x", source_url=URL)


@registry.tool()
def bare_by_alias() -> Result:  # expect: MCP002@24
    return text_result("x", source_url=URL)


@registry.tool()
def optional() -> Optional[DataToolOutput]:  # expect: MCP002@19
    return text_result("x", source_url=URL)


@registry.tool()
def optional_dotted() -> typing.Optional[DataToolOutput]:  # expect: MCP002@26
    return text_result("x", source_url=URL)


@registry.tool()
def optional_by_alias() -> Maybe:  # expect: MCP002@28
    return text_result("x", source_url=URL)


@registry.tool()
def union() -> DataToolOutput | None:  # expect: MCP002@16
    return text_result("x", source_url=URL)


@registry.tool()
def union_turned() -> None | DataToolOutput:  # expect: MCP002@23
    return text_result("x", source_url=URL)


@registry.tool()
def union_quoted() -> "DataToolOutput | None":  # expect: MCP002@23
    return text_result("x", source_url=URL)


@registry.tool()
def union_of_two() -> Union[DataToolOutput, str]:  # expect: MCP002@23
    return text_result("x", source_url=URL)


@registry.tool()
def helper_like() -> tuple[str | None, DataToolOutput | None]:  # expect: MCP002@22
    return None, text_result("x", source_url=URL)


@registry.tool()
def many() -> list[DataToolOutput]:  # expect: MCP002@15
    return [text_result("x", source_url=URL)]


@registry.tool()
def later() -> Awaitable[DataToolOutput]:  # expect: MCP002@16
    return text_result("x", source_url=URL)


@registry.tool()
def generated() -> Iterator[DataToolOutput]:  # expect: MCP002@20
    yield text_result("x", source_url=URL)


@registry.tool()
def a_class() -> type[DataToolOutput]:  # expect: MCP002@18
    return DataToolOutput


@registry.tool()
def other_annotation() -> Annotated[CallToolResult, Other]:  # expect: MCP002@27
    return text_result("x", source_url=URL)


@registry.tool()
def other_kind() -> Annotated[dict, ValidationModel]:  # expect: MCP002@21
    return text_result("x", source_url=URL)


@registry.tool()
def own_class() -> Other:  # expect: MCP002@20
    return text_result("x", source_url=URL)


@registry.tool()
def the_model() -> ValidationModel:  # expect: MCP002@20
    return text_result("x", source_url=URL)


@registry.tool()
def new_type() -> New:  # expect: MCP002@19
    return text_result("x", source_url=URL)


@registry.tool()
def on_a_line_of_its_own(
    year: int,
) -> (
    CallToolResult  # expect: MCP002@5
):
    return text_result("x", source_url=URL)


@registry.tool()
def and_its_result() -> CallToolResult:  # expect: MCP002@25
    return CallToolResult(content=CONTENT)  # expect: MCP101@12


def called() -> CallToolResult:  # expect: MCP002@17
    return text_result("x", source_url=URL)


registry.tool()(called)


def register_tools(mcp):
    from mcp_server import DataToolOutput as Local

    @mcp.tool()
    def visible_when_defined() -> Local:
        return text_result("x", source_url=URL)

    @mcp.tool()
    def not_visible_at_start_up() -> "Local":  # expect: MCP002@38
        return text_result("x", source_url=URL)


# From here on, nothing is reported.


@registry.tool()
def right() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def right_in_parentheses() -> (DataToolOutput):
    return text_result("x", source_url=URL)


@registry.tool()
def right_in_quotes() -> 'DataToolOutput':
    return text_result("x", source_url=URL)


@registry.tool()
def right_in_many_quotes() -> """DataToolOutput""":
    return text_result("x", source_url=URL)


@registry.tool()
def right_dotted_in_quotes() -> "mcp_server.DataToolOutput":
    return text_result("x", source_url=URL)


@registry.tool()
def right_renamed() -> Renamed:
    return text_result("x", source_url=URL)


@registry.tool()
def right_from_contract() -> FromContract:
    return text_result("x", source_url=URL)


@registry.tool()
def right_of_a_submodule() -> mcp_server.contract.DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def right_of_an_imported_submodule() -> contract.DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def right_of_a_renamed_module() -> server.DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def right_by_alias() -> Alias:
    return text_result("x", source_url=URL)


@registry.tool()
def right_by_alias_of_alias() -> AliasOfAlias:
    return text_result("x", source_url=URL)


@registry.tool()
def right_by_alias_in_quotes() -> "AliasOfAlias":
    return text_result("x", source_url=URL)


@registry.tool()
def right_declared() -> Declared:
    return text_result("x", source_url=URL)


@registry.tool()
def right_declared_in_quotes() -> Quoted:
    return text_result("x", source_url=URL)


@registry.tool()
def right_of_attribute() -> OfAttribute:
    return text_result("x", source_url=URL)


@registry.tool()
def right_spelled_out() -> Annotated[CallToolResult, ValidationModel]:
    return text_result("x", source_url=URL)


@registry.tool()
def right_spelled_out_dotted() -> t.Annotated[mcp.types.CallToolResult, server.ValidationModel]:
    return text_result("x", source_url=URL)


@registry.tool()
def right_spelled_out_partly_quoted() -> Annotated["CallToolResult", ValidationModel]:
    return text_result("x", source_url=URL)


@registry.tool()
def right_spelled_out_by_alias() -> SpelledOut:
    return text_result("x", source_url=URL)


@registry.tool()
def right_union_of_one() -> Union[DataToolOutput]:
    return text_result("x", source_url=URL)


@registry.tool()
def right_union_of_one_twice() -> typing.Union[DataToolOutput, DataToolOutput]:
    return text_result("x", source_url=URL)


@registry.tool()
def unknown_name() -> Output:
    return text_result("x", source_url=URL)


@registry.tool()
def unknown_call() -> make_type("x"):
    return text_result("x", source_url=URL)


@registry.tool()
def unknown_item() -> OUTPUTS["table"]:
    return text_result("x", source_url=URL)


@registry.tool()
def unknown_until_run() -> Depends:
    return text_result("x", source_url=URL)


def not_a_tool() -> CallToolResult:
    return CallToolResult(content=CONTENT)


def a_helper(name: str) -> tuple[str | None, DataToolOutput | None]:
    return "x", None


def another_helper(name: str) -> DataToolOutput | None:
    return None


def given_a_signature() -> str:
    return text_result("x", source_url=URL)


given_a_signature.__signature__ = make_type("x")
registry.tool()(given_a_signature)


def given_annotations() -> str:
    return text_result("x", source_url=URL)


given_annotations.__annotations__ = {"return": DataToolOutput}
registry.tool()(given_annotations)


@registry.tool()
def of_an_undefined_module() -> "Undefined.DataToolOutput":  # expect: MCP002@33
    return text_result("x", source_url="https://example.org/data")


CHOICE = {"output": DataToolOutput}


@registry.tool()
def of_an_item() -> CHOICE["output"]:
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
def of_an_item_in_quotes() -> "CHOICE['output']":
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
def of_a_text_made_up() -> f"{'Data'}ToolOutput":
    return text_result("x", source_url="https://example.org/data")
