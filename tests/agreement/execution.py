"""Run a program with every input, and say of each run by which ``return`` it left and what the runtime makes of that.

The program that runs is the text that was linted, with probes put in by :class:`_Probes`: they note which `return` of
the tool, and which arm of a conditional expression, a run takes, and change nothing else. What is returned is judged
when the call is over, as the server does, with the registry's own `check_result`.
"""

from __future__ import annotations

import ast
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mcp.types import CallToolResult
from pydantic import ValidationError

from mcp_server.result_check import check_result
from mcp_server.unbuilt_result import check_unbuilt

from .programs import TOOL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .programs import Program

# A place in the program: line and column.
Place = tuple[int, int]
# What a run that ends without `return` leaves by.
END = 0
_GOOD = "https://example.org/good"


@dataclass(frozen=True, slots=True)
class Run:
    """One call of the tool that gave a result.

    ``line``: of the ``return``; `END` for the end of the function. ``returned_arm``: which arm of a conditional
    expression was returned; ``structured_arm``: which one was the structured content, after the place of the whole.
    ``codes``: what the runtime says of the result; ``is_unbuilt``: pydantic has refused it, so that only what pydantic
    minds is known.
    """

    line: int
    returned_arm: Place | None
    structured_arm: tuple[Place, Place] | None
    codes: frozenset[str]
    is_unbuilt: bool = False


@dataclass(slots=True)
class _Trace:
    """What the probes have seen in one run."""

    line: int = END
    value: object = None
    returned_arm: Place | None = None
    structured_arm: tuple[Place, Place] | None = None
    returned: object = None
    unbuilt: frozenset[str] | None = None
    arms: dict[int, tuple[Place, Place] | None] = field(default_factory=dict)
    alive: list[object] = field(default_factory=list)

    def enter(self, place: Place) -> None:
        self.returned_arm = place

    def choose(self, whole: Place, place: Place, value: object) -> object:
        self.structured_arm = whole, place
        return value

    def built(self, result: object) -> object:
        self.arms[id(result)] = self.structured_arm
        self.alive.append(result)
        return result

    def cleared(self, result: object) -> None:
        self.arms.pop(id(result), None)

    def copied(self, owner: Any, **options: Any) -> object:
        copy = owner.model_copy(**options)
        if "structured_content" not in options.get("update", ()):
            self.arms[id(copy)] = self.arms.get(id(owner))
            self.alive.append(copy)
        return copy

    def leave(self, line: int, value: object) -> object:
        self.line, self.returned, self.unbuilt = line, value, None
        return value

    def fail(self, line: int, error: ValidationError) -> None:
        self.line, self.unbuilt = line, frozenset(problem.code for problem in check_unbuilt(error))


# What stands for `return ...`; the value is put in.
_RETURN = """\
try:
    probe.value = ...
except ValidationError as probe_error:
    probe.fail({line}, probe_error)
    raise
probe.leave({line}, probe.value)
"""


class _Probes(ast.NodeTransformer):
    """Puts calls of `probe` into a program, where something is to be noted."""

    def __init__(self) -> None:
        self._is_tool = [False]

    def _function(self, node: Any) -> Any:
        self._is_tool.append(node.name == TOOL)
        self.generic_visit(node)
        self._is_tool.pop()
        return node

    visit_FunctionDef = _function  # noqa: N815 - the names that ast looks for
    visit_AsyncFunctionDef = _function  # noqa: N815

    def visit_Return(self, node: ast.Return) -> Any:
        place = node.lineno
        self.generic_visit(node)
        if not self._is_tool[-1]:
            return node
        guard, leave = ast.parse(_RETURN.format(line=place)).body
        assert isinstance(guard, ast.Try)
        assert isinstance(guard.body[0], ast.Assign)
        guard.body[0].value = ast.Constant(None) if node.value is None else _returned_arms(node.value)
        return [guard, ast.Return(leave.value)] if isinstance(leave, ast.Expr) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "model_copy":
            return ast.copy_location(ast.Call(_probe("copied"), [node.func.value], node.keywords), node)
        if isinstance(node.func, ast.Name) and node.func.id == "CallToolResult":
            for keyword in node.keywords:
                if keyword.arg in {"structuredContent", "structured_content"} and isinstance(keyword.value, ast.IfExp):
                    keyword.value = _structured_arms(keyword.value, _place(keyword.value))
                    return ast.copy_location(ast.Call(_probe("built"), [node], []), node)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target = node.targets[0]
        if not isinstance(target, ast.Attribute) or target.attr != "structured_content":
            return node
        note = "cleared"
        if isinstance(node.value, ast.IfExp):
            node.value, note = _structured_arms(node.value, _place(node.value)), "built"
        return [node, ast.Expr(ast.Call(_probe(note), [ast.Name(ast.unparse(target.value), ast.Load())], []))]


def arms_of(source: str) -> dict[Place, frozenset[Place]]:
    """The conditional expressions of a program, each with its arms, those of nested ones included."""
    wholes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.IfExp)]
    return {(whole.lineno, whole.col_offset): frozenset(_leaves(whole)) for whole in wholes}


def _leaves(node: ast.expr) -> Iterator[Place]:
    if isinstance(node, ast.IfExp):
        yield from _leaves(node.body)
        yield from _leaves(node.orelse)
    else:
        yield node.lineno, node.col_offset


def _probe(name: str) -> ast.expr:
    return ast.Attribute(ast.Name("probe", ast.Load()), name, ast.Load())


def _place(node: ast.expr) -> ast.expr:
    return ast.Tuple([ast.Constant(node.lineno), ast.Constant(node.col_offset)], ast.Load())


def _returned_arms(node: ast.expr) -> ast.expr:
    """Note each arm of a conditional expression, nested ones included, before it is worked out: it may raise."""
    if isinstance(node, ast.IfExp):
        node.body, node.orelse = _returned_arms(node.body), _returned_arms(node.orelse)
        return node
    entered = ast.Call(_probe("enter"), [_place(node)], [])
    return ast.Subscript(ast.Tuple([entered, node], ast.Load()), ast.Constant(1), ast.Load())


def _structured_arms(node: ast.expr, whole: ast.expr) -> ast.expr:
    """Note each arm of a conditional expression once it is worked out."""
    if isinstance(node, ast.IfExp):
        node.body, node.orelse = _structured_arms(node.body, whole), _structured_arms(node.orelse, whole)
        return node
    return ast.Call(_probe("choose"), [whole, _place(node), node], [])


class _Raised(Exception):  # noqa: N818 - nothing is wrong
    """A run has ended in the program's own ``raise``."""


# What a function does that the program calls and nobody can follow: nothing, or all that it can to make things right.


def _gives_back(value: object) -> object:
    return value


def _repairs(value: object) -> object:
    if isinstance(value, dict):
        value.clear()
        value["sources"] = [_GOOD]
    elif isinstance(value, list):
        value.append(_GOOD)
    elif isinstance(value, CallToolResult):
        value.structured_content, value.is_error = {"sources": [_GOOD]}, False
    return value


def _raises(value: object) -> object:
    raise LookupError(value)


BEHAVIOURS: tuple[Callable[[object], object], ...] = (_gives_back, _repairs, _raises)


def runs_of(program: Program) -> list[Run | None]:
    """Every run of the tool, one for each input and each way of functions out of sight; None for one that breaks off.

    A run that ends in the program's own ``raise`` is none of them.
    """
    tree = ast.fix_missing_locations(_Probes().visit(ast.parse(program.source)))
    code = compile(tree, "program", "exec")
    is_wide = "fetch(" in program.source
    found: list[Run | None] = []
    for behaviour in BEHAVIOURS if is_wide else BEHAVIOURS[:1]:
        with _elsewhere(behaviour):
            for given in program.inputs:
                with suppress(_Raised):
                    found.append(_run(code, given))
    return found


def _run(code: Any, given: Iterable[object]) -> Run | None:
    """Call the tool in a module of its own, so that no run sees what another one left behind."""
    trace = _Trace()
    namespace: dict[str, Any] = {"__name__": "program", "probe": trace, "ValidationError": ValidationError}
    exec(code, namespace)  # noqa: S102 - the program was written here
    owner = namespace.get("Plugin")
    tool = namespace[TOOL] if owner is None else getattr(owner(), TOOL)
    try:
        result = _awaited(tool(*given))
    except ValidationError:
        return None if trace.unbuilt is None else Run(trace.line, trace.returned_arm, None, trace.unbuilt, True)
    except Exception as error:  # whatever it is, it is the tool's
        if type(error) is NameError:  # the program was written wrong
            raise
        if type(error) is LookupError:
            raise _Raised from error
        return None
    if result is not trace.returned:
        return Run(END, None, None, _codes(result))
    return Run(trace.line, trace.returned_arm, trace.arms.get(id(result)), _codes(result))


def tool_of(program: Program) -> Any:
    """The tool of a program as it is, without probes."""
    namespace: dict[str, Any] = {"__name__": "program"}
    with _elsewhere(_gives_back):
        exec(compile(program.source, "program", "exec"), namespace)  # noqa: S102 - the program was written here
    owner = namespace.get("Plugin")
    return namespace[TOOL] if owner is None else getattr(owner(), TOOL)


@contextmanager
def _elsewhere(behaviour: Callable[[object], object]) -> Iterator[None]:
    """Let programs import what nobody can follow; afterwards it is gone."""
    stub = ModuleType("elsewhere")
    stub.__dict__["fetch"] = behaviour
    sys.modules["elsewhere"] = stub
    try:
        yield
    finally:
        del sys.modules["elsewhere"]


def _awaited(value: Any) -> object:
    """Run a coroutine to its end; nothing in a program waits."""
    if not hasattr(value, "send"):
        return value
    try:
        value.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("a program waits")


def _is_of_errors(field: str) -> bool:
    return field.startswith("content") or field == "structuredContent"


def _codes(result: object) -> frozenset[str]:
    """What the runtime says; of what is in an error's payload it only says that it must be JSON."""
    if isinstance(result, CallToolResult) and result.is_error:
        return frozenset(each.code for each in check_result(result) if _is_of_errors(each.field))
    return frozenset(problem.code for problem in check_result(result))
