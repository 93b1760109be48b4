"""What the rules share: where a fault is reported, what a value is called, and how `sources` and lists are judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.results import Literal, Mapping, Missing, Opaque, Sequence, Text, ToolResult, Unknown
from mcp_lint.rule import Finding, Helper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_lint.results import Place, Result, Value, Values

# Kinds of which pydantic makes a list where it is not told to be strict: `content` of a `CallToolResult`.
LIST_LIKE_KINDS = frozenset({"a tuple", "a set", "a generator", "an iterator", "a dict view"})
_OTHER_KINDS = {Missing: "nothing", Text: "a TextContent", ToolResult: "a CallToolResult"}
# What the messages quote is cut to this length.
MAX_QUOTED = 60


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """Something that is surely wrong, and where."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class SourcesJudgement:
    """What one path makes of `sources`.

    ``code``: the rule that it breaks; empty where it is not known to break one.
    ``says``: what is wrong, or cannot be told; empty where all is well.
    """

    place: Place
    code: str = ""
    says: str = ""


def finding(result: Result, place: Place, message: str) -> Finding:
    """Report at the place; or where the tool returns it, if the place or the whole result is of another function."""
    helper = helper_of(result, place) or helper_of(result, result.value.place)
    return Finding(place.node, message) if helper is None else Finding(result.expression, message, helper)


def helper_of(result: Result, place: Place) -> Helper | None:
    """The function, other than the tool, in which the place is; None for the tool itself and the module."""
    function = place.function
    if place.file is None and (function is None or function is result.function):
        return None
    if function is None:
        return Helper("<module>", place.node, place.file)
    name = function.name.value if isinstance(function, cst.FunctionDef) else "<lambda>"
    return Helper(name, place.node, place.file)


def describe(value: Value) -> str:
    """What a message calls the value: "a string", "None", "an empty list"."""
    if isinstance(value, Literal):
        return _describe_constant(value.value)
    if isinstance(value, Opaque):
        return value.kind
    if isinstance(value, Sequence):
        kind = "list" if value.is_list else "tuple"
        return f"an empty {kind}" if is_empty(value) else f"a {kind}"
    if isinstance(value, Mapping):
        return "a ValidationModel" if value.is_model else "a dict"
    return _OTHER_KINDS.get(type(value), "unknown")


def _describe_constant(constant: object) -> str:
    if constant is None or isinstance(constant, bool):
        return str(constant)
    if isinstance(constant, str):
        return "a string" if constant else "an empty string"
    if isinstance(constant, bytes):
        return "bytes"
    return "..." if constant is ... else "a number"


def not_known(reason: str) -> str:
    """What a message says of a value that could not be followed."""
    return f"part of it is not known here ({reason})"


def quote(text: str) -> str:
    """The text on one line, printable and not too long, for a message."""
    line = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return f"`{line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + '…'}`"


def quote_code(node: cst.CSTNode) -> str:
    """The node's source text without parentheses around it, for a message."""
    bare = node.with_changes(lpar=[], rpar=[]) if isinstance(node, cst.BaseExpression) else node
    return quote(cst.Module([]).code_for_node(bare))


def is_nothing(value: Value) -> bool:
    """Whether there is surely no value: none is given, or it is None."""
    return isinstance(value, Missing) or (isinstance(value, Literal) and value.value is None)


def is_empty(value: Value) -> bool:
    """Whether it is a list or tuple, surely without items."""
    return isinstance(value, Sequence) and value.is_exact and not value.items


def only(values: Values) -> Value | None:
    """The one value that there can be; None where there can be several."""
    return values[0] if len(values) == 1 else None


def is_list(value: Value) -> bool:
    """Whether it is a list. A tuple or set is none, neither in a dict nor for ``ValidationModel``, which is strict."""
    return isinstance(value, Sequence) and value.is_list


def field_fault(result: Result, field: str, judge: Callable[[Value], Fault | None]) -> Fault | None:
    """What is wrong with a field of the payload on every path; ``judge`` takes one value."""
    faults = [judge(value) for payload in result.payloads for value in payload.get(field)]
    return next(iter(faults), None) if all(faults) else None


def sources_fault(result: Result) -> SourcesJudgement | None:
    """What is wrong with `sources` on every path; where the paths differ in the rule, the first one's fault."""
    value = result.value
    if not isinstance(value, ToolResult):
        return None
    judgements = list(judge_error(value) if value.may_be_error else judge_sources(value))
    if not all(judgement.code for judgement in judgements):
        return None
    return min(judgements, key=lambda judgement: judgement.code, default=None)


def judge_sources(value: ToolResult) -> Iterator[SourcesJudgement]:
    """Judge each value that `sources` can have, and each way in which it can be absent."""
    for structured in value.structured:
        if isinstance(structured, Unknown):
            yield SourcesJudgement(structured.place, says=not_known(structured.reason))
        elif is_nothing(structured):
            yield SourcesJudgement(value.place, "MCP101", "there is no structured content")
        elif isinstance(structured, Mapping):
            yield from (_judge_list(sources, structured) for sources in structured.get("sources"))
        else:
            yield _not_a_dict(structured)


def judge_error(value: ToolResult) -> Iterator[SourcesJudgement]:
    """Judge an error: it needs no `sources`, but what it has for the screen must be a dict too."""
    for structured in value.structured:
        may_be_dict = isinstance(structured, (Unknown, Mapping)) or is_nothing(structured)
        yield SourcesJudgement(structured.place) if may_be_dict else _not_a_dict(structured)


def _not_a_dict(structured: Value) -> SourcesJudgement:
    return SourcesJudgement(structured.place, "MCP102", f"structured content is {describe(structured)}, not a dict")


def _judge_list(sources: Value, payload: Mapping) -> SourcesJudgement:
    if isinstance(sources, Missing):
        return SourcesJudgement(payload.place, "MCP102", "structured content has no `sources`")
    if isinstance(sources, Unknown):
        return SourcesJudgement(sources.place, says=not_known(sources.reason))
    if not is_list(sources):
        return SourcesJudgement(sources.place, "MCP103", f"`sources` is {describe(sources)}, not a list")
    if is_empty(sources):
        return SourcesJudgement(sources.place, "MCP104", "`sources` is an empty list")
    return SourcesJudgement(sources.place, says="`sources` may be an empty list" if _may_be_empty(sources) else "")


def _may_be_empty(sources: Value) -> bool:
    return not isinstance(sources, Sequence) or not (sources.items or sources.at_least)
