"""What is wrong when a tool's result cannot even be built: pydantic's error, in the linter's codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from mcp.types import (
    Annotations,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    TextResourceContents,
)

from mcp_server.content_check import CONTENT_REMEDY
from mcp_server.contract import ValidationModel
from mcp_server.records import Problem
from mcp_server.result_check import CODES, NOT_A_RESULT
from mcp_server.wording import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

_MISSING = "missing"
_OF_CONTENT: tuple[type[BaseModel], ...] = (
    *get_args(ContentBlock),
    TextResourceContents,
    BlobResourceContents,
    Annotations,
)


def check_unbuilt(error: ValidationError) -> tuple[Problem, ...]:
    """Judge an error that a tool raised: one problem for each field of a result, a content block or the payload.

    Those are a ``CallToolResult``, the classes that its ``content`` is made of, a ``ValidationModel``, and their
    subclasses. Empty if the error is about anything else. No value that the tool had is repeated.
    """
    is_of_content = error.title in _titles(_OF_CONTENT)
    if not is_of_content and error.title not in _titles((CallToolResult, ValidationModel)):
        return ()
    details = error.errors(include_url=False, include_context=False, include_input=False)
    by_field = {str(detail["loc"][0]): detail for detail in reversed(details) if detail["loc"]}
    return tuple(_problem(error.title, field, detail, is_of_content) for field, detail in reversed(by_field.items()))


def _titles(models: tuple[type[BaseModel], ...]) -> Iterator[str]:
    """The names under which pydantic reports the models and all their subclasses."""
    for model in models:
        yield model.model_config.get("title") or model.__name__
        yield from _titles(tuple(model.__subclasses__()))


def _problem(model: str, field: str, detail: ErrorDetails, is_of_content: bool) -> Problem:
    # pydantic's own words for the other kinds name the type that it wants, never the value that it got.
    said = "it is missing" if detail["type"] == _MISSING else detail["msg"][:1].lower() + detail["msg"][1:]
    says = f"{quote(model)} cannot be built from the given {quote(field)}: {said}"
    code = "MCP105" if is_of_content else _code(field, detail["type"])
    return Problem(code, field, f"{says}, so the call fails; {_remedy(field)}")


def _code(field: str, kind: str) -> str:
    if field == "content":
        return "MCP105"
    return "MCP102" if field == "sources" and kind == _MISSING else CODES.get(field, NOT_A_RESULT)


def _remedy(field: str) -> str:
    remedies = {
        "content": CONTENT_REMEDY,
        "text": 'write `TextContent(type="text", text="...")`',
        "sources": 'write a list of addresses, `sources=["https://..."]`',
        "table": 'write a list of rows, `table=[["Year", "TWh"], ["2023", "11.5"]]`',
    }
    return remedies.get(field, "give it the type that it names")
