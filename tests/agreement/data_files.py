"""Import a data file with a real registry in its reach, and find its tools."""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any
from unittest import mock

from mcp_server import Registry
from mcp_server.annotation_check import check_annotation
from mcp_server.callables import plain_function

from .stand_ins import Anything, Stage, standing_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MODULE = "plugin.module"
DATA = Path(__file__).resolve().parents[1] / "data"
_FunctionNode = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(slots=True)
class Imported:
    """A data file that has run: what it registered, what it holds, and the lines of decorators without parentheses.

    ``tools``: the functions that are data tools by their annotation, by the line where each begins with its decorators.
    """

    path: Path
    tree: ast.Module
    registry: Registry
    stage: Stage
    tools: dict[int, Callable[..., Any]] = field(default_factory=dict)
    bare: set[int] = field(default_factory=set)
    skipped: list[str] = field(default_factory=list)
    registries: list[Registry] = field(default_factory=list)


def import_file(path: Path, registry_names: tuple[str, ...], bare_lines: set[int]) -> Imported:
    """Run a file's statements one by one, then its functions and classes that take a registry.

    A statement that raises is left out, as those below it do not need it. ``bare_lines``: decorators that the linter
    calls MCP003; each must raise, and is left out too.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    registry = Registry("data")
    imported = Imported(path, tree, registry, Stage(), registries=[registry])
    with ExitStack() as stack:
        stack.enter_context(standing_in(imported.stage, imported.registry, registry_names))
        stack.enter_context(redirect_stdout(StringIO()))
        stack.enter_context(_noting(imported))
        namespace = _run(imported, registry_names, bare_lines)
        for value in list(namespace.values()):
            _give_registry(imported, value)
        _find_tools(imported, namespace)
    return imported


@contextmanager
def _noting(imported: Imported) -> Iterator[None]:
    """Note every registry that the file makes, and every function that it gives to one."""
    make, tool = Registry.__init__, Registry.tool

    def note_registry(self: Registry, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        imported.registries.append(self)

    def note_tool(self: Registry, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        register = tool(self, *args, **kwargs)

        def take(fn: Any) -> Any:
            _take(imported, fn)
            return register(fn)

        return take

    with mock.patch.multiple(Registry, __init__=note_registry, tool=note_tool):
        yield


def _run(imported: Imported, registry_names: tuple[str, ...], bare_lines: set[int]) -> dict[str, Any]:
    tree = ast.fix_missing_locations(_Bare(bare_lines).visit(ast.parse(imported.path.read_text(encoding="utf-8"))))
    namespace: dict[str, Any] = {"__name__": MODULE, "__package__": "plugin", "_bare": _must_raise(imported)}
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    namespace.update((name, imported.registry) for name in registry_names if name not in bound)
    uses_text = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    flags = __future__.annotations.compiler_flag if uses_text else 0
    module = ModuleType(MODULE)
    module.__dict__.update(namespace)
    sys.modules[MODULE] = module  # where dataclasses look
    try:
        _run_each(imported, tree, module.__dict__, flags)
    finally:
        del sys.modules[MODULE]
    return module.__dict__


def _run_each(imported: Imported, tree: ast.Module, namespace: dict[str, Any], flags: int) -> None:
    for statement in tree.body:
        alone = ast.Module([statement], [])
        try:
            exec(compile(alone, str(imported.path), "exec", flags, dont_inherit=True), namespace)  # noqa: S102
        except Exception as error:  # a data file may do anything
            imported.skipped.append(f"{statement.lineno}: {type(error).__name__}: {error}")


def _must_raise(imported: Imported) -> Callable[[int, Any], Callable[[Any], Any]]:
    def wrap(line: int, decorator: Any) -> Callable[[Any], Any]:
        def decorate(fn: Any) -> Any:
            try:
                decorator(fn)
            except TypeError as error:
                if str(error).startswith("MCP003"):
                    imported.bare.add(line)
            return fn

        return decorate

    return wrap


class _Bare(ast.NodeTransformer):
    """Notes what decorators without parentheses do, and goes on."""

    def __init__(self, lines: set[int]) -> None:
        self._lines = lines

    def _function(self, node: Any) -> Any:
        self.generic_visit(node)
        for index, decorator in enumerate(node.decorator_list):
            if decorator.lineno in self._lines and not isinstance(decorator, ast.Call):
                given = [ast.Constant(decorator.lineno), decorator]
                wrapped = ast.Call(ast.Name("_bare", ast.Load()), given, [])
                node.decorator_list[index] = ast.copy_location(wrapped, decorator)
        return node

    visit_FunctionDef = _function  # noqa: N815 - the names that ast looks for
    visit_AsyncFunctionDef = _function  # noqa: N815


def _give_registry(imported: Imported, value: Any) -> None:
    """Call what registers on a parameter: plugins' `register_tools(mcp)`, and classes that get a registry."""
    taker = value.__init__ if inspect.isclass(value) else value
    function = plain_function(taker)
    if function is None or function.__code__.co_filename != str(imported.path):
        return
    node = _node_at(imported.tree, function.__code__.co_firstlineno)
    wanted = _registries_among_parameters(node) if node is not None else set()
    if not wanted:
        return
    own = [name for name in inspect.signature(taker).parameters if name != "self"]
    given = {name: imported.registry if name in wanted else Anything(imported.stage) for name in own}
    with suppress(Exception):
        made = value(**given)
        _take_methods(imported, made)


def _node_at(tree: ast.AST, line: int) -> Any:
    return next((node for node in functions_of(tree) if first_line(node) == line), None)


def functions_of(tree: ast.AST) -> Iterator[Any]:
    """Every function of a file, lambdas included."""
    return (node for node in ast.walk(tree) if isinstance(node, _FunctionNode))


def first_line(node: Any) -> int:
    """The line where a function begins, with its decorators: that of its code object."""
    lines: list[int] = [node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))]
    return min(lines)


def _registries_among_parameters(node: Any) -> set[str]:
    parameters = {arg.arg for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    used = {
        inner.value.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and inner.attr == "tool" and isinstance(inner.value, ast.Name)
    }
    return parameters & (used | {"registry", "mcp"})


def _find_tools(imported: Imported, namespace: dict[str, Any]) -> None:
    for value in list(namespace.values()):
        _take(imported, value)
        if inspect.isclass(value) and value.__module__ == MODULE:
            with suppress(Exception):
                _take_methods(imported, value())


def _take_methods(imported: Imported, owner: object) -> None:
    for name in dir(type(owner)):
        if not name.startswith("__"):
            _take(imported, getattr(owner, name, None))


def _take(imported: Imported, value: Any) -> None:
    function = plain_function(value) if callable(value) and not isinstance(value, Anything) else None
    if isinstance(function, FunctionType) and function.__code__.co_filename == str(imported.path):
        with suppress(Exception):
            if check_annotation(value) is None:
                imported.tools.setdefault(function.__code__.co_firstlineno, value)
