"""What the functions of Python's own library give, as far as it matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.results import Literal, Opaque
from mcp_lint.syntax import string_value
from mcp_lint.values import attributes, containers, results_module
from mcp_lint.values.domain import Arguments, Function, Items, Ref, Shape, Values
from mcp_lint.values.escape import havoc
from mcp_lint.values.run import Run
from mcp_lint.values.truth import truth_of

if TYPE_CHECKING:
    from mcp_lint.names import External

# Packages of the standard library whose functions change nothing that they are given.
READING_PACKAGES = frozenset(
    [
        "datetime",
        "decimal",
        "fractions",
        "html",
        "json",
        "logging",
        "math",
        "os",
        "re",
        "statistics",
        "string",
        "sys",
        "textwrap",
        "time",
        "typing",
        "urllib",
        "uuid",
    ]
)
_SETATTR = ("object", "name", "value")
_NEVER_RETURNING = frozenset(
    {"builtins.exit", "builtins.quit", "sys.exit", "os._exit", "os.abort"}
    | {"typing.assert_never", "typing_extensions.assert_never"}
)
# These give none of their arguments another name: at most, they make something new of what is in it.
COPYING = frozenset(
    f"builtins.{name}"
    for name in (
        "dict",
        "list",
        "tuple",
        "set",
        "frozenset",
        "len",
        "print",
        "str",
        "repr",
        "bool",
        "any",
        "all",
        "isinstance",
    )
) | {"builtins.setattr", "json.dumps", "copy.copy", "copy.deepcopy"}

_Handler = Callable[[Run, cst.Call, Arguments], Values]


def ends_the_run(target: External) -> bool:
    """Whether a call of it never comes back."""
    return target.dotted in _NEVER_RETURNING or target.last == "assert_never"


def _gives(kind: str) -> _Handler:
    def handler(run: Run, node: cst.Call, given: Arguments) -> Values:
        havoc(run, [v for v in given.all() if any(isinstance(a, Function) for a in v)], "it is called")
        if kind == "an iterator":
            for values in given.positional:
                containers.leak_items(run, values, "an iterator gives it")
        return (Opaque(run.place(node), kind),)

    return handler


def _dict(run: Run, node: cst.Call, given: Arguments) -> Values:
    made = run.allocate(Shape.DICT, node)
    for values in given.positional[:1]:
        containers.update(run, made.object, values, made.place)
    if given.is_open:
        run.open(made.object, "the arguments of `dict` are not known")
    places = {arg.keyword.value: arg.keyword for arg in node.args if arg.keyword is not None}
    for key, values in given.keywords.items():
        where = run.place(places.get(key, node))
        containers.store(run, made.object, (Literal(where, key),), values, where)
    return (made,)


def _set(run: Run, node: cst.Call, given: Arguments) -> Values:
    is_empty = not given.positional and not given.is_open
    return (Opaque(run.place(node), "an empty set" if is_empty else "a set"),)


def _everything(run: Run, node: cst.Call, given: Arguments) -> Values:
    """``exec``, ``locals`` and the like: all names of the function are within reach."""
    del given
    for name in run.frame.scope.bindings:
        values = run.state.get((run.frame, name))
        if values is not None:
            havoc(run, [values], "code that is not followed can reach it")
            run.bind(name, run.unknown(node, f"`{name}`, within reach of code that is not followed"))
    return run.unknown(node, "code that is not followed")


def _list(run: Run, node: cst.Call, given: Arguments) -> Values:
    if not given.positional and not given.is_open:
        return containers.new_list(run, node, (), is_exact=True)
    if given.is_open or not given.positional:
        return containers.new_list(run, node, (), is_exact=False)
    inside = containers.iterated(run, given.positional[0])
    return containers.new_list(run, node, inside.items, is_exact=inside.is_exact, at_least=inside.at_least)


def _sorted(run: Run, node: cst.Call, given: Arguments) -> Values:
    havoc(run, list(given.keywords.values()), "it is called")
    inside = containers.iterated(run, given.positional[0]) if given.positional else None
    at_least = 0 if inside is None else len(inside.items) + inside.at_least
    if inside is not None:
        havoc(run, inside.items, "it is sorted among others")
    return containers.new_list(run, node, (), is_exact=False, at_least=at_least)


def _tuple(run: Run, node: cst.Call, given: Arguments) -> Values:
    if given.positional:
        inside = containers.iterated(run, given.positional[0])
        if inside.is_exact:
            return (Items(run.place(node), inside.items),)
        havoc(run, inside.items, "it is in a tuple that is not followed")
        return (Opaque(run.place(node), "a tuple"),)
    return (Opaque(run.place(node), "a tuple"),) if given.is_open else (Items(run.place(node), ()),)


def _bool(run: Run, node: cst.Call, given: Arguments) -> Values:
    outcome = truth_of(run, given.positional[0]) if given.positional else None
    return (Opaque(run.place(node), "a bool"),) if outcome is None else (Literal(run.place(node), outcome),)


def _print(run: Run, node: cst.Call, given: Arguments) -> Values:
    del given
    return (Literal(run.place(node), None),)


def _setattr(run: Run, node: cst.Call, given: Arguments) -> Values:
    name = string_value(node.args[1].value) if len(given.positional) == len(_SETATTR) else None
    if name is None or not name.isidentifier():
        havoc(run, given.all(), "it is given to `setattr`")
    else:
        run.aliased.update(atom.object for atom in given.positional[2] if isinstance(atom, Ref))
        attributes.write_field(run, node, given.positional[0], name, given.positional[2])
    return (Literal(run.place(node), None),)


def _copy(run: Run, node: cst.Call, given: Arguments) -> Values:
    return containers.copied(run, node, given.positional[0]) if given.positional else run.unknown(node, "a copy")


def _deep_copy(run: Run, node: cst.Call, given: Arguments) -> Values:
    return containers.deep_copied(run, node, given.positional[0]) if given.positional else run.unknown(node, "a copy")


def _cast(run: Run, node: cst.Call, given: Arguments) -> Values:
    value = given.get("val", 1)
    return value or run.unknown(node, "`cast`")


def _identity(run: Run, node: cst.Call, given: Arguments) -> Values:
    return given.positional[0] if given.positional else run.unknown(node, "a call")


def _either(run: Run, node: cst.Call, given: Arguments) -> Values:
    havoc(run, [*given.keywords.values(), *given.positional[1:]], "`max` and the like give one of several")
    for values in given.positional[:1]:
        containers.leak_items(run, values, "one of several is taken")
    return run.unknown(node, "`max` or `min`")


_KINDS = {
    "a string": "str repr format ascii chr input bin hex oct",
    "a number": "int float complex len ord hash id",
    "a bool": "isinstance issubclass any all callable hasattr",
    "bytes": "bytes bytearray",
    "an iterator": "enumerate zip map filter range reversed iter",
    "an object": "object",
    "an exception": (
        "Exception ValueError TypeError LookupError KeyError IndexError RuntimeError OSError ArithmeticError "
        "AttributeError NotImplementedError"
    ),
}
BUILTINS: dict[str, _Handler] = {
    **{f"builtins.{name}": _gives(kind) for kind, names in _KINDS.items() for name in names.split()},
    **dict.fromkeys(("builtins.max", "builtins.min", "builtins.sum", "builtins.round", "builtins.abs"), _either),
    **dict.fromkeys(("builtins.set", "builtins.frozenset"), _set),
    **dict.fromkeys(
        ("builtins.exec", "builtins.eval", "builtins.locals", "builtins.vars", "builtins.globals"), _everything
    ),
    "builtins.dict": _dict,
    "builtins.list": _list,
    "builtins.sorted": _sorted,
    "builtins.tuple": _tuple,
    "builtins.bool": _bool,
    "builtins.print": _print,
    "builtins.setattr": _setattr,
    "copy.copy": _copy,
    "copy.deepcopy": _deep_copy,
    "typing.cast": _cast,
    "typing_extensions.cast": _cast,
    "json.dumps": _gives("a string"),
    "textwrap.dedent": _gives("a string"),
    "types.MappingProxyType": _identity,
    "mcp_server.results.text_result": results_module.text_result,
    "mcp_server.results.force_result": results_module.force_result,
}
