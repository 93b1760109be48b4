"""The contract is written down once a half: the linter's tables are those of the installed SDK and the model.

An update of either that changes a field, a type or a spelling is noticed here.
"""

from __future__ import annotations

import pytest
from mcp.types import CallToolResult
from pydantic import ValidationError

from mcp_lint import contract
from mcp_lint.check import check_text
from mcp_server import ValidationModel
from mcp_server.contract import FIELDS
from mcp_server.result_check import check_result

SCHEMA = ValidationModel.model_json_schema()
# The fields of a result that the contract speaks of, and all others that there are.
MATTERING = ("content", "structured_content", "is_error")
OTHERS = {"meta", "result_type"}
VALUES = (
    "'text'",
    "''",
    "1",
    "1.5",
    "True",
    "None",
    "[]",
    "['a']",
    "[1]",
    "[['a']]",
    "[{}]",
    "{}",
    "('a',)",
    "{'a': []}",
)
MODULE = """\
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel
C = [TextContent(type="text", text="text")]
def tool() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={payload})
"""


def test_the_fields_of_the_payload() -> None:
    """The same names; `sources` is the one that must be there."""
    assert tuple(SCHEMA["properties"]) == contract.PAYLOAD_FIELDS == FIELDS
    assert SCHEMA["required"] == ["sources"]


def test_the_types_of_the_payload() -> None:
    """What the linter's rules take for granted."""
    properties = {name: _types(part) for name, part in SCHEMA["properties"].items()}
    assert properties == {
        "sources": [{"type": "array"}],
        "table": [{"type": "array", "items": "array"}, {"type": "null"}],
        "charts": [{"type": "array", "items": "object"}, {"type": "null"}],
        "force": [{"type": "string"}, {"type": "null"}],
    }


def _types(part: dict[str, object]) -> list[dict[str, object]]:
    options = part.get("anyOf", [part])
    assert isinstance(options, list)
    return [_type(option) for option in options]


def _type(option: dict[str, object]) -> dict[str, object]:
    items = option.get("items")
    inner = {"items": items["type"]} if isinstance(items, dict) and "type" in items else {}
    return {"type": option["type"], **inner}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("field", contract.PAYLOAD_FIELDS)
def test_a_value_is_right_for_both_or_for_none(field: str, value: str) -> None:
    """The linter's rules, pydantic's model and the registry's check judge each value alike."""
    text = "{" + ", ".join(f'"{key}": {given}' for key, given in {"sources": "['a']", field: value}.items()) + "}"
    said = {each.code for each in check_text(MODULE.format(payload=text))} - {"MCP104", "MCP205"}
    payload = eval(text)  # noqa: S307 - a literal of this file
    result = CallToolResult(content=[{"type": "text", "text": "text"}], structured_content=payload)  # type: ignore[list-item]
    refused = {problem.code for problem in check_result(result) if not problem.is_warning}
    assert said == refused
    assert bool(said) == (not _is_valid(payload))


def _is_valid(payload: object) -> bool:
    try:
        ValidationModel.model_validate(payload)
    except ValidationError:
        return False
    return True


def test_the_spellings_of_a_result() -> None:
    """Each field goes by its name and its alias; the alias is the canonical name."""
    fields = {name: CallToolResult.model_fields[name].alias or name for name in MATTERING}
    assert fields == contract.RESULT_ATTRIBUTES
    assert {
        spelling: alias for name, alias in fields.items() for spelling in (alias, name)
    } == contract.RESULT_SPELLINGS
    assert set(contract.RESULT_SPELLINGS_SDK_1) == set(fields.values()) == set(contract.RESULT_ATTRIBUTES_SDK_1)
    assert tuple(fields.values()) == (contract.CONTENT, contract.STRUCTURED, contract.IS_ERROR)


@pytest.mark.parametrize(("spelling", "field"), contract.RESULT_SPELLINGS.items())
def test_the_sdk_takes_each_spelling(spelling: str, field: str) -> None:
    """Both spellings set the same attribute."""
    given: dict[str, object] = {"content": [], "structuredContent": {"a": 1}, "isError": True}
    values = {"content": []} | {spelling: given[field]}
    result = CallToolResult(**values)  # type: ignore[arg-type]
    attribute = next(name for name, alias in contract.RESULT_ATTRIBUTES.items() if alias == field)
    assert getattr(result, attribute) == given[field]


def test_nothing_else_of_a_result_matters() -> None:
    """A new field may be one that the contract must speak of; what may be left out, and for what, must not change."""
    fields = CallToolResult.model_fields
    assert set(fields) == {*MATTERING, *OTHERS}
    assert [name for name in MATTERING if fields[name].is_required()] == ["content"]
    assert fields["structured_content"].default is None
    assert not fields["is_error"].default
