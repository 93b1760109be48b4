"""Modules full of tools, made as large as a measurement needs them."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEADER = '''\
"""Tools about energy."""

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

SOURCE = "https://example.org/energy"


def text_of(text):
    """Make the content of an answer."""
    return [TextContent(type="text", text=text)]


def register_tools(registry):
    """Give the server the tools."""
    prefix = "energy"
'''
LITERAL = '''\
@registry.tool()
def units_{n}() -> DataToolOutput:
    """Say what a petajoule is."""
    return CallToolResult(
        content=[TextContent(type="text", text="A petajoule is 10 to the 15th joules.")],
        structuredContent={{"sources": ["https://example.org/{n}"], "table": [["Unit", "Joules"], ["PJ", "1e15"]]}},
    )
'''
BUILT = '''\
@registry.tool()
def supply_{n}(country: str, years: list[int], with_chart: bool = False) -> DataToolOutput:
    """Return the supply of a country in each year."""
    rows = [["Year", "Supply"]]
    for year in years:
        rows.append([str(year), f"{{year * {n}}} PJ"])
    payload = {{"sources": [f"{{SOURCE}}/{n}?country={{country}}"]}}
    payload["table"] = rows
    if with_chart:
        payload["charts"] = [{{"type": "bar", "data": {{"labels": years, "datasets": [{{"data": years}}]}}}}]
    text = "; ".join(f"{{year}}: {{supply}}" for year, supply in rows)
    return CallToolResult(content=text_of(f"{{prefix}} of {{country}}: {{text}}"), structuredContent=payload)
'''
GUARDED = '''\
@registry.tool()
def newest_{n}(country: str) -> DataToolOutput:
    """Return the newest balance of a country."""
    try:
        found = [balance for balance in load(country) if balance.number > {n}]
    except KeyError as error:
        return CallToolResult(content=text_of(f"no such country: {{error}}"), isError=True)
    if not found:
        return CallToolResult(content=text_of("nothing found"), isError=True)
    payload = dict(sources=[SOURCE], table=[["Number"], *([str(each.number)] for each in found)])
    payload.update(force=f"{{len(found)}} balances")
    return CallToolResult(content=text_of(f"{{len(found)}} balances"), structuredContent=payload)
'''
FAULTY = '''\
@registry.tool()
def faulty_{n}(country: str) -> DataToolOutput:
    """Return an answer that comes from nowhere."""
    rows = [["Country", "Number"], [country, "{n}"]]
    payload = {{"tables": rows}}
    return CallToolResult(content=text_of(f"{{prefix}} of {{country}}: {n}"), structuredContent=payload)
'''
_TOOL_START = '''\
@registry.tool()
def long_tool(kind: str, limit: int) -> DataToolOutput:
    """Return all that is known."""
    payload = {"sources": [SOURCE], "table": [["Kind"], [kind]]}
    notes = [kind]
    total = 0
'''
_TOOL_END = '    return CallToolResult(content=text_of(f"{notes} {total}"), structuredContent=payload)\n'
_TEN_LINES = """\
    rows_{n} = [["Year", "Supply"]]
    for year in range({n}, limit):
        rows_{n}.append([str(year), f"{{year * {n}}} PJ"])
    label_{n} = f"{{kind}} {n}: {{len(rows_{n})}} rows"
    if len(rows_{n}) > limit:
        label_{n} = label_{n} + ", and more"
    notes.append(label_{n})
    total_{n} = len(rows_{n}) * {n}
    total = total + total_{n}
    payload["force"] = label_{n}
"""


def conforming_tools(number: int) -> str:
    """Tools of several forms that keep the contract."""
    forms = (LITERAL, BUILT, GUARDED)
    return _module(forms[n % len(forms)].format(n=n) for n in range(number))


def faulty_tools(number: int) -> str:
    """Tools that each have faults to report."""
    return _module(FAULTY.format(n=n) for n in range(number))


def equal_tools(number: int) -> str:
    """Tools of one form that keep the contract, so that each costs the same."""
    return _module(BUILT.format(n=n) for n in range(number))


def long_function(lines: int) -> str:
    """A tool of so many lines, a multiple of ten, each ten with names of their own."""
    return _one_tool(_TEN_LINES.format(n=n) for n in range(lines // 10))


def ladder_of_keys(branches: int) -> str:
    """An ``if`` with so many branches that each set a key of their own in one dict."""
    return _one_tool(_branch("elif" if n else "if", n, f"key_{n}") for n in range(branches))


def ladder_of_one_key(branches: int) -> str:
    """An ``if`` with so many branches that each set the same key of one dict."""
    return _one_tool(_branch("elif" if n else "if", n, "force") for n in range(branches))


def ifs_in_a_row(branches: int) -> str:
    """So many ``if`` one after the other that each set a key of their own in one dict."""
    return _one_tool(_branch("if", n, f"key_{n}") for n in range(branches))


# What grows in a file: the name of what is counted, the file with so many of it, and the sizes that are compared.
GROWING: dict[str, tuple[str, Callable[[int], str], tuple[int, ...]]] = {
    "tools in one file": ("tool", equal_tools, (1, 10, 100, 1_000)),
    "lines of a function": ("line", long_function, (10, 100, 1_000, 10_000)),
    "`elif` branches, one dict, a key each": ("branch", ladder_of_keys, (10, 100, 1_000)),
    "`elif` branches, one dict, the same key": ("branch", ladder_of_one_key, (10, 100, 1_000)),
    "`if` after `if`, one dict, a key each": ("branch", ifs_in_a_row, (10, 100, 1_000)),
}


def _branch(word: str, n: int, key: str) -> str:
    return f'    {word} kind == "kind {n}":\n        payload["{key}"] = f"{{kind}} {n}"\n'


def _one_tool(parts: Iterator[str]) -> str:
    return _module(["".join([_TOOL_START, *parts, _TOOL_END])])


def _module(tools: Iterator[str] | list[str]) -> str:
    return HEADER + "".join("\n" + indent(tool, "    ") for tool in tools)
