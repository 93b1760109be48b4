"""By what name a function can be annotated with ``DataToolOutput``, as the server will see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.annotations import Verdict, judge_annotation
from mcp_lint.fixes.layout import CONTRACT, is_import
from mcp_lint.parse import parse_expression
from mcp_lint.syntax import dotted_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.fixes.layout import Layout, Spot
    from mcp_lint.index import FunctionInfo, ModuleIndex
    from mcp_lint.names import Scope

OUTPUT = "DataToolOutput"


@dataclass(frozen=True, slots=True)
class Naming:
    """What to write, and whether it must be imported first."""

    text: str
    needs_import: bool = False


def naming_for(info: FunctionInfo, index: ModuleIndex, layout: Layout) -> Naming | None:
    """The name; None where none is known to be right.

    A name that is there already is taken, the contract's own before others. It counts only if the statement that binds
    it surely runs before the function is defined.
    """
    spot = layout.functions.get(info.node)
    if spot is None:
        return None
    names = [name for name in _names_before(spot) if _is_right(name, info, index)]
    if names:
        return Naming(OUTPUT if OUTPUT in names else names[0])
    is_free = not info.outer.lookup(OUTPUT) and not _is_type_parameter(OUTPUT, info) and not _has_star(index)
    return Naming(OUTPUT, needs_import=True) if is_free and not layout.is_guarded else None


def _names_before(spot: Spot) -> Iterator[str]:
    """What earlier statements call, or may call, ``DataToolOutput``; imports come before other statements."""
    earlier = list(spot.earlier())
    for statement in earlier:
        if isinstance(statement, cst.ImportFrom):
            yield from _names_imported(statement)
    for statement in earlier:
        if isinstance(statement, cst.Import):
            yield from _names_of_modules(statement)
    for statement in earlier:
        if isinstance(statement, cst.Assign) and not is_import(statement):
            yield from (each.target.value for each in statement.targets if isinstance(each.target, cst.Name))


def _names_imported(statement: cst.ImportFrom) -> Iterator[str]:
    for alias in statement.names if not isinstance(statement.names, cst.ImportStar) else ():
        if alias.evaluated_name == OUTPUT:
            yield alias.evaluated_alias or OUTPUT


def _names_of_modules(statement: cst.Import) -> Iterator[str]:
    for alias in statement.names:
        name = alias.evaluated_name
        if name == CONTRACT:
            yield f"{alias.evaluated_alias or name}.{OUTPUT}"
        elif name.startswith(f"{CONTRACT}.") and alias.asname is None:
            yield f"{CONTRACT}.{OUTPUT}"


def _is_right(name: str, info: FunctionInfo, index: ModuleIndex) -> bool:
    """Whether the server will find ``DataToolOutput`` under it."""
    first = name.partition(".")[0]
    node = parse_expression(name)
    if node is None or _is_mangled(first, info.outer) or _is_type_parameter(first, info):
        return False
    bindings = info.outer.lookup(first)
    if first != name and not all(binding.dotted == CONTRACT for binding in bindings):
        return False  # the module's name may stand for something else by then
    homes = {binding.scope for binding in bindings}
    # Text is evaluated with the names of the module alone; what a class binds is seen by its methods' definitions only.
    is_seen = homes == {info.outer.module()} or not (
        index.has_text_annotations or any(home.is_class and home is not info.outer for home in homes)
    )
    return is_seen and judge_annotation(node, info.outer, index.has_text_annotations).verdict is Verdict.GOOD


def _is_mangled(name: str, scope: Scope) -> bool:
    return name.startswith("__") and scope.enclosing_class() is not None


def _is_type_parameter(name: str, info: FunctionInfo) -> bool:
    """``def f[DataToolOutput](): ...``."""
    parameters = info.node.type_parameters if isinstance(info.node, cst.FunctionDef) else None
    return parameters is not None and any(dotted_text(each.param.name) == name for each in parameters.params)


def _has_star(index: ModuleIndex) -> bool:
    """Whether a star import, other than the contract's own, may bring a name of its own."""
    return any(binding.dotted != CONTRACT for binding in index.scope.bindings.get("*", ()))
