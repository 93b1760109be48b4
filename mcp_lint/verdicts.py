"""Tools -> findings: every rule that is on, asked about every record that it takes."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.annotations import ReturnAnnotation, Verdict
from mcp_lint.results import Place, Result, Return, Unknown, Values
from mcp_lint.rule import Finding, Rule
from mcp_lint.rules import all_rules
from mcp_lint.stubs import is_stub
from mcp_lint.values import Returned, returns_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.index import ModuleIndex
    from mcp_lint.settings import Settings
    from mcp_lint.tools import ModuleTools, ToolFunction

_STRICT = "MCP190"
_NO_RESULT = "MCP106"
Coded = tuple[str, Finding]
# By the kind of record that they take.
Rules = dict[str, list[Rule]]


def findings_of(module: ModuleTools, index: ModuleIndex, settings: Settings) -> Iterator[Coded]:
    """Each finding with its code, in no particular order; some may come twice."""
    if not module.tools:
        return
    rules: Rules = {}
    for rule in all_rules().values():
        if rule.subject is not None and is_on(rule, settings):
            rules.setdefault(rule.subject, []).append(rule)
    yield from _asked(rules, "module", module)
    for tool in module.tools:
        yield from _asked(rules, "tool", tool)
        if tool.is_elsewhere:  # what it returns is said of its own file
            continue
        # What is registered is called, stub or not.
        is_judged = tool.is_registered or (tool.is_declared and not is_stub(tool.info.node, tool.info.outer))
        if is_judged and not tool.is_generator:
            yield from _of_returns(rules, tool, _returns_of(tool, index, settings))


def is_on(rule: Rule, settings: Settings) -> bool:
    """Whether a rule is worked out at all."""
    if rule.is_on_by_default or (rule.code == _STRICT and settings.strict):
        return True
    return any(rule.code.startswith(prefix) for prefix in settings.enable)


def breaks_its_promise(tool: ToolFunction, index: ModuleIndex, settings: Settings) -> bool:
    """Whether something that is not a result would be reported if the tool were declared (MCP106, MCP107)."""
    if tool.is_generator or (not tool.is_registered and is_stub(tool.info.node, tool.info.outer)):
        return tool.is_generator
    good = ReturnAnnotation(Verdict.GOOD, tool.name_node)
    declared = replace(tool, annotation=good, is_annotation_hidden=False)
    rules = {"result": [all_rules()[_NO_RESULT]]}
    return any(_of_returns(rules, declared, _returns_of(tool, index, settings)))


def codes_of(result: Result, settings: Settings) -> frozenset[str]:
    """The codes of all that is wrong with one value that a tool can return."""
    rules = [rule for rule in all_rules().values() if rule.subject == "result" and is_on(rule, settings)]
    return frozenset(code for code, _ in _asked({"result": rules}, "result", result))


def _asked(rules: Rules, subject: str, record: object) -> list[Coded]:
    asked = rules.get(subject, ())
    return [(rule.code, finding) for rule in asked if rule.check for finding in rule.check(record)]


def _returns_of(tool: ToolFunction, index: ModuleIndex, settings: Settings) -> list[Returned]:
    if not tool.is_opaque:
        return returns_of(tool.info, index, settings)
    # Whatever the body returns, the decorator may give something else.
    place = Place(tool.name_node, tool.info.node)
    return [Returned(tool.name_node, tool.name_node, (Unknown(place, "what a decorator makes of the tool"),))]


def _of_returns(rules: Rules, tool: ToolFunction, returned: list[Returned]) -> Iterator[Coded]:
    """Each ``return`` is reported once, at its first bad arm."""
    by_statement: dict[cst.CSTNode, dict[tuple[cst.CSTNode, int], list[Returned]]] = {}
    for each in returned:
        by_statement.setdefault(each.statement, {}).setdefault((each.arm, each.choice), []).append(each)
    for paths in by_statement.values():
        arms = [(passes[0], tuple(chain.from_iterable(each.values for each in passes))) for passes in paths.values()]
        first_bad = next((found for arm, values in arms if (found := _of_arm(rules, tool, arm, values))), [])
        yield from first_bad
        yield from _asked(rules, "return", _return(tool, arms, is_reported=bool(first_bad)))


def _return(tool: ToolFunction, arms: list[tuple[Returned, Values]], *, is_reported: bool) -> Return:
    statement = arms[0][0].statement
    expression = statement.value if isinstance(statement, cst.Return) and statement.value is not None else statement
    return Return(expression, tuple(values for _, values in arms), is_reported, tool.is_declared)


def _of_arm(rules: Rules, tool: ToolFunction, arm: Returned, values: Values) -> list[Coded]:
    """What is wrong with an arm, whichever of its values it has; nothing, if one of them is right or unknown."""
    found = [
        _asked(rules, "result", Result(arm.arm, value, tool.is_declared, tool.info.node, arm.is_implicit))
        for value in values
    ]
    if not found or not all(found):
        return []
    common = set.intersection(*({code for code, _ in each} for each in found))
    if common:
        return [(code, finding) for code, finding in found[0] if code in common]
    lowest = min(code for code, _ in found[0])
    return [(code, finding) for code, finding in found[0] if code == lowest]
