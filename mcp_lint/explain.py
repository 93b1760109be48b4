"""``mcp-lint explain``: what a code means, from the rules' own documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.options import OptionError, nearest
from mcp_lint.rules import all_rules

if TYPE_CHECKING:
    from mcp_lint.rule import Rule

# On by an option of its own as well.
_STRICT = "MCP190"


def explain(code: str) -> str:
    """Give title, default and documentation of a code, in any case; raise :class:`OptionError` for an unknown one."""
    rule = all_rules().get(code.upper())
    if rule is None:
        msg = f"unknown code {code!r}{nearest(code, all_rules())}; `mcp-lint explain` lists all"
        raise OptionError(msg)
    return f"{rule.code}: {rule.title}\n{_default_of(rule)}\n\n{rule.documentation}\n"


def overview() -> str:
    """Give a line a code: code, title, and whether it is off by default."""
    rules = all_rules().values()
    return "".join(
        f"{rule.code}  {rule.title}{'' if rule.is_on_by_default else ' (off by default)'}\n" for rule in rules
    )


def _default_of(rule: Rule) -> str:
    if rule.is_on_by_default:
        return "On by default."
    also = " or --mcp-strict" if rule.code == _STRICT else ""
    return f"Off by default; on with --mcp-enable {rule.code}{also}."
