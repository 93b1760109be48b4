"""Dicts and lists that are changed under another name, or as a part of something else."""
import json

from elsewhere import CONSTANT, key
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
ONE = OTHER = {}
OTHER["sources"] = [U]
BOXED = {}
BOX = {"p": BOXED}
BOX["p"]["sources"] = [U]
LISTED = []
HOLDER = {"sources": LISTED}
HOLDER["sources"].append(U)
GIVEN = {}
DEFAULT = {}
METHOD = {}
UPDATE = METHOD.update
UPDATE(sources=[U])
VALUES = {"x": {}}
MATCHED = {}
ITERATED = {}
READ = {"table": [["a"], ["1"]]}
SOURCES = []


def give():
    return GIVEN


give()["sources"] = [U]


def by_default(payload=DEFAULT):
    payload["sources"] = [U]


for each in VALUES.values():
    each["sources"] = [U]

match MATCHED:
    case dict() as found:
        found["sources"] = [U]

[each.update(sources=[U]) for each in (ITERATED,)]


def of_the_module(kind) -> DataToolOutput:
    if kind == 1:
        return CallToolResult(content=C, structuredContent=ONE)
    if kind == 2:
        return CallToolResult(content=C, structuredContent=BOXED)
    if kind == 3:
        return CallToolResult(content=C, structuredContent={"sources": LISTED})
    if kind == 4:
        return CallToolResult(content=C, structuredContent=GIVEN)
    if kind == 5:
        return CallToolResult(content=C, structuredContent=DEFAULT)
    if kind == 6:
        return CallToolResult(content=C, structuredContent=METHOD)
    if kind == 7:
        return CallToolResult(content=C, structuredContent=VALUES["x"])
    if kind == 8:
        return CallToolResult(content=C, structuredContent=MATCHED)
    return CallToolResult(content=C, structuredContent=ITERATED)


def only_read(kind) -> DataToolOutput:
    print(len(READ), json.dumps(READ), f"{READ}", "sources" in READ, READ["table"], *READ)
    if kind:
        return CallToolResult(content=C, structuredContent={"sources": SOURCES})  # expect: MCP104@72
    return CallToolResult(content=C, structuredContent={**READ, "force": "x"})  # expect: MCP102@56


def by_the_last_index() -> DataToolOutput:
    table = [["a", "b"], ["1"]]
    table[-1].append("2")
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": table})


def by_any_index() -> DataToolOutput:
    table = [["a", "b"], ["1"]]
    for index in range(len(table)):
        if len(table[index]) < 2:
            table[index].append("")
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": table})


def by_sorting() -> DataToolOutput:
    table = [["a", "b"], ["1"]]
    for row in sorted(table):
        row.extend(["2"])
    return CallToolResult(content=C, structuredContent={"sources": [U], "table": table})


def by_any_key(kind) -> DataToolOutput:
    groups = {"a": [], "b": []}
    groups[kind].append(U)
    return CallToolResult(content=C, structuredContent={"sources": groups["a"]})


def by_a_default(kind) -> DataToolOutput:
    payload = {}
    {}.get(kind or "x", payload)["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def by_popping() -> DataToolOutput:
    urls = []
    stack = [urls]
    stack.pop().append(U)
    return CallToolResult(content=C, structuredContent={"sources": urls})


def by_choosing(number) -> DataToolOutput:
    urls = []
    (urls, urls)[number].append(U)
    return CallToolResult(content=C, structuredContent={"sources": urls})


def by_the_greatest() -> DataToolOutput:
    payload = {}
    greatest = max([payload, {}], key=len)
    greatest["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def beside_something_unknown(found) -> DataToolOutput:
    payload = {}
    target = payload if found else CONSTANT
    target["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def under_an_unknown_key() -> DataToolOutput:
    urls = []
    parts = {"urls": urls}
    parts[key()] = 1
    parts["urls"].append(U)
    return CallToolResult(content=C, structuredContent={"sources": urls})


def by_recursion() -> DataToolOutput:
    urls = []

    def walk(depth):
        if depth == 0:
            urls.append(U)
            return
        walk(depth - 1)

    walk(2)
    return CallToolResult(content=C, structuredContent={"sources": urls})


def by_a_generator() -> DataToolOutput:
    urls = []

    def numbers():
        urls.append(U)
        yield 1

    print(sum(numbers()))
    return CallToolResult(content=C, structuredContent={"sources": urls})


def by_a_decorator() -> DataToolOutput:
    urls = []

    def filling(function):
        urls.append(U)
        return function

    @filling
    def inner():
        return 1

    print(inner)
    return CallToolResult(content=C, structuredContent={"sources": urls})


def a_field_not_given() -> DataToolOutput:
    result = CallToolResult(content=C)
    if result.structured_content is None:
        result.structured_content = {"sources": [U]}
    return result


def a_flag_not_given() -> DataToolOutput:
    result = CallToolResult(content=C)
    if result.is_error is False:
        result.structured_content = {"sources": [U]}
    return result


class Replaced:
    def make(self):
        return {}

    def tool(self) -> DataToolOutput:
        return CallToolResult(content=C, structuredContent=self.make())


Replaced.make = lambda self: {"sources": [U]}


def overridden_by_a_spread() -> DataToolOutput:
    payload = {"force": True, "sources": [U]}
    return CallToolResult(content=C, structuredContent=dict(payload, **{"force": "text"}))


(WALRUS := {})["sources"] = [U]


def changed_where_it_is_named() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=WALRUS)


def one_of_a_repeated_list() -> DataToolOutput:
    payload = {}
    repeated = [payload] * 2
    chosen = max(repeated, key=len)
    chosen["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def _forced(payload):
    payload["force"] = []
    return [U]


def spread_before_it_changes() -> DataToolOutput:
    payload = {"table": [["a"]]}
    return CallToolResult(content=C, structuredContent={**payload, "sources": _forced(payload)})


def spread_after_it_changed() -> DataToolOutput:
    payload = {"table": [["a"]]}
    return CallToolResult(content=C, structuredContent={"sources": _forced(payload), **payload})  # expect: MCP204@12


class _Other:
    def fill(self, pair):
        pair[0]["sources"] = [U]

    def call(self, function):
        function()


def within_a_tuple() -> DataToolOutput:
    payload = {}
    _Other().fill((payload, U))
    return CallToolResult(content=C, structuredContent=payload)


def replaced_by_an_inner_function() -> DataToolOutput:
    payload = {}

    def replace():
        nonlocal payload
        payload = {"sources": [U]}

    _Other().call(replace)
    return CallToolResult(content=C, structuredContent=payload)
