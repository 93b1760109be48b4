"""What is wrong with a tool's result, in the linter's codes. Pure: the registry decides what becomes of it."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from mcp_server.content_check import check_content
from mcp_server.contract import FIELDS, ValidationModel
from mcp_server.json_values import as_sent, is_json, json_fault
from mcp_server.payload_check import check_charts, check_force, check_sources, check_table
from mcp_server.records import Problem
from mcp_server.wording import REFUSED, can_be_sent, is_a, kind_of, quote, show_key, type_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from mcp_server.json_values import JsonFault

# A value that is not JSON breaks the rule about the field that holds it.
CODES = {"sources": "MCP103", "table": "MCP202", "charts": "MCP203", "force": "MCP204"}
UNKNOWN_FIELD = "MCP201"
NOT_A_RESULT = "MCP106"
_CHECKS = (("table", check_table), ("charts", check_charts), ("force", check_force))
_KNOWN = frozenset(FIELDS)
# `more` is no misspelt `force` (0.67), while `srcs` is `sources` (0.73).
_NEAR = 0.7
_PAYLOAD_REMEDY = 'write `structuredContent={"sources": [...]}`'


def check_result(
    result: object, *, allow_empty_sources: bool = True, is_generator: bool = False
) -> tuple[Problem, ...]:
    """Judge what a tool returned; empty where it may leave the server as it is. Never raises.

    ``is_generator``: there is a ``yield`` in the tool itself (MCP107), so that it is not the result that is at fault.
    A result with ``is_error=True`` needs no payload, but content. An ``InputRequiredResult`` is no answer yet: the SDK
    asks the client and calls the tool again.
    """
    try:
        return _judge(result, allow_empty_sources, is_generator)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the values are the author's, and so is the code that compares or reads them
        text = f"the result cannot be read ({type_name(error)}): {REFUSED}; build it of plain values"
        return (Problem(NOT_A_RESULT, "result", text),)


def _judge(result: object, allow_empty_sources: bool, is_generator: bool) -> tuple[Problem, ...]:
    if not is_a(result, CallToolResult):
        return _judge_other(result, is_generator)
    payload: object = vars(result).get("structured_content")
    if is_a(payload, ValidationModel):
        payload = dict(payload)
    is_plain = is_json(payload)
    of_payload = tuple(_check_payload(payload, is_plain, vars(result).get("is_error") is True, allow_empty_sources))
    problems = (*check_content(result), *of_payload, *_check_rest(result))
    if (is_plain and type(result) is CallToolResult) or not all(problem.is_warning for problem in problems):
        return problems
    return (*problems, *_check_written(result))


def _judge_other(result: object, is_generator: bool) -> tuple[Problem, ...]:
    if not is_a(result, InputRequiredResult):
        return (_not_a_result(result, is_generator),)
    fault = json_fault(as_sent(result), "result")
    return () if fault is None else (_not_json(NOT_A_RESULT, fault),)


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


def _check_payload(payload: object, is_plain: bool, is_error: bool, allow_empty_sources: bool) -> Iterator[Problem]:
    if payload is None:
        if not is_error:
            says = f"the result has no structured content: {REFUSED}"
            yield Problem("MCP101", "structuredContent", f"{says}; {_PAYLOAD_REMEDY}")
    elif type(payload) is not dict and not is_a(payload, dict):
        says = f"structured content is {kind_of(payload)}, not a dict: {REFUSED}"
        remedy = "leave it out of an error, or write a dict" if is_error else _PAYLOAD_REMEDY
        yield Problem("MCP102", "structuredContent", f"{says}; {remedy}")
    else:
        # What is in it, as pydantic reads it, and not what the methods of a subclass say of it.
        fields: dict[Any, Any] = dict(dict.items(payload))
        found = [] if is_error else list(_check_fields(fields, allow_empty_sources))
        yield from found
        if not is_plain:
            yield from _check_json(fields, {problem.code for problem in found if not problem.is_warning})


def _check_fields(payload: dict[Any, Any], allow_empty_sources: bool) -> Iterator[Problem]:
    found = [check_sources(payload, allow_empty=allow_empty_sources)]
    found += [check(payload[field]) for field, check in _CHECKS if payload.get(field) is not None]
    yield from (problem for problem in found if problem is not None)
    if not payload.keys() <= _KNOWN:
        yield _unknown_fields([key for key in payload if key not in _KNOWN])


def _unknown_fields(keys: list[Any]) -> Problem:
    names = [str.__str__(key) for key in keys if is_a(key, str)]
    nearest = [match for name in names for match in difflib.get_close_matches(name.lower(), FIELDS, 1, _NEAR)]
    shown = ", ".join(map(show_key, keys))
    if len(keys) == 1:
        says = f"field {shown} is not known: the UI ignores it"
    else:
        says = f"fields {shown} are not known: the UI ignores them"
    options = ", ".join(f"`{field}`" for field in dict.fromkeys(nearest or FIELDS))
    remedy = f"write {options}" if nearest else f"the fields are {options}"
    return Problem(UNKNOWN_FIELD, names[0] if names else "structuredContent", f"{says}; {remedy}", is_warning=True)


def _check_json(payload: dict[Any, Any], skipped: Collection[str]) -> Iterator[Problem]:
    """Report the first value of each field that is not JSON; ``skipped``: codes of fields that are at fault already."""
    for key, value in payload.items():
        is_name = is_a(key, str) and can_be_sent(str.__str__(key))
        code = CODES.get(key, UNKNOWN_FIELD) if is_name else UNKNOWN_FIELD
        fault = json_fault(value, key) if is_name else json_fault({key: value}, "structuredContent")
        if fault is not None and code not in skipped:
            yield _not_json(code, fault)


def _check_rest(result: CallToolResult) -> Iterator[Problem]:
    """Judge the fields that are neither content nor payload; a subclass may have more of them."""
    held = vars(result)
    is_error, kind, meta = held.get("is_error"), held.get("result_type"), held.get("meta")
    if type(is_error) is bool and kind == "complete" and meta is None and type(result) is CallToolResult:
        return
    wrong = list(_misfits(is_error, kind, meta))
    yield from wrong or _check_sent(result)


def _misfits(is_error: object, kind: object, meta: object) -> Iterator[Problem]:
    if type(is_error) is not bool:
        yield _misfit("isError", is_error, "a bool")
    if not is_a(kind, str):
        yield _misfit("resultType", kind, "a string")
    elif kind == "input_required":
        says = f"`resultType` is `input_required`, and the result is an answer: {REFUSED}"
        yield Problem(NOT_A_RESULT, "resultType", f"{says}; leave it out")
    if meta is not None and not is_a(meta, dict):
        yield _misfit("_meta", meta, "a dict")


def _misfit(name: str, value: object, wanted: str) -> Problem:
    text = f"`{name}` is {kind_of(value)}, not {wanted}: {REFUSED}; write {wanted}, or leave it out"
    return Problem(NOT_A_RESULT, name, text)


def _check_sent(result: CallToolResult) -> Iterator[Problem]:
    sent: Any = as_sent(result)
    for name, value in sent.items():
        fault = None if name in {"content", "structuredContent"} else json_fault(value, name)
        if fault is not None:
            yield _not_json(NOT_A_RESULT, fault)


def _check_written(result: CallToolResult) -> Iterator[Problem]:
    """Write a result that is made of other types than JSON's own: the SDK will, and its errors say nothing."""
    try:
        result.model_dump_json(by_alias=True)
        if not result.is_error:
            ValidationModel.model_validate(result.structured_content)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in detail["loc"])
        text = f"{quote(field)} does not fit ({detail['msg'][:1].lower()}{detail['msg'][1:]})"
        yield Problem(NOT_A_RESULT, field, f"{text}: {REFUSED}; build it of plain values")


def _not_json(code: str, fault: JsonFault) -> Problem:
    return Problem(code, fault.path, f"{quote(fault.path)} {fault.says}: {REFUSED}; {fault.remedy}")
