"""One module a rule, found by itself: a file dropped in here is a rule.

A rule module holds a docstring (``MCP001: title``, then Markdown in four parts), ``CODE``, and one function, whose name
says which record it takes:

- ``check_tool(tool: ToolFunction)``: a registered or annotated function;
- ``check_result(result: Result)``: one value that a tool can return, as far as it is known;
- ``check_return(returned: Return)``: one ``return`` of a tool, with all values that it can have;
- ``check_module(module: ModuleTools)``: all tools of the file together.

Optional: ``ON_BY_DEFAULT = False``, ``FIXABLE = True``, and ``ADVICE = True`` where the server serves the tool and its
results all the same, or nothing is known to be wrong.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING

from mcp_lint.rule import Rule

if TYPE_CHECKING:
    from types import ModuleType

SUBJECTS = ("tool", "result", "return", "module")


def _rule_of(module: ModuleType) -> Rule:
    title, _, documentation = (module.__doc__ or "").partition("\n")
    subject = next((s for s in SUBJECTS if hasattr(module, f"check_{s}")), None)
    return Rule(
        code=module.CODE,
        title=title.partition(": ")[2].rstrip("."),
        documentation=documentation.strip(),
        subject=subject,
        check=getattr(module, f"check_{subject}") if subject else None,
        is_on_by_default=getattr(module, "ON_BY_DEFAULT", True),
        is_fixable=getattr(module, "FIXABLE", False),
        is_advice=getattr(module, "ADVICE", False),
    )


@functools.cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of the codes."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    rules = [_rule_of(importlib.import_module(f"{__name__}.{name}")) for name in names]
    return {rule.code: rule for rule in sorted(rules, key=lambda rule: rule.code)}


def level_of(code: str) -> str:
    """``warning`` for advice, ``error`` for all else: a file that cannot be read has no rule."""
    rule = all_rules().get(code)
    return "warning" if rule is not None and rule.is_advice else "error"
