"""A return annotation -> what the server will see in it when it starts."""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import (
    KNOWN_PACKAGES,
    has_name_of_result,
    is_call_tool_result,
    is_data_tool_output,
    is_validation_model,
)
from mcp_lint.names import BUILTIN_NAMES, Bound, External, Local, Scope, Target, Undefined, resolve
from mcp_lint.parse import parse_expression
from mcp_lint.project import Definition, find
from mcp_lint.syntax import descendants, string_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# `"'\"X\"'"`: how many layers of quotes, and of aliases that are strings, are undone.
MAX_QUOTES = 4
_ANNOTATED = frozenset({"typing.Annotated", "typing_extensions.Annotated"})
_UNIONS = frozenset({"typing.Union", "typing_extensions.Union"})


class Verdict(Enum):
    """What the registry will say."""

    GOOD = auto()
    BAD = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class ReturnAnnotation:
    """A judged annotation. ``reason``: why it is bad, when that is not plain from its text.

    ``is_call_tool_result``: it is surely the SDK's class itself, under whatever name, perhaps in quotes.
    """

    verdict: Verdict
    node: cst.CSTNode
    reason: str = ""
    is_call_tool_result: bool = False


def judge_annotation(node: cst.CSTNode, scope: Scope, is_deferred: bool) -> ReturnAnnotation:
    """Judge ``-> node`` as written in ``scope``; ``is_deferred``: under ``from __future__ import annotations``."""
    verdict, reason = _judge(node, scope, is_deferred, MAX_QUOTES)
    return ReturnAnnotation(verdict, node, reason, _names_call_tool_result(node, scope))


def _names_call_tool_result(node: cst.CSTNode, scope: Scope) -> bool:
    text = string_value(node)
    named = node if text is None else parse_expression(text.strip())
    targets = () if named is None else resolve(named, scope)
    return bool(targets) and all(isinstance(t, External) and is_call_tool_result(t) for t in targets)


def unbound_name(node: cst.CSTNode, scope: Scope, is_deferred: bool, names_before: int) -> str | None:
    """The first name that the server looks up when the function is registered, and the module binds only later.

    ``names_before``: how many names the module has bound until then. To be asked of good annotations only: the text in
    others need not be an annotation (``OUTPUTS["energy"]``), so one that is unknown and bound too late goes unreported.
    """
    module = scope.module()
    before = set(itertools.islice(module.bindings, names_before))
    if "*" in before:
        return None
    for name in _looked_up_late(node, is_deferred):
        if name in module.bindings and name not in before and name not in BUILTIN_NAMES:
            return name
    return None


def _looked_up_late(node: cst.CSTNode, is_deferred: bool) -> Iterator[str]:
    """The names in quotes; where all annotations are text, all names."""
    for part in descendants(node):
        text = string_value(part)
        parsed = parse_expression(text.strip()) if text is not None else None
        if parsed is not None:
            yield from _looked_up_late(parsed, True)
        elif is_deferred and isinstance(part, cst.Name):
            yield part.value


_Judged = tuple[Verdict, str]
# What they give is only known when they are evaluated.
_WORKED_OUT = (
    *(cst.Call, cst.IfExp, cst.BooleanOperation, cst.NamedExpr, cst.Await),
    *(cst.FormattedString, cst.ConcatenatedString),
)


def _judge(node: cst.CSTNode, scope: Scope, is_deferred: bool, quotes: int) -> _Judged:
    text = string_value(node)
    if text is not None:
        return _judge_quoted(text, scope, quotes)
    if isinstance(node, (cst.Name, cst.Attribute)):
        return _judge_name(node, scope, is_deferred, quotes)
    if isinstance(node, cst.Subscript):
        return _judge_subscript(node, scope, is_deferred, quotes)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitOr):
        return _judge_union([node.left, node.right], scope, is_deferred, quotes)
    if isinstance(node, _WORKED_OUT):
        return Verdict.UNKNOWN, ""
    return Verdict.BAD, ""


def _judge_quoted(text: str, scope: Scope, quotes: int) -> _Judged:
    parsed = parse_expression(text.strip())
    if parsed is None:
        return Verdict.BAD, "the quoted text is not an expression"
    return _judge(parsed, scope, True, quotes - 1) if quotes > 0 else (Verdict.UNKNOWN, "")


def _judge_name(node: cst.Name | cst.Attribute, scope: Scope, is_deferred: bool, quotes: int) -> _Judged:
    if is_deferred and _is_hidden(node, scope):
        return Verdict.BAD, "it names something local to a function or class, where the server does not look"
    targets = resolve(node, scope)
    # `if TYPE_CHECKING: ... else: ...`: what is there when the server starts is the other one. Not so in `resolve`,
    # since a parameter's annotation says what is meant, and a registry is meant by what checkers see.
    present = [target for target in targets if not _is_for_checkers(target)]
    judged = [_judge_target(target, scope, quotes) for target in present or targets]
    if not judged:
        return Verdict.UNKNOWN, ""
    verdicts = {verdict for verdict, _ in judged}
    return judged[0] if len(verdicts) == 1 else (Verdict.UNKNOWN, "")


def _is_hidden(node: cst.CSTNode, scope: Scope) -> bool:
    """Whether a deferred annotation's name is found only in a function or class: the server looks in the module."""
    while isinstance(node, cst.Attribute):
        node = node.value
    if not isinstance(node, cst.Name):
        return False
    bindings, module = scope.lookup(node.value), scope.module()
    return bool(bindings) and bindings[0].scope is not module and node.value not in module.bindings


def _is_for_checkers(target: Target) -> bool:
    if isinstance(target, Local):
        return target.binding.is_type_checking
    return isinstance(target, External) and target.is_type_checking


def _judge_target(target: Target, scope: Scope, quotes: int) -> _Judged:
    if isinstance(target, Undefined):
        return Verdict.BAD, f"`{target.name}` is not defined in this file"
    if isinstance(target, Local):
        return _judge_local(target, quotes, "this file")
    if target.is_type_checking:
        reason = f"`{target.last}` is imported under TYPE_CHECKING, so it does not exist when the server starts"
        return Verdict.BAD, reason
    found = find(target, scope.module().index)
    if isinstance(found, Definition):
        text = string_value(found.binding.node) if found.binding.node is not None else None
        if text is not None:  # evaluated where the function is defined, not where the alias is
            return _judge_quoted(text, scope, quotes - 1) if quotes > 0 else (Verdict.UNKNOWN, "")
        return _judge_local(Local(found.binding), quotes, "another file of the project")
    target = found or target
    if is_data_tool_output(target):
        return Verdict.GOOD, ""
    if target.is_guess:
        return Verdict.UNKNOWN, ""
    is_known = target.root in KNOWN_PACKAGES or target.root in sys.stdlib_module_names or has_name_of_result(target)
    return (Verdict.BAD, "") if is_known or target.root == "mcp_server" else (Verdict.UNKNOWN, "")


def _judge_local(target: Local, quotes: int, where: str) -> _Judged:
    binding = target.binding
    if binding.is_type_checking:
        return Verdict.BAD, "it is defined under TYPE_CHECKING, so it does not exist when the server starts"
    if binding.kind in {Bound.CLASS, Bound.FUNCTION} or isinstance(binding.node, cst.TypeAlias):
        return Verdict.BAD, f"{where} defines it as something else"
    if binding.kind is Bound.VALUE and binding.node is not None and quotes > 0:
        if _makes_new_type(binding.node, binding.scope):
            return Verdict.BAD, f"{where} defines it as something else"
        return _judge(binding.node, binding.scope, False, quotes - 1)
    return Verdict.UNKNOWN, ""


def _makes_new_type(node: cst.CSTNode, scope: Scope) -> bool:
    """Whether a value is a call of ``NewType`` and the like: an object of its own, equal to nothing else."""
    if not isinstance(node, cst.Call):
        return False
    targets = resolve(node.func, scope)
    return any(isinstance(t, External) and t.last in {"NewType", "TypeVar", "TypeAliasType"} for t in targets)


def _judge_subscript(node: cst.Subscript, scope: Scope, is_deferred: bool, quotes: int) -> _Judged:
    targets = resolve(node.value, scope)
    parts = [e.slice.value for e in node.slice if isinstance(e.slice, cst.Index)]
    if any(isinstance(target, Local) and target.binding.kind is Bound.VALUE for target in targets):
        return Verdict.UNKNOWN, ""  # an item of something that this file makes
    names = {target.dotted for target in targets if isinstance(target, External)}
    if names & _ANNOTATED:
        return _judge_annotated(parts, scope), ""
    if names & _UNIONS:
        return _judge_union(parts, scope, is_deferred, quotes)
    verdict, reason = Verdict.UNKNOWN, ""
    if isinstance(node.value, (cst.Name, cst.Attribute)):
        verdict, reason = _judge_name(node.value, scope, is_deferred, quotes)
    return (Verdict.BAD, reason) if verdict is not Verdict.UNKNOWN else (verdict, reason)


def _judge_annotated(parts: list[cst.BaseExpression], scope: Scope) -> Verdict:
    """Good is ``Annotated[CallToolResult, ValidationModel]`` alone: one more item and it is not equal."""
    wanted = (has_name_of_result, is_validation_model)
    if len(parts) != len(wanted):
        return Verdict.BAD
    # typing evaluates a quoted type; quoted metadata stays a string.
    text = string_value(parts[0])
    parts = [parse_expression(text.strip()) or parts[0] if text else parts[0], parts[1]]
    results = [_is_named(part, scope, is_wanted) for part, is_wanted in zip(parts, wanted, strict=True)]
    if all(result is Verdict.GOOD for result in results):
        return Verdict.GOOD
    return Verdict.BAD if Verdict.BAD in results else Verdict.UNKNOWN


def _is_named(node: cst.CSTNode, scope: Scope, is_wanted: Callable[[External], bool]) -> Verdict:
    targets = resolve(node, scope)
    if not targets:
        return Verdict.UNKNOWN if isinstance(node, (cst.Call, cst.Name, cst.Attribute)) else Verdict.BAD
    found = set()
    for target in targets:
        if isinstance(target, External) and not target.is_type_checking:
            is_other = target.root in KNOWN_PACKAGES or target.root in sys.stdlib_module_names
            found.add(Verdict.GOOD if is_wanted(target) else Verdict.BAD if is_other else Verdict.UNKNOWN)
        else:
            is_value = isinstance(target, Local) and target.binding.kind is Bound.OTHER
            found.add(Verdict.UNKNOWN if is_value else Verdict.BAD)
    return found.pop() if len(found) == 1 else Verdict.UNKNOWN


def _judge_union(parts: list[cst.BaseExpression], scope: Scope, is_deferred: bool, quotes: int) -> _Judged:
    """A union of one thing with itself is that thing; of ``DataToolOutput`` with anything else it is not."""
    verdicts = {_judge(part, scope, is_deferred, quotes)[0] for part in parts}
    if len(verdicts) == 1 and Verdict.BAD not in verdicts:
        return verdicts.pop(), ""
    return (Verdict.BAD, "") if Verdict.BAD in verdicts else (Verdict.UNKNOWN, "")
