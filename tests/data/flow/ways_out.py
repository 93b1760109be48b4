"""Ways out of a block: exceptions that pass a `finally`, that something swallows, and loops that nobody leaves."""
from contextlib import suppress

from elsewhere import quiet, step
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
GOOD = CallToolResult(content=C, structuredContent={"sources": [U]})


def through_a_finally() -> DataToolOutput:
    urls = []
    try:
        try:
            raise LookupError
        finally:
            urls.append(U)
    except LookupError:
        pass
    return CallToolResult(content=C, structuredContent={"sources": urls})


def _fail(payload):
    try:
        raise LookupError
    finally:
        payload["sources"] = [U]


def through_a_finally_of_a_helper() -> DataToolOutput:
    payload = {}
    try:
        _fail(payload)
    except LookupError:
        return CallToolResult(content=C, structuredContent=payload)


def from_a_finally() -> DataToolOutput:
    result = GOOD
    try:
        step()
        result = "x"
    finally:
        return result


def from_a_finally_always() -> DataToolOutput:
    result = None
    try:
        step()
        result = "x"
    finally:
        return result  # expect: MCP106@16


def swallowed_perhaps(found) -> DataToolOutput:
    payload = {}
    if found:
        with quiet():
            raise LookupError
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def after_a_swallowed_one() -> DataToolOutput:
    with quiet():
        raise LookupError
    return CallToolResult(content=C, structuredContent={})  # expect: MCP102@56


def nothing_after_a_swallowed_one() -> DataToolOutput:
    with quiet():
        return GOOD


def retried() -> DataToolOutput:
    for attempt in range(3):
        try:
            return CallToolResult(content=C, structuredContent={"sources": [step(attempt)]})
        except OSError:
            if attempt == 2:
                raise


def first_of_some() -> DataToolOutput:
    for _ in range(2):
        return GOOD


def first_of_none(rows) -> DataToolOutput:  # expect: MCP106@5
    for _ in rows:
        return GOOD


def passed_on(rows) -> DataToolOutput:
    first = second = third = fourth = fifth = sixth = {}
    for _ in range(9):
        first = second
        second = third
        third = fourth
        fourth = fifth
        fifth = sixth
        sixth = {"sources": [U]}
    return CallToolResult(content=C, structuredContent=first)


def _given(payload):
    return CallToolResult(content=C, structuredContent={"sources": [U]} | payload)


def from_a_finally_in_any_case(found, short) -> DataToolOutput:
    try:
        if found:
            raise LookupError
    except LookupError:
        return GOOD
    finally:
        return _given({"sources": []}) if short else _given({"table": ["a"]})  # expect: MCP104@16


def _of_one_kind(kind=False):
    match kind:
        case None:
            return GOOD


def of_another_kind() -> DataToolOutput:
    return _of_one_kind()  # expect: MCP106@12


def _fails_in_a_block():
    with quiet():
        raise LookupError


def ends_in_a_helper_perhaps() -> DataToolOutput:
    try:
        return GOOD
    except LookupError:
        _fails_in_a_block()


def returns_a_helper_perhaps() -> DataToolOutput:
    return _fails_in_a_block()


def ends_after_a_change(rows: list) -> DataToolOutput:  # expect: MCP106@5
    rows.reverse()


def one_or_the_other(found: bool) -> DataToolOutput:
    if not found or found:
        raise LookupError


def neither(found: bool) -> DataToolOutput:
    if found and not found:
        return 3
    raise LookupError


def present_or_not(found) -> DataToolOutput:
    if found is None:
        raise LookupError
    elif found is not None:
        raise OSError


def never_bound(found: bool) -> DataToolOutput:
    if found:
        first, last = last, first
    else:
        raise LookupError


def other_names(found, wanted) -> DataToolOutput:  # expect: MCP106@5
    if found == wanted:
        raise LookupError
    if wanted == found is None:
        raise OSError


def swallowed_before_it_is_wrong(rows: dict) -> DataToolOutput:
    payload = {"sources": [U]}
    with suppress(LookupError):
        print(rows["a"])
        payload = {}
    return CallToolResult(content=C, structuredContent=payload)
