"""What is wrong when a tool's result cannot even be built: pydantic's error, in the linter's codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.types import CallToolResult

from mcp_server.contract import ValidationModel
from mcp_server.records import Problem
from mcp_server.result_check import CODES, CONTENT_REMEDY, NOT_A_RESULT
from mcp_server.wording import quote

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_MISSING = "missing"


def check_unbuilt(error: ValidationError) -> tuple[Problem, ...]:
    """Judge an error that a tool raised: one problem for each field of a ``CallToolResult`` or a ``ValidationModel``.

    Empty if the error is about anything else. No value that the tool had is repeated.
    """
    if error.title not in {CallToolResult.__name__, ValidationModel.__name__}:
        return ()
    details = error.errors(include_url=False, include_context=False, include_input=False)
    by_field = {str(detail["loc"][0]): detail for detail in reversed(details) if detail["loc"]}
    return tuple(_problem(error.title, field, detail) for field, detail in reversed(by_field.items()))


def _problem(model: str, field: str, detail: ErrorDetails) -> Problem:
    # pydantic's own words for the other kinds name the type that it wants, never the value that it got.
    said = "it is missing" if detail["type"] == _MISSING else detail["msg"][:1].lower() + detail["msg"][1:]
    text = f"`{model}` cannot be built from the given {quote(field)}: {said}, so the call fails; {_remedy(field)}"
    return Problem(_code(field, detail["type"]), field, text)


def _code(field: str, kind: str) -> str:
    if field == "content":
        return "MCP105"
    return "MCP102" if field == "sources" and kind == _MISSING else CODES.get(field, NOT_A_RESULT)


def _remedy(field: str) -> str:
    remedies = {
        "content": CONTENT_REMEDY,
        "sources": 'write a list of addresses, `sources=["https://..."]`',
        "table": 'write a list of rows, `table=[["Year", "TWh"], ["2023", "11.5"]]`',
    }
    return remedies.get(field, "give it the type that it names")
