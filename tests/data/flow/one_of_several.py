"""A dict that is one of several: what all of them lack, or have wrong, is reported."""
from elsewhere import fetch
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]


def spread(found: bool) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={**({"force": "x"} if found else {"table": T})})  # expect: MCP102@56


def spread_with(found: bool) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], **({"force": "x"} if found else {"table": T})})


def spread_over(found: bool) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [], **({"sources": [U]} if found else {"table": T})})


def updated(found: bool) -> DataToolOutput:
    payload = {"table": T}
    payload.update({"force": "x"} if found else {"force": "y"})
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def same_fault(found: bool) -> DataToolOutput:
    if found:
        payload = {"sources": [U], "force": 1}  # expect: MCP204@45
    else:
        payload = {"sources": [U, U], "force": 2}
    return CallToolResult(content=C, structuredContent=payload)


def fault_of_one(found: bool) -> DataToolOutput:
    if found:
        payload = {"sources": [U], "force": 1}
    else:
        payload = {"sources": [U, U], "force": "x"}
    return CallToolResult(content=C, structuredContent=payload)


def copied(found: bool) -> DataToolOutput:
    payload = {"sources": [U]} if found else {"table": T, "sources": [U]}
    copy = payload.copy()
    del payload["sources"]
    return CallToolResult(content=C, structuredContent=copy)


def _read(path):
    with open(path) as file:
        return {"sources": [U], "force": file.read()}


def of_a_helper_with_a_with() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=_read("x"))


def of_a_key_that_is_not_there() -> DataToolOutput:
    payload = {}
    try:
        print(payload["sources"])
    except LookupError:
        return CallToolResult(content=C, structuredContent={"sources": [U]})


def dumped_over_a_table() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": {}} | ValidationModel(sources=[U]).model_dump())


def dumped_without_none() -> DataToolOutput:
    dump = ValidationModel(sources=[U]).model_dump(exclude_none=True)
    return CallToolResult(content=C, structuredContent={"table": {}, **dump})  # expect: MCP202@66


def perhaps_deleted_elsewhere() -> DataToolOutput:
    payload = {"source": U, "sources": [U]}
    fetch(payload)
    return CallToolResult(content=C, structuredContent=payload)


def united_with_itself(found: bool) -> DataToolOutput:
    payload = {}
    if found:
        payload = payload | payload
    payload["sources"] = []  # expect: MCP104@26
    return CallToolResult(content=C, structuredContent=payload)


def told_apart_by_a_key(found: bool) -> DataToolOutput:
    payload = {"sources": []} if found else {"force": True}  # expect: MCP204@55
    if "sources" in payload:
        raise LookupError
    payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def left_by_an_exception() -> DataToolOutput:
    payload = {"sources": [U]}
    other = {"table": T}
    try:
        fetch()
        other["sources"] = []
        fetch()
    except LookupError:
        return CallToolResult(content=C, structuredContent=payload | other)
    raise LookupError


def spread_perhaps(found: bool) -> DataToolOutput:
    payload = {}
    if found:
        payload["source"] = U
    return CallToolResult(content=C, structuredContent=dict(**payload))  # expect: MCP102@56


def _made(sources=(), **rest):
    return CallToolResult(content=C, structuredContent={"sources": sources, **rest})


def given_perhaps(found: bool) -> DataToolOutput:
    options = {}
    if found:
        options["sources"] = [U]
    return _made(**options)


def given_by_default() -> DataToolOutput:
    return _made(force="x")  # expect: MCP103@12


def set_on_one_of_several(found: bool) -> DataToolOutput:
    result = CallToolResult(content=C) if found else CallToolResult(content=C)
    setattr(result, "structured_content", {"table": T})  # expect: MCP102@43
    return result


def _nothing():
    pass


def called_after_a_match(found: bool) -> DataToolOutput:
    match found:
        case False:
            return CallToolResult(content=C, structuredContent={"sources": [U]})
    _nothing()
    return CallToolResult(content=C, structuredContent={})  # expect: MCP102@56


def got_as_none() -> DataToolOutput:
    payload = {}
    if payload.get("force") is None:
        return CallToolResult(content=C, structuredContent={"sources": [U]})


def lacked_by_both(found: bool) -> DataToolOutput:
    payload = {"force": "x"} if found else {"table": T}
    if "sources" in payload:
        return CallToolResult(content=C, structuredContent={"sources": [U]})
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def perhaps_another(found: bool) -> DataToolOutput:
    payload = {"table": T} if found else fetch()
    if "sources" not in payload:
        raise LookupError
    return CallToolResult(content=C, structuredContent=payload)


def there_and_unknown() -> DataToolOutput:
    payload = {"sources": fetch()}
    if "sources" in payload:
        return CallToolResult(content=C, structuredContent=payload)


def truthy_since_it_has_a_key() -> DataToolOutput:
    payload = {"sources": fetch()}
    if payload:
        return CallToolResult(content=C, structuredContent=payload)


def perhaps_gone() -> DataToolOutput:  # expect: MCP106@5
    payload = {"sources": fetch()}
    fetch(payload)
    if "sources" in payload:
        return CallToolResult(content=C, structuredContent=payload)


def copy_of_one_that_is_open(found: bool) -> DataToolOutput:
    payload = {**fetch(), "sources": [U]}
    if found:
        payload = {"source": U}
    return CallToolResult(content=C, structuredContent={**payload})


def opened_on_one_path(found: bool) -> DataToolOutput:
    payload = {"sources": [U]}
    if found:
        payload.update(fetch())
    else:
        payload["source"] = U
    return CallToolResult(content=C, structuredContent=payload)


def spread_as_arguments(first) -> DataToolOutput:
    payload = {"table": {}} if first else {"force": "x"}
    payload["sources"] = []  # expect: MCP104@26
    return CallToolResult(content=C, structuredContent=dict(**payload))


def added_to_another(first) -> DataToolOutput:
    payload = dict() if first else {}
    other = {}
    other |= payload
    payload["sources"] = []  # expect: MCP104@26
    return CallToolResult(content=C, structuredContent={**payload})


def _kept_by_a_match(kind, **fields):
    match kind:
        case None:
            fields |= kind
    return CallToolResult(content=C, structuredContent=fields)


def never_none(first) -> DataToolOutput:
    return _kept_by_a_match(first is True)  # expect: MCP102@12


def beside_a_growing_list(found) -> DataToolOutput:
    rows = []
    payload = {"table": rows, "sources": []}
    for each in found:
        rows.append([each])
        payload["sources"] = payload["sources"]  # expect: MCP104@30
    return CallToolResult(content=C, structuredContent=payload)


def tested(first) -> DataToolOutput:
    payload = {} if first else {}
    payload.update(table=T)
    if not payload:
        payload = {"sources": [U]}
    else:
        payload["sources"] = []  # expect: MCP104@30
    return CallToolResult(content=C, structuredContent=payload)


def tested_with_another(first, more) -> DataToolOutput:
    payload = {"table": T} if first else {}
    if more and payload:
        raise LookupError
    payload["sources"] = []  # expect: MCP104@26
    return CallToolResult(content=C, structuredContent=payload)


def chosen_and_kept(first, more) -> DataToolOutput:
    payload = {"sources": [U]} if first else {"sources": [U], "table": T}
    other = payload or None
    if more:
        payload = {}
    payload["sources"] = []
    return CallToolResult(content=C, structuredContent=other)


def _emptied(payload):
    payload["sources"] = []
    return CallToolResult(content=C, structuredContent={"sources": [U]})


def changed_by_the_other_arm(first: bool) -> DataToolOutput:
    payload = {"sources": [U]}
    return _emptied(payload) if first else CallToolResult(content=C, structuredContent=payload)


def spoilt_by_the_other_arm(first: bool) -> DataToolOutput:
    payload = {"sources": [U]}
    return CallToolResult(content=C, structuredContent=payload) if first else _spoilt(payload)  # expect: MCP102@79


def _spoilt(payload):
    del payload["sources"]
    return CallToolResult(content=C, structuredContent=payload)


def _noted(payload, **fields):
    for each in ([U],):
        fields.update(force=each)


def with_a_helper_in_a_loop() -> DataToolOutput:
    payload = {"sources": [U]}
    for each in (U, U):
        _noted(payload)
        payload["charts"] = {}  # expect: MCP203@29
    return CallToolResult(content=C, structuredContent=payload)


def _never():
    raise LookupError


def from_the_arm_that_comes_back(first: bool) -> DataToolOutput:
    result = CallToolResult(content=[], structuredContent={"sources": [U]}) if first else _never()  # expect: MCP105@37
    return result


def added_to_one_of_two(first: bool) -> DataToolOutput:
    one = {"sources": [U]}
    chosen = one if first else {"sources": [U]}
    chosen |= {"force": 1}
    return CallToolResult(content=C, structuredContent=one)


def popped_from_one_of_two(first: bool) -> DataToolOutput:
    one = {"sources": [U]}
    chosen = one if first else {"sources": [U]}
    chosen.pop("sources")
    return CallToolResult(content=C, structuredContent=one)


def given_to_one_of_two(first: bool) -> DataToolOutput:
    one = {"sources": [U]}
    chosen = one if first else {"sources": [U]}
    chosen.setdefault("force", 1)
    return CallToolResult(content=C, structuredContent=one)


def set_on_one_of_two_with_two_names(first: bool) -> DataToolOutput:
    one = other = {"sources": [U]}
    if first:
        one = {"sources": [U]}
    one["force"] = 1
    return CallToolResult(content=C, structuredContent=other)


def cleared_though_open(more: dict) -> DataToolOutput:
    payload = {**more}
    payload.clear()
    return CallToolResult(content=C, structuredContent=payload)  # expect: MCP102@56


def got_or_the_default(first: bool) -> DataToolOutput:
    payload = {}
    if first:
        payload["sources"] = U
    return CallToolResult(content=C, structuredContent={"sources": payload.get("sources", [U])})


def _of(sources=[U]):
    return CallToolResult(content=C, structuredContent={"sources": sources})


def spread_or_the_default(first: bool) -> DataToolOutput:
    options = {}
    if first:
        options["sources"] = U
    return _of(**options)
