"""What is wrong with a tool's result, in the linter's codes. Pure: the registry decides what becomes of it."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, get_args

from mcp.types import CallToolResult, ContentBlock, InputRequiredResult

from mcp_server.contract import FIELDS, ValidationModel
from mcp_server.json_values import is_json, json_fault
from mcp_server.payload_check import check_charts, check_force, check_sources, check_table
from mcp_server.records import Problem
from mcp_server.wording import REFUSED, kind_of, quote

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from mcp_server.json_values import JsonFault

# A value that is not JSON breaks the rule about the field that holds it.
CODES = {"sources": "MCP103", "table": "MCP202", "charts": "MCP203", "force": "MCP204"}
UNKNOWN_FIELD = "MCP201"
NOT_A_RESULT = "MCP106"
CONTENT_REMEDY = 'write `content=[TextContent(type="text", text="...")]`'
_CONTENT_BLOCKS = get_args(ContentBlock)
_CHECKS = (("table", check_table), ("charts", check_charts), ("force", check_force))


def check_result(
    result: object, *, allow_empty_sources: bool = True, is_generator: bool = False
) -> tuple[Problem, ...]:
    """Judge what a tool returned; empty where it may leave the server as it is. Never raises.

    ``is_generator``: there is a ``yield`` in the tool itself (MCP107), so that it is not the result that is at fault.
    A result with ``is_error=True`` needs no payload, but content. An ``InputRequiredResult`` is no answer yet: the SDK
    asks the client and calls the tool again.
    """
    if isinstance(result, CallToolResult):
        return (*_check_content(result), *_check_payload(result, allow_empty_sources), *_check_meta(result))
    return () if isinstance(result, InputRequiredResult) else (_not_a_result(result, is_generator),)


def _not_a_result(result: object, is_generator: bool) -> Problem:
    kind = kind_of(result)
    if is_generator and kind == "a generator":
        text = f"the tool is a generator: {REFUSED}; build one `CallToolResult` and `return` it"
        return Problem("MCP107", "result", text)
    if kind == "a coroutine":
        remedy = "register an `async def`, or a decorator of one that awaits it"
    else:
        remedy = "write `return CallToolResult(content=[...], structuredContent={...})`"
    return Problem(NOT_A_RESULT, "result", f"the tool returns {kind}, not a `CallToolResult`: {REFUSED}; {remedy}")


def _check_content(result: CallToolResult) -> Iterator[Problem]:
    # Missing only where the result was built with `model_construct`, of another type only where it was set later.
    content: object = getattr(result, "content", None)
    if not isinstance(content, list) or not content:
        effect = f"the model would read nothing, so {REFUSED}"
        yield Problem("MCP105", "content", f"`content` is {kind_of(content)}: {effect}; {CONTENT_REMEDY}")
        return
    for index, block in enumerate(content):
        if not isinstance(block, _CONTENT_BLOCKS):
            says = f"`content[{index}]` is {kind_of(block)}, not a content block"
            yield Problem("MCP105", f"content[{index}]", f"{says}: {REFUSED}; {CONTENT_REMEDY}")
            return


def _check_payload(result: CallToolResult, allow_empty_sources: bool) -> Iterator[Problem]:
    payload: object = getattr(result, "structured_content", None)
    if isinstance(payload, ValidationModel):
        payload = dict(payload)
    if result.is_error:
        yield from _check_json(payload, ()) if isinstance(payload, dict) else ()
    elif payload is None:
        says = f"the result has no structured content: {REFUSED}"
        yield Problem("MCP101", "structuredContent", f'{says}; write `structuredContent={{"sources": [...]}}`')
    elif not isinstance(payload, dict):
        says = f"structured content is {kind_of(payload)}, not a dict: {REFUSED}"
        yield Problem("MCP102", "structuredContent", f'{says}; write `structuredContent={{"sources": [...]}}`')
    else:
        yield from _check_fields(payload, allow_empty_sources)


def _check_fields(payload: dict[Any, Any], allow_empty_sources: bool) -> Iterator[Problem]:
    found = [check_sources(payload, allow_empty=allow_empty_sources)]
    found += [check(payload[field]) for field, check in _CHECKS if payload.get(field) is not None]
    problems = [problem for problem in found if problem is not None]
    yield from problems
    if not payload.keys() <= _KNOWN:
        yield _unknown_fields([key for key in payload if key not in _KNOWN])
    yield from _check_json(payload, {problem.code for problem in problems if not problem.is_warning})


_KNOWN = frozenset(FIELDS)


def _unknown_fields(keys: list[Any]) -> Problem:
    names = [key for key in keys if isinstance(key, str)]
    nearest = [match for name in names for match in difflib.get_close_matches(name.lower(), FIELDS, n=1)]
    shown = ", ".join(quote(str(key)) if isinstance(key, str) else kind_of(key) for key in keys)
    says = f"field {shown} is not known" if len(keys) == 1 else f"fields {shown} are not known"
    options = ", ".join(f"`{field}`" for field in dict.fromkeys(nearest or FIELDS))
    remedy = f"write {options}" if nearest else f"the fields are {options}"
    field = names[0] if names else "structuredContent"
    return Problem(UNKNOWN_FIELD, field, f"{says}: the UI ignores it; {remedy}", is_warning=True)


def _check_json(payload: dict[Any, Any], skipped: Collection[str]) -> Iterator[Problem]:
    """Report the first value of each field that is not JSON; ``skipped``: codes of fields that are at fault already."""
    if is_json(payload):
        return
    for key, value in payload.items():
        code = CODES.get(key, UNKNOWN_FIELD) if isinstance(key, str) else UNKNOWN_FIELD
        fault = json_fault(value, key) if isinstance(key, str) else json_fault({key: value}, "structuredContent")
        if fault is not None and code not in skipped:
            yield _not_json(code, fault)


def _check_meta(result: CallToolResult) -> Iterator[Problem]:
    meta = getattr(result, "meta", None)
    fault = None if meta is None else json_fault(meta, "_meta")
    if fault is not None:
        yield _not_json(NOT_A_RESULT, fault)


def _not_json(code: str, fault: JsonFault) -> Problem:
    return Problem(code, fault.path, f"{quote(fault.path)} {fault.says}: {REFUSED}; {fault.remedy}")
