"""Method calls: those of dicts, lists, results, models and strings."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from mcp_lint.contract import SOURCES
from mcp_lint.results import Literal, Missing, Opaque
from mcp_lint.syntax import dotted_text
from mcp_lint.values import arguments, attributes, calls, containers, expressions
from mcp_lint.values.domain import Arguments, Atom, Contents, Object, Ref, Shape, Values, join
from mcp_lint.values.escape import havoc
from mcp_lint.values.run import ITEMS, Run
from mcp_lint.values.truth import truth_of

_PAIR = 2
_LOGGING = frozenset(["debug", "info", "warning", "warn", "error", "exception", "critical", "log"])
_STRING_METHODS = frozenset(
    [
        "capitalize",
        "casefold",
        "center",
        "expandtabs",
        "format",
        "format_map",
        "join",
        "ljust",
        "lower",
        "lstrip",
        "removeprefix",
        "removesuffix",
        "replace",
        "rjust",
        "rstrip",
        "strip",
        "swapcase",
        "title",
        "translate",
        "upper",
        "zfill",
    ]
)
_LISTING_METHODS = frozenset(["split", "rsplit", "splitlines"])
_READING_METHODS = frozenset(
    ["count", "index", "keys", "values", "items", "get", "copy", "model_dump", "model_dump_json"]
)


def call_method(run: Run, node: cst.Call, func: cst.Attribute) -> Values:
    """What ``owner.name(...)`` gives, and does to the owner."""
    owners = expressions.evaluate_unaliased(run, func.value)
    given = arguments.evaluate_arguments(run, node)
    if isinstance(func.value, cst.Name) and func.attr.value not in _READING_METHODS:
        run.state.forget(func.value.value)
    if not any(isinstance(atom, Ref) for atom in owners) and not all(_is_string(atom) for atom in owners):
        return _of_unknown(run, node, func, owners, given)
    is_weak = attributes.is_one_of_several(run, owners)
    name = func.attr.value
    return join([_method(run, node, atom, name, given, is_weak=is_weak) for atom in owners])


def _is_string(atom: object) -> bool:
    if isinstance(atom, Literal):
        return isinstance(atom.value, str)
    return isinstance(atom, Opaque) and atom.kind == "a string"


def _of_unknown(run: Run, node: cst.Call, func: cst.Attribute, owners: Values, given: Arguments) -> Values:
    if func.attr.value in _LOGGING:
        return run.unknown(node, f"`{dotted_text(func) or func.attr.value}`")
    havoc(run, [owners], "a method of it is called")
    return calls.not_followed(run, node, given)


_Method = Callable[[Run, cst.Call, Object, Arguments, bool], Values]


def _method(run: Run, node: cst.Call, atom: Atom, name: str, given: Arguments, *, is_weak: bool) -> Values:
    if _is_string(atom):
        return _of_string(run, node, name)
    known = _METHODS.get((atom.object.shape, name)) if isinstance(atom, Ref) else None
    if known is not None and isinstance(atom, Ref):
        return known(run, node, atom.object, given, is_weak)
    havoc(run, [(atom,), *given.all()], f"`.{name}` is called")
    return run.unknown(node, f"`.{name}`")


def _of_string(run: Run, node: cst.Call, name: str) -> Values:
    if name in _STRING_METHODS:
        return (Opaque(run.place(node), "a string"),)
    if name in _LISTING_METHODS:
        return containers.new_list(run, node, (), is_exact=False)
    return (Opaque(run.place(node), "bytes"),) if name == "encode" else run.unknown(node, f"`.{name}`")


def _none(run: Run, node: cst.Call) -> Values:
    return (Literal(run.place(node), None),)


def _update(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    if given.is_open:
        containers.open_dict(run, owner, "it is updated with something that is not followed")
    for values in given.positional[:1]:
        containers.update(run, owner, values, run.place(node.args[0].value), is_weak=is_weak)
    places = {arg.keyword.value: arg.keyword for arg in node.args if arg.keyword is not None}
    for key, values in given.keywords.items():
        where = run.place(places.get(key, node))
        containers.store(run, owner, (Literal(where, key),), values, where, is_weak=is_weak)
    return _none(run, node)


def _set_item(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    if len(given.positional) == _PAIR:
        where = run.place(node.args[0].value)
        containers.store(run, owner, given.positional[0], given.positional[1], where, is_weak=is_weak)
    return _none(run, node)


def _set_default(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    key = given.positional[0] if given.positional else run.unknown(node, "a key")
    default = given.positional[1] if len(given.positional) > 1 else _none(run, node)
    name = containers.key_of(key)
    if name is None:
        containers.store(run, owner, key, default, run.place(node), is_weak=is_weak)
        return run.unknown(node, "a key that is not a constant")
    found = run.take(owner, name)
    given_before = tuple(atom for atom in found if not isinstance(atom, Missing))
    if len(given_before) < len(found):
        new = join([given_before, default])
        run.put(owner, name, join([found, default]) if is_weak else new, run.place(node.args[0].value))
        return new
    return given_before


def _get(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del is_weak
    if not given.positional:
        return run.unknown(node, "`get`")
    default = given.positional[1] if len(given.positional) > 1 else _none(run, node)
    return containers.get(run, owner, given.positional[0], default)


def _pop(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    key = given.positional[0] if given.positional else ()
    name = containers.key_of(key)
    if name is None:
        containers.open_dict(run, owner, "a key that is not a constant is removed")
        return run.unknown(node, "`pop`")
    found = containers.get(run, owner, key, given.positional[1] if len(given.positional) > 1 else ())
    missing = (Missing(run.place(node)),)
    if name in owner.keys or owner.shape is Shape.DICT:
        run.put(owner, name, join([run.take(owner, name), missing]) if is_weak else missing, run.place(node))
    return found


def _clear(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del given
    if is_weak:
        containers.open_dict(run, owner, "it may be cleared")
        return _none(run, node)
    missing = (Missing(run.place(node)),)
    run.write((owner, None), missing)
    for key in owner.keys:
        run.write((owner, key), missing)
    return _none(run, node)


def _copy(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    """``.copy()``, and pydantic's ``.model_copy(update=..., deep=...)``."""
    del is_weak
    is_deep = truth_of(run, given.get("deep") or ()) if "deep" in given.keywords else False
    copied = containers.deep_copied if is_deep else containers.copied
    values = copied(run, node, (Ref(run.place(node), owner),))
    if is_deep is None:
        havoc(run, [values], "it is copied in a way that is not followed")
    changes = given.get("update")
    made = values[0]
    if changes is not None and isinstance(made, Ref):
        _apply_changes(run, made.object, changes)
    return values


def _apply_changes(run: Run, made: Object, changes: Values) -> None:
    only = changes[0] if len(changes) == 1 else None
    known = isinstance(only, Ref) and only.object.shape is Shape.DICT
    rest = run.state.get((only.object, None)) if isinstance(only, Ref) else None
    if not known or any(not isinstance(atom, Missing) for atom in rest or ()):
        havoc(run, [(Ref(made.place, made),)], "it is copied with changes that are not followed")
        return
    assert isinstance(only, Ref)
    for key in only.object.keys:
        field = attributes.field_of(run, made, key)
        if field is not None:
            run.put(made, field, run.take(only.object, key), only.place)


def _view(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del given, is_weak
    containers.leak_items(run, (Ref(run.place(node), owner),), "a view shows it")
    return (Opaque(run.place(node), "a dict view"),)


def _none_if_missing(run: Run, node: cst.Call, values: Values) -> Values:
    return _none(run, node) if any(isinstance(atom, Missing) for atom in values) else ()


def _dump(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    """``ValidationModel(...).model_dump()``: every field is there, those that were not given as None."""
    del is_weak
    made = run.allocate(Shape.DICT, node, owner)
    if given.keywords.keys() & {"include", "exclude"} or given.positional or given.is_open:
        run.open(made.object, "some fields of the model are left out")
        return (made,)
    is_whole = not given.keywords.keys() & {"exclude_none", "exclude_unset", "exclude_defaults"}
    for field in tuple(owner.keys):
        values = containers.deep_copied(run, node, run.take(owner, field))
        if is_whole and field != SOURCES:
            values = join([tuple(a for a in values if not isinstance(a, Missing)), _none_if_missing(run, node, values)])
        if not all(isinstance(atom, Missing) for atom in values):
            run.put(made.object, field, values, owner.keys.get(field, made.place))
    return (made,)


def _fields(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    """``CallToolResult(...).model_dump()``: a dict, and no result any more."""
    del given, is_weak
    made = run.allocate(Shape.DICT, node, owner)
    run.open(made.object, "the fields of a result are written out")
    return (made,)


def _string(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del owner, given, is_weak
    return (Opaque(run.place(node), "a string"),)


def _number(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del owner, given, is_weak
    return (Opaque(run.place(node), "a number"),)


def _append(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    if given.positional and not given.is_open:
        more = Contents(run.place(node), (given.positional[0],), True, 0)
        containers.extend(run, owner, more, is_weak=is_weak)
    else:
        containers.forget_items(run, owner)
    return _none(run, node)


def _extend(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    if given.positional and not given.is_open:
        containers.extend(run, owner, containers.iterated(run, given.positional[0]), is_weak=is_weak)
    else:
        containers.forget_items(run, owner)
    return _none(run, node)


def _insert(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    """Inserted somewhere: what is known is that there is one item more."""
    if len(given.positional) == _PAIR and not is_weak:
        grown = tuple(
            Contents(c.place, (*c.items, given.positional[1]), False, c.at_least) for c in run.contents(owner)
        )
        run.write((owner, ITEMS), grown)
    else:
        containers.forget_items(run, owner)
    return _none(run, node)


def _clear_list(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del given
    if is_weak:
        containers.forget_items(run, owner)
    else:
        run.write((owner, ITEMS), (Contents(owner.place, (), True, 0),))
    return _none(run, node)


def _shuffled(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    """``sort``, ``reverse``: the same items in an order that is not followed."""
    del is_weak
    havoc(run, list(given.keywords.values()), "it is called")
    unordered = tuple(
        Contents(c.place, c.items, c.is_exact and len(c.items) <= 1, c.at_least) for c in run.contents(owner)
    )
    run.write((owner, ITEMS), unordered)
    return _none(run, node)


def _removed(run: Run, node: cst.Call, owner: Object, given: Arguments, is_weak: bool) -> Values:
    del given, is_weak
    containers.forget_items(run, owner)
    return run.unknown(node, "an item that is removed")


_METHODS: dict[tuple[Shape, str], _Method] = {
    (Shape.DICT, "update"): _update,
    (Shape.DICT, "__setitem__"): _set_item,
    (Shape.DICT, "setdefault"): _set_default,
    (Shape.DICT, "get"): _get,
    (Shape.DICT, "pop"): _pop,
    (Shape.DICT, "clear"): _clear,
    (Shape.DICT, "copy"): _copy,
    (Shape.DICT, "keys"): _view,
    (Shape.DICT, "values"): _view,
    (Shape.DICT, "items"): _view,
    (Shape.LIST, "append"): _append,
    (Shape.LIST, "extend"): _extend,
    (Shape.LIST, "insert"): _insert,
    (Shape.LIST, "clear"): _clear_list,
    (Shape.LIST, "sort"): _shuffled,
    (Shape.LIST, "reverse"): _shuffled,
    (Shape.LIST, "pop"): _removed,
    (Shape.LIST, "remove"): _removed,
    (Shape.LIST, "copy"): _copy,
    (Shape.LIST, "count"): _number,
    (Shape.LIST, "index"): _number,
    (Shape.RESULT, "model_copy"): _copy,
    (Shape.RESULT, "copy"): _copy,
    (Shape.RESULT, "model_dump"): _fields,
    (Shape.RESULT, "dict"): _fields,
    (Shape.RESULT, "model_dump_json"): _string,
    (Shape.MODEL, "model_copy"): _copy,
    (Shape.MODEL, "copy"): _copy,
    (Shape.MODEL, "model_dump"): _dump,
    (Shape.MODEL, "dict"): _dump,
    (Shape.MODEL, "model_dump_json"): _string,
}
