"""Functions whose body is left to others: nothing is said of what they return."""

from __future__ import annotations

import libcst as cst

from mcp_lint.names import External, Scope, resolve
from mcp_lint.syntax import small_statements

_ABSTRACT = frozenset({"abstractmethod", "overload"})


def is_stub(node: cst.FunctionDef | cst.Lambda, outer: Scope) -> bool:
    """Whether a function is abstract, an overload, of a protocol, or has ``...`` or NotImplementedError for a body."""
    if isinstance(node, cst.Lambda):
        return False
    return _is_empty(node) or _is_abstract(node, outer) or _is_of_protocol(outer)


def _is_empty(node: cst.FunctionDef) -> bool:
    statements = small_statements(node.body)
    last = statements[-1] if statements else None
    if isinstance(last, cst.Raise) and last in statements[:2]:  # after a docstring, or alone
        raised = last.exc.func if isinstance(last.exc, cst.Call) else last.exc
        return isinstance(raised, cst.Name) and raised.value == "NotImplementedError"
    return isinstance(last, cst.Expr) and isinstance(last.value, cst.Ellipsis)


def _is_abstract(node: cst.FunctionDef, outer: Scope) -> bool:
    targets = [target for decorator in node.decorators for target in resolve(decorator.decorator, outer)]
    return any(isinstance(target, External) and target.last in _ABSTRACT for target in targets)


def _is_of_protocol(outer: Scope) -> bool:
    if not isinstance(outer.node, cst.ClassDef):
        return False
    targets = [target for base in outer.node.bases for target in resolve(base.value, outer)]
    return any(isinstance(target, External) and target.last == "Protocol" for target in targets)
