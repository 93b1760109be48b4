"""Places where a name is only read: a constant of the module is trusted only if nothing else is done with it.

Other functions than the one being followed can change a list or dict that has a name in the module. So each mention of
the name must be one of these; whatever is not listed here (an alias, a call, a default) makes its inside unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from mcp_lint.index import ModuleIndex
    from mcp_lint.names import Scope

# Calls that only look at what they are given. What else is called with a module's list may fill it.
READING_FUNCTIONS = frozenset(
    {
        *("len", "print", "str", "repr", "sorted", "list", "dict", "tuple", "set", "frozenset"),
        *("sum", "min", "max", "any", "all", "enumerate", "zip", "isinstance", "iter"),
        *("copy", "deepcopy", "dumps", "cast"),
    }
)
_READING_METHODS = frozenset({"copy", "keys", "index", "count"})
_SHOWING_METHODS = frozenset({"get", "values", "items"})
# Whoever calls one of these can reach every name.
REACHING_ALL = ("globals", "exec", "eval", "vars")
_Reads = Iterator[tuple[cst.CSTNode | None, bool]]


def note_reads(index: ModuleIndex, reads: _Reads) -> None:
    """Count the names that a node only reads; apart, those of which it shows the items, which can be changed."""
    for read, is_showing in reads:
        if type(read) is cst.Name:
            (index.showing if is_showing else index.reads)[read.value] += 1


def is_reading(callee: str) -> bool:
    """Whether a call leaves its arguments as they are: of a known function, or of a class."""
    last = callee.rpartition(".")[2]
    return last in READING_FUNCTIONS or last[:1].isupper()


def _call(node: cst.CSTNode, _: Scope) -> _Reads:
    assert isinstance(node, cst.Call)
    func = node.func
    name = func.value if type(func) is cst.Name else func.attr.value if type(func) is cst.Attribute else ""
    for arg in node.args:
        if arg.star or is_reading(name) or name in {"join", "format"}:
            # What makes a list of it, or gets it item by item, has the items in its hands.
            yield arg.value, bool(arg.star) or name in READING_FUNCTIONS
    if type(func) is cst.Attribute and name in _READING_METHODS | _SHOWING_METHODS:
        yield func.value, name in _SHOWING_METHODS or name == "copy"


def _dict_element(node: cst.CSTNode, scope: Scope) -> _Reads:
    assert isinstance(node, cst.DictElement)
    if scope.is_function:  # in the module, the dict is another name for it
        yield node.value, False


def _return(node: cst.CSTNode, scope: Scope) -> _Reads:
    assert isinstance(node, cst.Return)
    function = scope.node
    if isinstance(function, cst.FunctionDef) and (function.returns is not None or function.decorators):
        yield node.value, False  # most likely a tool: what it returns goes to the client


def _showing(name: str) -> Callable[[cst.CSTNode, Scope], _Reads]:
    def reader(node: cst.CSTNode, _: Scope) -> _Reads:
        yield getattr(node, name), True

    return reader


def _reading(name: str) -> Callable[[cst.CSTNode, Scope], _Reads]:
    def reader(node: cst.CSTNode, _: Scope) -> _Reads:
        yield getattr(node, name), False

    return reader


def _binary(node: cst.CSTNode, _: Scope) -> _Reads:
    assert isinstance(node, cst.BinaryOperation)
    yield node.left, True
    yield node.right, True


def _comparison(node: cst.CSTNode, _: Scope) -> _Reads:
    assert isinstance(node, cst.Comparison)
    yield node.left, False
    for comparison in node.comparisons:
        yield comparison.comparator, False


# What a node of each type reads; those of other types read nothing, or not only read it.
READERS: dict[type, Callable[[cst.CSTNode, Scope], _Reads]] = {
    cst.Call: _call,
    cst.DictElement: _dict_element,
    cst.Return: _return,
    cst.StarredDictElement: _showing("value"),
    cst.StarredElement: _showing("value"),
    cst.Subscript: _showing("value"),
    cst.For: _showing("iter"),
    cst.CompFor: _showing("iter"),
    cst.BinaryOperation: _binary,
    cst.Comparison: _comparison,
    cst.FormattedStringExpression: _reading("expression"),
    cst.If: _reading("test"),
    cst.IfExp: _reading("test"),
    cst.While: _reading("test"),
    cst.UnaryOperation: _reading("expression"),
}
