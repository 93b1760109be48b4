"""The contract as it is published, and the document's example as it stands."""

from __future__ import annotations

import jsonschema
import pytest
from mcp.types import CallToolResult
from pydantic import ValidationError

from mcp_server import DataToolOutput, Registry, ValidationModel

from .in_memory import call_tool, list_tools, text_of

EXAMPLE = '''
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

@registry.tool()
def list_cities() -> DataToolOutput:
    """Return the top 3 cities by population."""
    return CallToolResult(
        content=[TextContent(type="text", text=(
            "The 3 most populated cities are Tokyo (37,400,068), "
            "Delhi (30,290,936) and Shanghai (27,058,479)."
        ))],
        structuredContent={
            "sources": ["https://example.org/cities-data"],
            "table": [
                ["City", "Population"],
                ["Tokyo", "37400068"],
                ["Delhi", "30290936"],
                ["Shanghai", "27058479"],
            ],
        },
    )
'''
PAYLOAD = {
    "sources": ["https://example.org/cities-data"],
    "table": [["City", "Population"], ["Tokyo", "37400068"], ["Delhi", "30290936"], ["Shanghai", "27058479"]],
}


@pytest.fixture
def cities() -> Registry:
    """A registry with the document's example."""
    registry = Registry("cities", strict=True)
    exec(compile(EXAMPLE, "example.py", "exec"), {"registry": registry})  # noqa: S102 - the text is the one above
    return registry


def test_the_example_runs_as_it_stands(cities: Registry) -> None:
    """Listed under its name with its description, and its answer arrives as written."""
    (tool,) = list_tools(cities)
    assert (tool.name, tool.description) == ("list_cities", "Return the top 3 cities by population.")
    result = call_tool(cities, "list_cities")
    assert not result.is_error
    assert result.structured_content == PAYLOAD
    assert text_of(result).startswith("The 3 most populated cities are Tokyo (37,400,068), Delhi")


def test_the_published_schema_validates_the_answer(cities: Registry) -> None:
    """``outputSchema`` is a JSON schema that takes what the tool sends."""
    (tool,) = list_tools(cities)
    assert tool.output_schema is not None
    jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    jsonschema.validate(call_tool(cities, "list_cities").structured_content, tool.output_schema)


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"sources": "https://example.org"},
        {"sources": None},
        {"sources": [], "table": ["row"]},
        {"sources": [], "force": 1},
    ],
)
def test_the_published_schema_refuses_what_breaks_it(cities: Registry, payload: dict[str, object]) -> None:
    """A client that validates sees the same faults as the server."""
    (tool,) = list_tools(cities)
    assert tool.output_schema is not None
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(payload, tool.output_schema)


def test_every_field_is_described_and_sources_alone_is_required(cities: Registry) -> None:
    """What a client's author reads of the contract."""
    (tool,) = list_tools(cities)
    assert tool.output_schema is not None
    assert tool.output_schema["type"] == "object"
    assert tool.output_schema["required"] == ["sources"]
    fields = tool.output_schema["properties"]
    assert list(fields) == ["sources", "table", "charts", "force"]
    assert all(field["description"] for field in fields.values())


@pytest.mark.parametrize("payload", [{"table": None, "charts": None, "force": None}, {"table": []}, {"note": "x"}])
def test_none_and_other_fields_are_allowed(payload: dict[str, object]) -> None:
    """None counts as absent; an unknown field is kept, for the registry to warn of."""
    model = ValidationModel.model_validate({"sources": ["a"], **payload})
    assert {key: value for key, value in model.model_dump().items() if key in payload} == payload


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"sources": None},
        {"sources": "a"},
        {"sources": ("a",)},
        {"sources": {"a"}},
        {"sources": {"a": 1}},
        {"sources": ["a"], "table": (["a"],)},
        {"sources": ["a"], "table": [("a",)]},
        {"sources": ["a"], "charts": ["bar"]},
        {"sources": ["a"], "charts": ({},)},
        {"sources": ["a"], "force": 3},
        {"sources": ["a"], "force": b"x"},
    ],
)
def test_the_model_is_strict(payload: dict[str, object]) -> None:
    """A list is a list: pydantic's habit to make one of a tuple or a set is off."""
    with pytest.raises(ValidationError):
        ValidationModel.model_validate(payload)


def test_a_tool_can_be_called_as_the_function_that_it_is() -> None:
    """The annotation is of no consequence for plain calls, and type checkers take the result for what it is."""

    def tool() -> DataToolOutput:
        return CallToolResult(content=[], structured_content={"sources": []})

    assert Registry("t").tool()(tool) is tool
    assert tool().structured_content == {"sources": []}
