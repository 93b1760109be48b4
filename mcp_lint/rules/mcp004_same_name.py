"""MCP004: Second tool of the same name.

## What it does

It reports the second tool, and each further one, that gets a name which the same registry has already given. The name
is that of the function, or what `name=` says. Tools in different arms of an `if`, `try` or `match` may have the same
name, since only one of them exists in the end. So may a tool that the server leaves out anyway (MCP001, MCP002,
MCP003).

## Why it matters

A client calls a tool by its name. The server keeps one tool for each name, so one of the two is lost, and its answers
are never seen. This often happens when a tool is copied and its name is not changed.

## Example

```python
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return text_result("Production: 11.5 TWh", source_url="https://example.org/production")


@registry.tool(name="production")
def production_by_year() -> DataToolOutput:
    return text_result("Production in 2023: 11.5 TWh", source_url="https://example.org/production")
```

## Instead

```python
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return text_result("Production: 11.5 TWh", source_url="https://example.org/production")


@registry.tool(name="production_by_year")
def production_by_year() -> DataToolOutput:
    return text_result("Production in 2023: 11.5 TWh", source_url="https://example.org/production")
```
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.faults import quote
from mcp_lint.index import are_exclusive
from mcp_lint.rule import Finding
from mcp_lint.syntax import small_statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.index import Branch
    from mcp_lint.tools import ModuleTools, Registration

CODE = "MCP004"


def check_module(module: ModuleTools) -> Iterator[Finding]:
    """Report each registration whose name is taken."""
    taken: defaultdict[tuple[object, ...], list[Registration]] = defaultdict(list)
    for registration in _accepted(module):
        earlier = taken[registration.registry, registration.name, registration.scope]
        if any(_can_meet(registration.branch, other.branch) for other in earlier):
            yield Finding(registration.name_node or registration.reported_at, _message(registration))
        earlier.append(registration)


def _accepted(module: ModuleTools) -> Iterator[Registration]:
    """The registrations with a known name that the server surely takes: what it refuses takes no name."""
    for tool in module.tools:
        if tool.is_declared and tool.bare is None:
            yield from (registration for registration in tool.registrations if registration.name is not None)


def _can_meet(one: Branch | None, other: Branch | None) -> bool:
    """Whether one run can pass through both."""
    return not are_exclusive(one, other) and not _leaves(one, other) and not _leaves(other, one)


def _leaves(one: Branch | None, other: Branch | None) -> bool:
    """Whether ``one`` is in an arm that ends in ``return`` and the like, and ``other`` is not in it."""
    shared = {(branch.statement, branch.arm) for branch in other.chain()} if other else set()
    own = (branch for branch in (one.chain() if one else ()) if (branch.statement, branch.arm) not in shared)
    return any(_ends_in_jump(branch) for branch in own)


def _ends_in_jump(branch: Branch) -> bool:
    arm = _arm(branch)
    body = getattr(arm, "body", None)
    if not isinstance(body, cst.BaseSuite):
        return False
    return any(isinstance(s, (cst.Return, cst.Raise, cst.Continue, cst.Break)) for s in small_statements(body))


def _arm(branch: Branch) -> cst.CSTNode | None:
    statement = branch.statement
    if isinstance(statement, cst.If):
        return statement.orelse if branch.arm else statement
    if isinstance(statement, cst.Match):
        return statement.cases[branch.arm]
    if isinstance(statement, (cst.Try, cst.TryStar)):
        arms: tuple[cst.CSTNode, ...] = (statement, *statement.handlers)
        return arms[branch.arm]
    return None


def _message(registration: Registration) -> str:
    name = quote(registration.name or "")
    return f"this registry has a tool {name} already: one of the two is lost and no client sees it; choose another name"
