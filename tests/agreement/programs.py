"""Programs for the proof: modules with one tool, written at random from a seed.

A program tests only its own parameters and constants, so running it with every combination of arguments takes every
path that there is.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from .blocks import Block, Lines, indented
from .expressions import Expressions
from .scope import Helper, Kind, Profile, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

HEAD = [
    "import contextlib",
    "import copy",
    "from elsewhere import fetch",
    "from mcp.types import CallToolResult, TextContent",
    "from mcp_server import DataToolOutput, ValidationModel",
    'U = "https://example.org/u"',
    'V = "https://example.org/v"',
    'C = [TextContent(type="text", text="text")]',
    "L = [U, V]",
    'T = [["a"], ["b"]]',
]
TOOL = "tool"
MAX_STATEMENTS = 14
_ANNOTATED = (True, False)
_BARE = (True, False, None, 2)


@dataclass(frozen=True, slots=True)
class Program:
    """A module with a function `tool`, and the values that each of its parameters takes."""

    source: str
    values: tuple[tuple[object, ...], ...]

    @property
    def inputs(self) -> Iterator[tuple[object, ...]]:
        """Every combination of arguments."""
        return product(*self.values)


def write_program(seed: int, profile: Profile) -> Program:
    """Write the program of a seed."""
    return _Author(random.Random(f"{profile.value} {seed}"), profile).program()  # noqa: S311 - no secrets


class _Author:
    """Writes one program: constants, helpers, the tool."""

    def __init__(self, rng: random.Random, profile: Profile) -> None:
        self.rng = rng
        self.top = Scope(rng, profile)
        self.is_method = rng.random() < 0.15
        self.is_async = rng.random() < 0.2

    def program(self) -> Program:
        constants = self.constants()
        helpers = [line for _ in range(self.rng.randint(0, 3)) for line in self.helper()]
        tool, values = self.tool()
        body = [*helpers, *tool]
        if self.is_method:
            body = ["class Plugin:", *indented(body)]
        return Program("\n".join([*HEAD, *constants, *body]) + "\n", values)

    def constants(self) -> Lines:
        lines: Lines = []
        for name in ("P", "Q")[: self.rng.randint(0, 2)]:
            lines.append(f"{name} = {Expressions(self.top).constant()}")
            self.top.constants.append(name)
        return lines

    def scope(self) -> Scope:
        """A place at the beginning of a function."""
        scope = Scope(self.rng, self.top.profile, self.top.helpers, numbers=self.top.numbers)
        scope.constants = self.top.constants
        scope.budget[0] = MAX_STATEMENTS
        if scope.is_wide:
            scope.names[Kind.DICT] += self.top.constants
        scope.names[Kind.LIST].append("L")
        return scope

    def head(self, name: str, parameters: list[str], returns: str, *, is_async: bool) -> str:
        own = ["self", *parameters] if self.is_method else parameters
        return f"{'async ' if is_async else ''}def {name}({', '.join(own)}){returns}:"

    def helper(self) -> Lines:
        """A helper, which is known from here on."""
        scope = self.scope()
        scope.is_async = self.is_async and self.rng.random() < 0.5
        name = scope.fresh("helper")
        gives = self.rng.choice((Kind.DICT, Kind.DICT, Kind.LIST, Kind.RESULT, Kind.RESULT, Kind.RESULT, None))
        kinds = self.rng.choices((Kind.DICT, Kind.LIST, Kind.FLAG, Kind.RESULT), (4, 2, 2, 1), k=self.rng.randint(0, 2))
        kinds = [Kind.DICT, *kinds] if gives is None else kinds
        optional = [(scope.fresh("o"), kind) for kind in self.rng.choices(list(OPTIONAL), k=self.rng.randint(0, 2))]
        called = f"self.{name}" if self.is_method else name
        takes_rest, takes_fields = self.rng.random() < 0.15, self.rng.random() < 0.25
        helper = Helper(called, tuple(kinds), tuple(optional), takes_rest, takes_fields, gives, scope.is_async)
        parameters, lines = _signature(scope, helper)
        lines += _body(scope, _leaving(gives), at_most=4)
        self.top.helpers.append(helper)
        return [self.head(name, parameters, "", is_async=scope.is_async), *indented(lines)]

    def tool(self) -> tuple[Lines, tuple[tuple[object, ...], ...]]:
        """The tool, and the values that its parameters take."""
        scope = self.scope()
        scope.is_tool, scope.is_async = True, self.is_async
        bare = self.rng.choice((0, 0, 1, 1, 2))
        flags: list[tuple[str, tuple[object, ...]]] = []
        flags += [(scope.fresh("a"), _ANNOTATED) for _ in range(self.rng.randint(2, 5 - bare))]
        flags += [(scope.fresh("b"), _BARE) for _ in range(bare)]
        for flag, _ in flags:
            _take(scope, Kind.FLAG, flag)
        parameters = [f"{flag}: bool" if values is _ANNOTATED else flag for flag, values in flags]
        lines = _body(scope, _tool_leaves, at_most=9)
        head = self.head(TOOL, parameters, " -> DataToolOutput", is_async=scope.is_async)
        return [head, *indented(lines)], tuple(values for _, values in flags)


PREFIXES = {Kind.DICT: "d", Kind.LIST: "s", Kind.FLAG: "f", Kind.RESULT: "r"}
OPTIONAL = {Kind.DICT: "None", Kind.LIST: "None", Kind.FLAG: "False"}


def _take(scope: Scope, kind: Kind, name: str) -> None:
    scope.bind(kind, name, is_shared=True)
    if kind is Kind.FLAG:
        scope.free_flags.append(name)


def _signature(scope: Scope, helper: Helper) -> tuple[list[str], Lines]:
    """The parameters of a helper, and the lines in which it makes of them what its other lines use."""
    parameters = [scope.fresh(PREFIXES[kind]) for kind in helper.parameters]
    lines = _defaults(scope, helper.optional)
    for parameter, kind in zip(parameters, helper.parameters, strict=True):
        _take(scope, kind, parameter)
    parameters += [f"{parameter}={OPTIONAL[kind]}" for parameter, kind in helper.optional]
    if helper.takes_rest:
        parameters.append("*rest")
        lines.append("s_rest = [*rest]")
        scope.bind(Kind.LIST, "s_rest")
    if helper.takes_fields:
        parameters.append("**fields")
        scope.bind(Kind.DICT, "fields")
    return parameters, lines


def _defaults(scope: Scope, optional: Iterable[tuple[str, Kind]]) -> Lines:
    """What a helper does about arguments that are not given."""
    lines: Lines = []
    for name, kind in optional:
        if kind is not Kind.FLAG:
            value = "{}" if kind is Kind.DICT else "[U]"
            lines += scope.pick(([f"{name} = {name} or {value}"], [f"if {name} is None:", f"    {name} = {value}"]))
        _take(scope, kind, name)
        if kind is not Kind.FLAG and " or " in lines[-1]:
            scope.several.add(name)
    return lines


def _leaving(gives: Kind | None) -> Callable[[Expressions], str]:
    def leave(write: Expressions) -> str:
        if gives is None:
            return "return"
        return "return " + {Kind.DICT: write.payload, Kind.LIST: write.listing, Kind.RESULT: write.result}[gives]()

    return leave


def _tool_leaves(write: Expressions) -> str:
    return f"return {write.returned()}"


def _body(scope: Scope, leave: Callable[[Expressions], str], at_most: int) -> Lines:
    block = Block(scope, leave).fill(at_most)
    may_end = scope.is_wide or scope.is_tool
    if not block.is_left and not (may_end and scope.chance(0.05)):
        block.lines.append(leave(block.write))
    return block.lines
