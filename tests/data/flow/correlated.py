"""Conditions that were tested before, results built in steps, and helpers with arguments."""
from elsewhere import fetch, is_ready, log
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]


def same_condition(found) -> DataToolOutput:
    payload = {}
    if found:
        payload["sources"] = [U]
    if not found:
        return CallToolResult(content=C, is_error=True)
    return CallToolResult(content=C, structuredContent=payload)


def same_condition_the_other_way_round(found) -> DataToolOutput:
    if not found:
        result = None
    else:
        result = CallToolResult(content=C, structuredContent={"sources": [U]})
    if found:
        return result
    raise LookupError


def same_name(kind) -> DataToolOutput:
    payload = None
    if kind == "a":
        payload = {"sources": [U]}
    if kind == "a":
        return CallToolResult(content=C, structuredContent=payload)
    raise LookupError


def count_of_rows(rows) -> DataToolOutput:
    sources = []
    for row in rows:
        sources.append(row.url)
    if not sources:
        return CallToolResult(content=C, is_error=True)
    return CallToolResult(content=C, structuredContent={"sources": sources})


def guard_on_the_key(found) -> DataToolOutput:
    payload = {"table": T}
    if found:
        payload["sources"] = [U]
    if "sources" not in payload:
        payload["sources"] = [U, U]
    return CallToolResult(content=C, structuredContent=payload)


def guard_on_the_key_by_get(found) -> DataToolOutput:
    payload = {"table": T}
    if not payload.get("sources"):
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def flag(rows) -> DataToolOutput:
    done = False
    result = None
    while not done:
        result = fetch(rows)
        done = is_ready(result)
    return result


def first_that_fits(rows) -> DataToolOutput:
    for row in rows:
        if row.url:
            break
    else:
        raise LookupError
    return CallToolResult(content=C, structuredContent={"sources": [row.url]})


def retried() -> DataToolOutput:
    for attempt in range(3):
        try:
            payload = {"sources": [fetch(attempt)]}
            break
        except OSError:
            log(attempt)
    else:
        return CallToolResult(content=C, isError=True)
    return CallToolResult(content=C, structuredContent=payload)


def continued(rows) -> DataToolOutput:
    payload = {"table": T}
    for row in rows:
        if not row:
            continue
        payload["sources"] = [row]
        break
    return CallToolResult(content=C, structuredContent=payload)


def wiped_in_one_branch(found) -> DataToolOutput:
    payload = {"sources": [U]}
    if not found:
        payload = {}
        log(payload)
    else:
        return CallToolResult(content=C, structuredContent=payload)
    return CallToolResult(content=C, structuredContent=payload | {"sources": [U]})


def deleted_name(found) -> DataToolOutput:
    payload = {"table": T}
    del payload
    payload = {"sources": [U]}
    return CallToolResult(content=C, structuredContent=payload)


def exception_name() -> DataToolOutput:
    error = "x"
    try:
        fetch()
    except LookupError as error:
        return error.result
    raise LookupError(error)


def final_word(found) -> DataToolOutput:
    payload = {}
    try:
        if found:
            return CallToolResult(content=C, structuredContent=payload)
    finally:
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


# Helpers with arguments.


def _build(rows, sources=None, text="x"):
    content = [TextContent(type="text", text=text)]
    if sources is None:
        sources = [U]
    return CallToolResult(content=content, structuredContent={"sources": sources, "table": rows})


def helper_with_its_default() -> DataToolOutput:
    return _build(T)


def helper_with_none() -> DataToolOutput:
    return _build(T, None)


def helper_with_a_list() -> DataToolOutput:
    return _build(T, sources=[U, U])


def helper_with_unknown(*args, **kwargs) -> DataToolOutput:
    return _build(*args, **kwargs)


def _with_payload(payload):
    return CallToolResult(content=C, structuredContent=payload)


def helper_with_a_right_payload() -> DataToolOutput:
    return _with_payload({"sources": [U]})


def helper_with_a_wrong_payload() -> DataToolOutput:
    return _with_payload({"table": T})  # expect: MCP102@12


def helper_with_an_empty_list() -> DataToolOutput:
    return _with_payload({"sources": []})  # expect: MCP104@12


def helper_with_an_unknown_payload(payload) -> DataToolOutput:
    return _with_payload(payload)


def helper_with_a_payload_by_steps() -> DataToolOutput:
    payload = {"table": T}
    payload["sources"] = [U]
    return _with_payload(payload)


def _chosen(failed):
    if failed:
        return CallToolResult(content=C, isError=True)
    return CallToolResult(content=C, structuredContent={"sources": [U]})


def helper_with_a_flag() -> DataToolOutput:
    return _chosen(True) if is_ready(U) else _chosen(False)


def _through(function):
    return function()


def helper_with_a_function() -> DataToolOutput:
    return _through(lambda: CallToolResult(content=C, structuredContent={"sources": [U]}))


def _error(text, is_error=True):
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=is_error)


def helper_for_errors() -> DataToolOutput:
    return _error("x")


def helper_for_errors_by_name(failed) -> DataToolOutput:
    return _error("x", is_error=failed)


def _extended(result):
    result.structured_content = {"sources": [U]}
    return result


def helper_that_completes() -> DataToolOutput:
    return _extended(CallToolResult(content=C))


def _shadowing(CallToolResult):
    return CallToolResult(content=C)


def helper_with_another_class() -> DataToolOutput:
    return _shadowing(fetch)


def _emptied(payload):
    payload.clear()


def changed_by_a_helper_after_the_test(found: bool) -> DataToolOutput:
    payload = {"sources": [U]} if found else {"table": T}
    if "sources" not in payload:
        raise LookupError
    _emptied(payload)
    if "sources" in payload:
        raise LookupError
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def changed_under_another_name_after_the_test(found: bool) -> DataToolOutput:
    payload = {"table": T}
    if found:
        payload["sources"] = [U]
    other = payload
    if "sources" not in payload:
        raise LookupError
    other.clear()
    if "sources" not in payload:
        return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@60
    raise LookupError


def replaced_inside_after_the_test() -> DataToolOutput:
    payload = {"sources": [U]}
    if "sources" in payload:

        def replace():
            nonlocal payload
            payload = {}

        replace()
    if "sources" in payload:
        raise LookupError
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def still_true_after_a_helper(found) -> DataToolOutput:
    payload = {}
    if found:
        payload["sources"] = [U]
    _emptied({})
    if not found:
        return CallToolResult(content=C, is_error=True)
    return CallToolResult(content=C, structuredContent=payload)


def not_unequal(kind) -> DataToolOutput:
    if kind != "a":
        raise LookupError
    if kind == "a":
        return CallToolResult(content=C, structuredContent={"sources": [U]})


def equal_but_another(one: list, other: list) -> DataToolOutput:
    if one != other:
        raise LookupError
    if one is not other:
        return CallToolResult(content=C, structuredContent={"table": T})  # expect: MCP102@60
    raise LookupError


def set_after_the_test(payload: dict) -> DataToolOutput:
    if "table" in payload:
        raise LookupError
    payload["table"] = T
    if "table" in payload:
        return CallToolResult(content=C, structuredContent={"table": T})  # expect: MCP102@60
    raise LookupError


def updated_after_the_test(payload: dict) -> DataToolOutput:
    if "table" in payload:
        raise LookupError
    payload.update(table=T)
    if "table" in payload:
        return CallToolResult(content=C, structuredContent={"table": T})  # expect: MCP102@60
    raise LookupError
