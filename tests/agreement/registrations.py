"""Modules that register functions in every way, and what both halves say of each when the server starts.

A module is written from a seed: annotations in their spellings, decorators in between, kinds of functions, and the
forms of registration. It is linted, then run with a real registry. Compared are the codes MCP001, MCP002 and MCP004 of
each function, by its name.
"""

from __future__ import annotations

import ast
import random
import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from mcp_lint.check import check_text

from .differences import START_CODES

HEAD = """\
import contextlib, functools, typing
from typing import TYPE_CHECKING, Annotated, Any, Optional, Union
import mcp_server
import mcp_server as server
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry, ValidationModel
from mcp_server import DataToolOutput as Output
from mcp_server.contract import DataToolOutput as FromContract

if TYPE_CHECKING:
    from mcp_server import DataToolOutput as Checked

Alias = DataToolOutput
Again = Alias
Spelled = Annotated[CallToolResult, ValidationModel]
Other = CallToolResult
Text = str
R = CallToolResult(content=[TextContent(type="text", text="x")], structuredContent={"sources": ["https://e.org"]})
registry = Registry("generated")
second = Registry("second")
plugin = registry.for_plugin("plug")
kept, method_kept = registry.tool(), registry.tool
ONE = "one"

def same(function):
    return function

def wrapping(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)
    return inner

def bare(function):
    def inner(*args, **kwargs):
        return function(*args, **kwargs)
    return inner
"""
TAIL = "Late = DataToolOutput\nLateText = str\nLateResult = CallToolResult\n"
# Evaluated where the function is defined, or when it is registered.
NOW = (
    *(
        "DataToolOutput",
        "Alias",
        "Again",
        "Output",
        "FromContract",
        "mcp_server.DataToolOutput",
        "server.DataToolOutput",
    ),
    *("Spelled", "Annotated[CallToolResult, ValidationModel]", "typing.Annotated[CallToolResult, ValidationModel]"),
    *("mcp_server.contract.DataToolOutput", "Union[DataToolOutput]", "Union[DataToolOutput, DataToolOutput]"),
    *("Annotated[CallToolResult, dict]", "Annotated[CallToolResult, ValidationModel, 'x']", "CallToolResult", "Other"),
    *("str", "None", "dict[str, Any]", "Text", "DataToolOutput | None", "Optional[DataToolOutput]", "list[Output]"),
    *("Union[DataToolOutput, str]", "Annotated[DataToolOutput, 'x']", "type[DataToolOutput]", "tuple[Alias, str]"),
    *("Annotated[str, ValidationModel]", "Any", "typing.Callable[..., DataToolOutput]"),
)
# Names that do not exist then: only in quotes, or where all annotations are text.
LATER = ("Undefined", "Checked", "Undefined.DataToolOutput", "DataToolOutput | Undefined", "mcp_server.Missing")
# Bound at the end of the module: not there yet where the module itself registers, which the linter sees. It does not
# follow functions of the module that register when they are called.
AT_THE_END = ("Late", "LateText", "Annotated[LateResult, ValidationModel]")
DECORATORS = ("same", "wrapping", "functools.lru_cache", "functools.cache", "functools.lru_cache(maxsize=2)", "bare")
# What `bare` makes is refused under its own name, for it has no annotation; the linter does not look into `bare`.
_MADE_BY_BARE = ("MCP001", "inner")
_KINDS = ("def", "def", "def", "def", "async def", "async def", "generator", "method", "lambda", "nested")
_FORMS = (
    *("decorator",) * 4,
    *("named", "named", "call", "call named", "loop", "plugin", "other", "none"),
    *("kept", "method kept", "comprehension", "partial", "constant"),
)
_NAMES = ("one", "two")


@dataclass(frozen=True, slots=True)
class StartDisagreement:
    """A function of which the halves say different things when the server starts."""

    kind: str
    function: str
    source: str


def write_module(seed: int) -> str:
    """Write the module of a seed."""
    rng = random.Random(f"registrations {seed}")  # noqa: S311 - the same modules each time, and no secrets
    is_text = rng.random() < 0.4
    lines = ["from __future__ import annotations"] if is_text else []
    lines += HEAD.splitlines()
    for number in range(rng.randint(1, 6)):
        lines += _function(rng, f"f{number}", is_text=is_text)
    return "\n".join(lines) + "\n" + TAIL


def _annotation(rng: random.Random, later: tuple[str, ...], *, is_text: bool) -> str:
    if rng.random() < 0.12:
        return ""
    is_quoted = rng.random() < 0.3
    spelling = rng.choice(NOW if not (is_quoted or is_text) or rng.random() < 0.7 else later)
    return f" -> {spelling!r}" if is_quoted else f" -> {spelling}"


def _function(rng: random.Random, name: str, *, is_text: bool) -> list[str]:
    """A function and its registration, in one of the ways."""
    kind, form = rng.choice(_KINDS), rng.choice(_FORMS)
    later = LATER if kind in {"nested", "method"} else (*LATER, *AT_THE_END)
    returns = _annotation(rng, later, is_text=is_text)
    if kind == "lambda":
        return [f"registry.tool(name={rng.choice(_NAMES)!r})(lambda: R)  # {name}"]
    if kind == "method":
        return _method(rng, name, returns)
    lines = _definition(rng, kind, name, returns)
    if kind == "nested":
        inner = [f"    {line}" for line in ("@mcp.tool()", *lines)]
        return [f"def register_tools_{name}(mcp: Registry):", *inner, f"register_tools_{name}(registry)"]
    if form in _DECORATED:
        return [_decorator(rng, form), *lines]
    return [*lines, *_called(rng, form, name, name)]


def _method(rng: random.Random, name: str, returns: str) -> list[str]:
    lines = [f"class C{name}:", f"    def {name}(self, a: int = 0){returns}:", "        return R"]
    lines += ["    def __init__(self, registry: Registry):"]
    lines += [f"        {line}" for line in _called(rng, "call", f"self.{name}", name)]
    return [*lines, f"C{name}(registry)"]


def _definition(rng: random.Random, kind: str, name: str, returns: str) -> list[str]:
    opening = "async def" if kind == "async def" else "def"
    between = [f"@{decorator}" for decorator in rng.sample(DECORATORS, rng.choice((0, 0, 0, 0, 1)))]
    body = "yield R" if kind == "generator" else "return R"
    return [*between, f"{opening} {name}(a: int = 0){returns}:", f"    {body}"]


_DECORATED = {
    "decorator": "@registry.tool()",
    "named": "@registry.tool(name={0!r})",
    "constant": "@registry.tool(name=ONE)",
    "plugin": "@plugin.tool(name={0!r})",
    "other": "@second.tool(name={0!r})",
    "kept": "@kept",
    "method kept": "@method_kept(name={0!r})",
}


def _decorator(rng: random.Random, form: str) -> str:
    return _DECORATED[form].format(rng.choice(_NAMES))


def _called(rng: random.Random, form: str, value: str, name: str) -> list[str]:
    if form == "none":
        return []
    if form == "loop":
        return [f"for each_{name} in ({value},):  # {name}", f"    registry.tool()(each_{name})  # {name}"]
    if form == "comprehension":
        return [f"[registry.tool()(each) for each in ({value},)]  # {name}"]
    if form == "partial":
        return [f"registry.tool()(functools.partial({value}, a=1))  # {name}"]
    arguments = f"name={rng.choice(_NAMES)!r}" if form != "call" else ""
    return [f"registry.tool({arguments})({value})  # {name}"]


def compare_start(source: str) -> list[StartDisagreement]:
    """Lint a module, run it, and compare what is refused."""
    said, refused = _said(source), _refused(source)
    found = [StartDisagreement(f"false alarm: {code}", name, source) for code, name in sorted(said - refused)]
    found += [StartDisagreement(f"missed: {code}", name, source) for code, name in sorted(refused - said)]
    return found


def _said(source: str) -> set[tuple[str, str]]:
    lines = source.splitlines()
    heads = _heads(ast.parse(source))
    found = [each for each in check_text(source) if each.code in START_CODES]
    return {(each.code, heads.get(each.line) or _name_in(lines[each.line - 1])) for each in found}


def _name_in(line: str) -> str:
    """The function that a registration is about: its comment says so."""
    found = re.search(r"# (f\d+)$", line)
    return found[1] if found else ""


def _heads(tree: ast.Module) -> dict[int, str]:
    heads = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and re.fullmatch(r"f\d+", node.name):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            heads.update(dict.fromkeys(range(first, node.body[0].lineno), node.name))
    return heads


def _refused(source: str) -> set[tuple[str, str]]:
    namespace: dict[str, Any] = ModuleType("generated_registrations").__dict__
    exec(compile(source, "generated", "exec", dont_inherit=True), namespace)  # noqa: S102 - it was written here
    lines = source.splitlines()
    refusals = [*namespace["registry"].refusals, *namespace["second"].refusals]
    found = {
        (each.code, each.function if each.function != "<lambda>" else _name_in(lines[each.line - 1]))
        for each in refusals
        if each.code in START_CODES
    }
    return found - {_MADE_BY_BARE}


def shrink_module(found: StartDisagreement) -> StartDisagreement:
    """The same disagreement in a module with as few functions as can be."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        tree = ast.parse(found.source)
        for index, node in enumerate(tree.body):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            same = _still(found, ast.unparse(ast.Module(tree.body[:index] + tree.body[index + 1 :], [])))
            if same is not None:
                found, is_smaller = same, True
                break
    return found


def _still(found: StartDisagreement, source: str) -> StartDisagreement | None:
    try:
        others = compare_start(source + "\n")
    except Exception:  # the module does not run any more
        return None
    return next((other for other in others if (other.kind, other.function) == (found.kind, found.function)), None)
