"""Structured content that has no `sources`, and content that has, gets or may get them."""
import contextlib
import json
from copy import copy, deepcopy

from elsewhere import KEY, fetch, fill, log, pairs, rows
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]
NO_SOURCES = {"table": T}
SOURCES = {"sources": [U]}
FILLED_LATER = {"table": T}
FILLED_LATER["sources"] = [U]
FILLED_ELSEWHERE = {"table": T}
HANDED_ON = {"table": T}
fill(HANDED_ON)
KEY_OF_SOURCES = "sources"


def set_up():
    FILLED_ELSEWHERE["sources"] = [U]


def empty() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={})  # expect: MCP102@56


def snake() -> DataToolOutput:
    return CallToolResult(content=C, structured_content={"force": "x"})  # expect: MCP102@57


def other_case() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"Sources": [U]})  # expect: MCP102@56 # expect: MCP201@57


def singular() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"source": [U]})  # expect: MCP102@56 # expect: MCP201@57


def on_several_lines() -> DataToolOutput:
    return CallToolResult(
        content=C,
        structuredContent={  # expect: MCP102@27
            "table": T,
        },
    )


def by_name() -> DataToolOutput:
    payload = {"table": T}
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def by_name_in_both_branches(found) -> DataToolOutput:
    if found:
        payload = {"table": T}
    else:
        payload = {}
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def by_name_of_module() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=NO_SOURCES)  # expect: MCP102@56


def key_by_key() -> DataToolOutput:
    payload = {}
    payload["table"] = T
    payload["force"] = "x"
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def dict_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict())  # expect: MCP102@56


def dict_of_pairs() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict([("table", T)]))  # expect: MCP102@56


def dict_of_dict() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict({"table": T}, force="x"))  # expect: MCP102@56


def updated() -> DataToolOutput:
    payload = {}
    payload.update(table=T)
    payload.update({"force": "x"})
    payload.update([("charts", [])])
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def united() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": T} | {"force": "x"})  # expect: MCP102@56


def united_in_place() -> DataToolOutput:
    payload = {"table": T}
    payload |= {"force": "x"}
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def spread() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={**NO_SOURCES, **{"force": "x"}})  # expect: MCP102@56


def set_default() -> DataToolOutput:
    payload = {}
    payload.setdefault("table", T)
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def deleted() -> DataToolOutput:
    payload = {"sources": [U], "table": T}
    del payload["sources"]
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def popped() -> DataToolOutput:
    payload = {"sources": [U], "table": T}
    print(payload.pop("sources"))
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def popped_with_a_default() -> DataToolOutput:
    payload = {"sources": [U], "table": T}
    payload.pop("sources", None)
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def cleared() -> DataToolOutput:
    payload = {"sources": [U]}
    payload.clear()
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def replaced() -> DataToolOutput:
    payload = {"sources": [U]}
    payload = {"table": T}
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def sources_of_a_copy() -> DataToolOutput:
    payload = {"table": T}
    other = payload.copy()
    other["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def sources_of_a_copy_by_call() -> DataToolOutput:
    payload = {"table": T}
    other = dict(payload)
    other["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def copy_first_sources_later() -> DataToolOutput:
    payload = {"table": T}
    result = CallToolResult(content=C, structuredContent=payload.copy())  # expect: MCP102@58
    payload["sources"] = [U]
    return result


def spread_first_sources_later() -> DataToolOutput:
    payload = {"table": T}
    result = CallToolResult(content=C, structuredContent={**payload})  # expect: MCP102@58
    payload["sources"] = [U]
    return result


def sources_too_deep() -> DataToolOutput:
    payload = {"table": T, "force": "x"}
    charts = {"sources": [U]}
    return CallToolResult(content=C, structuredContent={**payload, "charts": [charts]})  # expect: MCP102@56


def loop_without() -> DataToolOutput:
    payload = {}
    for row in rows():
        payload["table"] = row
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def match_without(kind) -> DataToolOutput:
    payload = {}
    match kind:
        case "a":
            payload["table"] = T
        case _:
            payload["force"] = "x"
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def not_even_a_dict() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=[U])  # expect: MCP102@56


def text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent="https://example.org")  # expect: MCP102@56


def model_without() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel(table=T).model_dump())  # expect: MCP102@56


def second_arm(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]} if found else {"table": T})  # expect: MCP102


def walrus() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=(payload := {"table": T}))  # expect: MCP102


def _payload():
    return {"table": T}


def of_a_helper() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=_payload())  # expect: MCP102@56


def after_a_guard(found) -> DataToolOutput:
    payload = {"sources": [U]}
    if not found:
        payload = {"force": "Nothing found"}
        return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@60
    return CallToolResult(content=C, structuredContent=payload)


# From here on, nothing is reported.


def all_there() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": T, "charts": [], "force": "x"})


def single_quotes() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={'sources': [U]})


def raw_and_long_quotes() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={r"""sources""": [U]})


def escaped() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"\x73ources": [U]})


def key_of_module() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={KEY_OF_SOURCES: [U]})


def key_unknown() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={KEY: [U]})


def key_formatted(kind) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={f"{kind}s": [U]})


def key_set() -> DataToolOutput:
    payload = {}
    payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def key_set_unknown(key) -> DataToolOutput:
    payload = {}
    payload[key] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def keys_set_in_a_loop() -> DataToolOutput:
    payload = {}
    for key, value in pairs():
        payload[key] = value
    return CallToolResult(content=C, structuredContent=payload)


def update_by_name() -> DataToolOutput:
    payload = {}
    payload.update(sources=[U])
    return CallToolResult(content=C, structuredContent=payload)


def update_by_dict() -> DataToolOutput:
    payload = {}
    payload.update({"sources": [U]})
    return CallToolResult(content=C, structuredContent=payload)


def update_by_pairs() -> DataToolOutput:
    payload = {}
    payload.update([("sources", [U])])
    return CallToolResult(content=C, structuredContent=payload)


def update_by_unknown() -> DataToolOutput:
    payload = {}
    payload.update(fetch())
    return CallToolResult(content=C, structuredContent=payload)


def update_by_unknown_names(**more) -> DataToolOutput:
    payload = {}
    payload.update(table=T, **more)
    return CallToolResult(content=C, structuredContent=payload)


def union() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": T} | SOURCES)


def union_with_unknown() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=fetch() | {"table": T})


def union_in_place() -> DataToolOutput:
    payload = {"table": T}
    payload |= SOURCES
    return CallToolResult(content=C, structuredContent=payload)


def spread_of_known() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": T, **SOURCES})


def spread_of_unknown() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": T, **fetch()})


def spread_of_a_conditional(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": T, **({"sources": [U]} if found else {})})


def dict_by_name() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(sources=[U]))


def dict_with_more(**more) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(table=T, **more))


def dict_from_pairs() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict([("sources", [U])]))


def dict_from_zip(values) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(zip(("sources", "table"), values)))


def dict_from_keys(values) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict.fromkeys(["sources"], [U]))


def comprehension() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={key: value for key, value in pairs()})


def default_set() -> DataToolOutput:
    payload = {"table": T}
    payload.setdefault("sources", [U])
    return CallToolResult(content=C, structuredContent=payload)


def default_set_and_filled() -> DataToolOutput:
    payload = {"table": T}
    for row in rows():
        payload.setdefault("sources", []).append(row)
    return CallToolResult(content=C, structuredContent=payload)


def another_deleted() -> DataToolOutput:
    payload = {"sources": [U], "table": T}
    del payload["table"]
    payload.pop("force", None)
    return CallToolResult(content=C, structuredContent=payload)


def perhaps_deleted(found) -> DataToolOutput:
    payload = {"sources": [U], "table": T}
    if found:
        del payload["sources"]
    return CallToolResult(content=C, structuredContent=payload)


def deleted_and_set_again() -> DataToolOutput:
    payload = {"sources": [U], "table": T}
    payload["sources"] = payload.pop("sources")
    return CallToolResult(content=C, structuredContent=payload)


def same_dict_by_two_names() -> DataToolOutput:
    payload = {"table": T}
    other = payload
    other["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def two_names_at_once() -> DataToolOutput:
    payload = other = {}
    other["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def result_first_sources_later() -> DataToolOutput:
    payload = {"table": T}
    result = CallToolResult(content=C, structuredContent=payload)
    payload["sources"] = [U]
    return result


def sources_through_the_result() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"table": T})
    result.structured_content["sources"] = [U]
    return result


def update_through_the_result() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"table": T})
    result.structured_content.update(sources=[U])
    return result


def replaced_in_the_result() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"table": T})
    result.structured_content = {"sources": [U]}
    return result


def copied() -> DataToolOutput:
    payload = copy(SOURCES)
    return CallToolResult(content=C, structuredContent=payload)


def copied_deeply() -> DataToolOutput:
    payload = deepcopy(NO_SOURCES)
    payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def handed_on() -> DataToolOutput:
    payload = {"table": T}
    fill(payload)
    return CallToolResult(content=C, structuredContent=payload)


def handed_on_by_name() -> DataToolOutput:
    payload = {"table": T}
    fill(into=payload)
    return CallToolResult(content=C, structuredContent=payload)


def handed_on_in_a_list() -> DataToolOutput:
    payload = {"table": T}
    for each in [payload]:
        each["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def handed_on_through_a_closure() -> DataToolOutput:
    payload = {"table": T}

    def add():
        payload["sources"] = [U]

    add()
    return CallToolResult(content=C, structuredContent=payload)


def rebound_through_a_closure() -> DataToolOutput:
    payload = {"table": T}

    def replace():
        nonlocal payload
        payload = {"sources": [U]}

    replace()
    return CallToolResult(content=C, structuredContent=payload)


def of_module_filled() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=FILLED_LATER)


def of_module_filled_elsewhere() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=FILLED_ELSEWHERE)


def of_module_handed_on() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=HANDED_ON)


def parameter(payload: dict) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=payload)


def parameter_with_a_default(payload: dict = {}) -> DataToolOutput:  # noqa: B006
    return CallToolResult(content=C, structuredContent=payload)


def parsed(text: str) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=json.loads(text))


def item() -> DataToolOutput:
    found = fetch()
    return CallToolResult(content=C, structuredContent=found["payload"])


def attribute(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=found.payload)


def either(found: dict) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=found or {"sources": [U]})


def loop_that_may_set() -> DataToolOutput:
    payload = {"table": T}
    for row in rows():
        payload["sources"] = [row]
    return CallToolResult(content=C, structuredContent=payload)


def loop_with_else(found) -> DataToolOutput:
    payload = {"table": T}
    for row in rows():
        payload["table"] = row
    else:
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def loop_without_end() -> DataToolOutput:
    payload = {}
    while True:
        payload["sources"] = fetch()
        if payload["sources"]:
            break
    return CallToolResult(content=C, structuredContent=payload)


def loop_in_two_rounds() -> DataToolOutput:
    payload = {}
    for first in (True, False):
        if first:
            payload["sources"] = [U]
            continue
        return CallToolResult(content=C, structuredContent=payload)
    raise LookupError


def tried() -> DataToolOutput:
    payload = {}
    try:
        payload["sources"] = fetch()
    except OSError:
        payload["force"] = "x"
    return CallToolResult(content=C, structuredContent=payload)


def tried_and_handled() -> DataToolOutput:
    payload = {}
    try:
        log("x")
    except OSError:
        payload["sources"] = [U]
    else:
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def tried_and_finished() -> DataToolOutput:
    payload = {}
    try:
        log("x")
    finally:
        payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def tried_and_seen_in_the_handler() -> DataToolOutput:
    payload = {}
    try:
        payload["sources"] = [U]
        log("x")
    except OSError:
        return CallToolResult(content=C, structuredContent=payload)
    raise LookupError


def suppressed() -> DataToolOutput:
    payload = {}
    with contextlib.suppress(OSError):
        payload["sources"] = fetch()
    return CallToolResult(content=C, structuredContent=payload)


def opened() -> DataToolOutput:
    payload = {}
    with open("data.txt") as file:
        payload["sources"] = file.read().splitlines()
    return CallToolResult(content=C, structuredContent=payload)


def match_with_wildcard(kind) -> DataToolOutput:
    payload = {}
    match kind:
        case "a":
            payload["sources"] = [U]
        case _:
            payload.update(sources=[U, U])
    return CallToolResult(content=C, structuredContent=payload)


def match_without_wildcard(kind) -> DataToolOutput:
    payload = {}
    match kind:
        case "a":
            payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def match_that_captures(kind) -> DataToolOutput:
    payload = {}
    match kind:
        case {"payload": payload}:
            pass
    return CallToolResult(content=C, structuredContent=payload)


def same_condition_twice(found) -> DataToolOutput:
    payload = {"table": T}
    if found:
        payload["sources"] = [U]
    if not found:
        return CallToolResult(content=C, is_error=True)
    return CallToolResult(content=C, structuredContent=payload)


def none_at_first(found) -> DataToolOutput:
    payload = None
    if found:
        payload = {"sources": [U]}
    if payload is None:
        raise LookupError
    return CallToolResult(content=C, structuredContent=payload)


def none_guard(found) -> DataToolOutput:
    payload = fetch()
    if payload is None:
        payload = {"sources": [U]}
    return CallToolResult(content=C, structuredContent=payload)


def walrus_right() -> DataToolOutput:
    if (payload := fetch()) and "sources" in payload:
        return CallToolResult(content=C, structuredContent=payload)
    return CallToolResult(content=C, structuredContent=(other := {"sources": [U]}))


def unpacked() -> DataToolOutput:
    text, payload = fetch()
    return CallToolResult(content=text, structuredContent=payload)


def unpacked_from_known() -> DataToolOutput:
    text, payload = C, {"sources": [U]}
    return CallToolResult(content=text, structuredContent=payload)


def swapped() -> DataToolOutput:
    first, second = {"table": T}, {"sources": [U]}
    first, second = second, first
    return CallToolResult(content=C, structuredContent=first)


def global_name() -> DataToolOutput:
    global shared
    shared = {"sources": [U]}
    return CallToolResult(content=C, structuredContent=shared)


def loop_variable() -> DataToolOutput:
    payload = {"table": T}
    for payload in rows():
        pass
    return CallToolResult(content=C, structuredContent=payload)


def with_variable() -> DataToolOutput:
    payload = {"table": T}
    with fetch() as payload:
        return CallToolResult(content=C, structuredContent=payload)


def model() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel(sources=[U], table=T).model_dump())


def model_with_options() -> DataToolOutput:
    model = ValidationModel(sources=[U])
    return CallToolResult(content=C, structuredContent=model.model_dump(mode="json", exclude_none=True))


def model_of_unknown() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel(**fetch()).model_dump())


def model_validated() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel.model_validate(fetch()).model_dump())


def model_elsewhere() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=fetch().model_dump())


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"detail": "x"}, isError=True)


def _sources():
    return {"sources": [U]}


def of_a_right_helper() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={**_sources(), "table": T})


def _fill(payload):
    payload["sources"] = [U]


def filled_by_a_helper() -> DataToolOutput:
    payload = {"table": T}
    _fill(payload)
    return CallToolResult(content=C, structuredContent=payload)


def _filled(payload):
    payload["sources"] = [U]
    return payload


def returned_by_a_helper() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=_filled({"table": T}))


def _as_error(payload, failed=True):
    return CallToolResult(content=C, structured_content=payload, is_error=failed)


def an_error_with_a_list() -> DataToolOutput:
    return CallToolResult(content=C, structured_content=[1], is_error=True)  # expect: MCP102@57


def perhaps_an_error(failed: bool) -> DataToolOutput:
    return CallToolResult(content=C, structured_content="text", is_error=failed)  # expect: MCP102@57


def an_error_with_a_model() -> DataToolOutput:
    return _as_error(ValidationModel(sources=[U]))


def an_error_with_something() -> DataToolOutput:
    return _as_error(fetch())


def an_error_with_a_list_or_text(found: bool) -> DataToolOutput:
    payload = [1] if found else "text"
    return _as_error(payload)  # expect: MCP102@12
