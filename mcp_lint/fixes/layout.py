"""Which statements surely run before a function is defined, and where the file has room for an import."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import children, dotted_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CONTRACT = "mcp_server"
# `with suppress(ImportError):` does what `try` does.
_GUARDS = (cst.Try, cst.TryStar, cst.With)
_BLOCKS = (cst.Module, cst.IndentedBlock)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where a statement stands: the blocks around it, outermost first, each with its index in there."""

    blocks: tuple[tuple[Sequence[cst.CSTNode], int], ...] = ()
    is_inside_guard: bool = False

    def earlier(self) -> Iterator[cst.CSTNode]:
        """The simple statements that have run when this one is reached, the first one first."""
        for statements, index in self.blocks:
            for statement in statements[:index]:
                if isinstance(statement, cst.SimpleStatementLine):
                    yield from statement.body


@dataclass(slots=True, eq=False)
class Layout:
    """What one walk of a module finds out.

    ``functions``: where each ``def`` stands. ``is_guarded``: the contract is imported in a ``try``, or in a ``with``,
    somewhere, so the file may be meant to work without it.
    """

    module: cst.Module
    functions: dict[cst.CSTNode, Spot] = field(default_factory=dict)
    is_guarded: bool = False

    def imports(self, functions: Iterable[cst.CSTNode]) -> Iterator[cst.SimpleStatementLine]:
        """The imports of the module itself, under no condition, that run before any of the functions is defined."""
        first = min(self.functions[function].blocks[0][1] for function in functions)
        for statement in self.module.body[:first]:
            if isinstance(statement, cst.SimpleStatementLine) and any(map(is_import, statement.body)):
                yield statement


def layout_of(module: cst.Module) -> Layout:
    """Walk the module; the stack is explicit, as everywhere."""
    layout = Layout(module)
    stack: list[tuple[cst.CSTNode, Spot]] = [(module, Spot())]
    while stack:
        node, spot = stack.pop()
        if isinstance(node, cst.FunctionDef):
            layout.functions[node] = spot
        elif spot.is_inside_guard and is_import(node):
            layout.is_guarded |= any(name.partition(".")[0] == CONTRACT for name in imported_modules(node))
        stack += _below(node, spot)
    return layout


def _below(node: cst.CSTNode, spot: Spot) -> list[tuple[cst.CSTNode, Spot]]:
    is_inside_guard = spot.is_inside_guard or isinstance(node, _GUARDS)
    if isinstance(node, _BLOCKS):
        return [
            (statement, Spot((*spot.blocks, (node.body, index)), is_inside_guard))
            for index, statement in enumerate(node.body)
        ]
    inside = Spot(spot.blocks, is_inside_guard) if is_inside_guard != spot.is_inside_guard else spot
    return [(child, inside) for child in children(node)]


def is_import(node: cst.CSTNode) -> bool:
    """Whether it is one of the two statements that import."""
    return isinstance(node, (cst.Import, cst.ImportFrom))


def imported_modules(node: cst.CSTNode) -> list[str]:
    """The modules that an import names, relative ones with their dots; none for any other statement."""
    if isinstance(node, cst.Import):
        return [dotted_text(alias.name) or "" for alias in node.names]
    if isinstance(node, cst.ImportFrom):
        return ["." * len(node.relative) + (dotted_text(node.module) or "")]
    return []
