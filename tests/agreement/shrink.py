"""Make a program on which the halves disagree as small as it can be: delete what can go, and keep the disagreement."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .comparison import compare
from .execution import runs_of
from .programs import Program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .comparison import Disagreement
    from .scope import Profile

Edit = Callable[[], object]
_LEAVES = (ast.Break, ast.Return, ast.Raise)


def shrink(found: Disagreement, profile: Profile) -> Disagreement:
    """The same kind of disagreement in a program from which no statement or part of an expression can be deleted."""
    smaller: Disagreement | None = found
    while smaller is not None:
        found = smaller
        smaller = next(
            (same for source in _smaller(found.program.source) if (same := _still(found, source, profile))), None
        )
    return found


def _still(found: Disagreement, source: str, profile: Profile) -> Disagreement | None:
    program = Program(source, found.program.values)
    try:
        compile(source, "program", "exec")
        others = compare(program, profile)
        if None in runs_of(program) and None not in runs_of(found.program):
            return None
    except (SyntaxError, LookupError):
        return None
    except Exception:  # the module itself does not run any more
        return None
    return next((other for other in others if other.kind == found.kind), None)


def _smaller(source: str) -> Iterator[str]:
    """The program with one thing less, the big ones first."""
    count = len(list(_edits(ast.parse(source))))
    for number in range(count):
        tree = ast.parse(source)
        edit = list(_edits(tree))[number]
        edit()
        shorter = ast.unparse(tree) + "\n"
        if len(shorter) < len(source) and _ends(tree):
            yield shorter


def _ends(tree: ast.AST) -> bool:
    """Whether no `while` can go on for ever: each ends by leaving, and nothing in it goes back to its head."""
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            if not node.body or not isinstance(node.body[-1], _LEAVES):
                return False
            if any(isinstance(inner, ast.Continue) for inner in ast.walk(node)):
                return False
    return True


def _edits(tree: ast.AST) -> Iterator[Edit]:
    """What can be done to the functions of a program; imports and constants stay, since names must."""
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for owner in [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef))]:
        yield from (partial(owner.body.remove, node) for node in owner.body if node in functions)
    inner = list(dict.fromkeys(node for function in functions for node in ast.walk(function)))
    for node in inner:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                yield from _deletions(statements)
    for node in inner:
        yield from _simplifications(node)


def _deletions(statements: list[ast.AST]) -> Iterator[Edit]:
    for index, statement in enumerate(statements):
        yield partial(operator.delitem, statements, index)
        for part in ("body", "orelse", "finalbody"):
            inner = getattr(statement, part, None)
            if isinstance(inner, list) and inner and not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                yield partial(operator.setitem, statements, slice(index, index + 1), inner)


def _simplifications(node: ast.AST) -> Iterator[Edit]:
    for name, value in ast.iter_fields(node):
        yield from (partial(setattr, node, name, part) for part in _parts(value))
        if isinstance(value, list) and value and isinstance(value[0], (ast.expr, ast.keyword)):
            yield from _of_items(node, value)


def _of_items(node: ast.AST, items: list[ast.expr]) -> Iterator[Edit]:
    for index, item in enumerate(items):
        yield from (partial(operator.setitem, items, index, part) for part in _parts(item))
        if isinstance(node, ast.Dict):
            yield partial(_delete_pair, node, index)
        elif isinstance(node, (ast.Call, ast.List)):
            yield partial(operator.delitem, items, index)


def _delete_pair(node: ast.Dict, index: int) -> None:
    del node.keys[index], node.values[index]


def _parts(value: object) -> list[ast.expr]:
    """The expressions that can stand for a larger one."""
    if isinstance(value, ast.IfExp):
        return [value.body, value.orelse]
    if isinstance(value, ast.BinOp):
        return [value.left, value.right]
    if isinstance(value, ast.BoolOp):
        return list(value.values)
    if isinstance(value, (ast.NamedExpr, ast.Subscript)):
        return [value.value]
    # A loop goes over `list(...)` where its body changes what is in it.
    is_listed = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "list"
    return list(value.args) if isinstance(value, ast.Call) and not is_listed else []
