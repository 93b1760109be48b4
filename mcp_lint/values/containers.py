"""Dicts and lists: what displays, operators and methods make of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mcp_lint.results import Literal, Missing, Opaque, Place, Unknown
from mcp_lint.values.domain import Atom, Contents, Items, Object, Ref, Shape, Values, join
from mcp_lint.values.escape import havoc
from mcp_lint.values.run import ITEMS, Run

if TYPE_CHECKING:
    from collections.abc import Iterable

    import libcst as cst

_PAIR = ("key", "value")
# A list longer than this is followed no more item by item.
MAX_ITEMS = 10_000
# A payload is not nested deeper: table, row; charts, chart, data, datasets, dataset, data.
MAX_LEVELS = 8


def key_of(values: Values) -> str | None:
    """The string that a key surely is."""
    only = values[0] if len(values) == 1 else None
    return only.value if isinstance(only, Literal) and isinstance(only.value, str) else None


def is_other_key(values: Values) -> bool:
    """Whether a key is surely none of the contract's: not a string."""
    return all(isinstance(atom, Literal) and not isinstance(atom.value, str) for atom in values)


def new_list(
    run: Run,
    node: cst.CSTNode,
    items: Iterable[Values],
    *,
    is_exact: bool,
    at_least: int = 0,
    part: tuple[Place, str] | None = None,
) -> Values:
    """A list that ``node`` makes; ``part`` as in :meth:`Run.allocate`."""
    made = run.allocate(Shape.LIST, node, part=part)
    held = tuple(items)
    if len(held) > MAX_ITEMS:
        held, is_exact = held[:MAX_ITEMS], False
    run.write((made.object, ITEMS), (Contents(made.place, held, is_exact, at_least),))
    return (made,)


def iterated(run: Run, values: Values) -> Contents:
    """What iterating over something gives, as one list."""
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Items):
        return Contents(only.place, only.items, True, 0)
    if isinstance(only, Ref) and only.object.shape is Shape.LIST:
        contents = tuple(run.contents(only.object))
        if len(contents) == 1:
            return contents[0]
    return Contents(values[0].place, (), False, 0)


# Dicts.


def open_dict(run: Run, owner: Object, reason: str) -> None:
    """Any key may be set from here on; what the dict held is still within its reach."""
    leak_items(run, (Ref(owner.place, owner),), reason)
    run.open(owner, reason)


def store(run: Run, owner: Object, key: Values, values: Values, place: Place, *, is_weak: bool = False) -> None:
    """``owner[key] = values``; ``is_weak``: or perhaps not, since it may be another object."""
    name = key_of(key)
    if name is not None:
        present = tuple(atom for atom in values if not isinstance(atom, Missing))
        is_sure = not is_weak and len(present) == len(values)
        run.put(owner, name, present if is_sure else join([run.take(owner, name), present]), place)
    elif not is_other_key(key):
        open_dict(run, owner, "a key that is not a constant is set")


def update(run: Run, owner: Object, values: Values, place: Place, *, is_weak: bool = False) -> None:
    """``owner.update(values)``."""
    dicts = [atom.object for atom in values if isinstance(atom, Ref) and atom.object.shape is Shape.DICT]
    if len(dicts) == len(values):
        _update_from_dicts(run, owner, dicts, is_weak=is_weak)
        return
    only = values[0] if len(values) == 1 else None
    pairs = iterated(run, values)
    couples = [_couple(run, item) for item in pairs.items]
    if not pairs.is_exact or None in couples:
        open_dict(run, owner, _reason(only, "it is filled from something that is not followed"))
        return
    for couple in couples:
        if couple is not None:
            store(run, owner, couple[0], couple[1], place, is_weak=is_weak)


def _reason(atom: object, otherwise: str) -> str:
    return atom.reason if isinstance(atom, Unknown) else otherwise


def _couple(run: Run, item: Values) -> tuple[Values, Values] | None:
    inside = iterated(run, item)
    return (inside.items[0], inside.items[1]) if inside.is_exact and len(inside.items) == len(_PAIR) else None


def _update_from_dicts(run: Run, owner: Object, others: list[Object], *, is_weak: bool) -> None:
    """Take the keys of a dict, or of one of several: what one of them does not have stays as it is."""
    for other in others:
        rest = run.state.get((other, None)) or ()
        if any(not isinstance(atom, Missing) for atom in rest):
            open_dict(run, owner, _reason(rest[0], "the rest of a dict is not known"))
    places = {key: place for other in reversed(others) for key, place in other.keys.items()}
    for key, place in places.items():
        new = [run.take(other, key) for other in others]
        given: list[Values] = [tuple(atom for atom in values if not isinstance(atom, Missing)) for values in new]
        if not any(given):
            continue
        if is_weak or given != new:
            given.append(run.take(owner, key))
        run.put(owner, key, join(given), place)


def copied(run: Run, node: cst.CSTNode, values: Values) -> Values:
    """A copy of what it is, for each thing that it can be."""
    return join((_copy_of(run, node, atom.object),) if isinstance(atom, Ref) else (atom,) for atom in values)


def _copy_of(run: Run, node: cst.CSTNode, other: Object) -> Ref:
    held = {cell[1]: run.state.get(cell) for cell in run.cells_of(other)}
    rest = run.state.get((other, None))
    made = run.allocate(other.shape, node, other)
    if rest is not None:
        run.write((made.object, None), rest)
    for key, values in held.items():
        if key is not None and values is not None:
            if other.shape is not Shape.LIST:
                made.object.keys.setdefault(key, other.keys[key])
            run.write((made.object, key), values)
    return made


def deep_copied(run: Run, node: cst.CSTNode, values: Values, levels: int = MAX_LEVELS) -> Values:
    """A copy of what it is, and of what is in it, down to so many levels; below them, the same objects."""
    return join((_deep_copy_of(run, node, atom, levels),) for atom in values)


def _deep_copy_of(run: Run, node: cst.CSTNode, atom: Atom, levels: int) -> Atom:
    if levels == 0:
        return atom
    if isinstance(atom, (Items, Contents)):
        return replace(atom, items=tuple(deep_copied(run, node, item, levels - 1) for item in atom.items))
    if not isinstance(atom, Ref):
        return atom
    made = _copy_of(run, node, atom.object).object
    for cell in run.cells_of(made):
        values = run.state.get(cell)
        if values is not None:
            run.write(cell, deep_copied(run, node, values, levels if made.shape is Shape.LIST else levels - 1))
    return Ref(atom.place, made)


def united(run: Run, node: cst.CSTNode, left: Values, right: Values) -> Values:
    """``left | right``."""
    if not any(isinstance(atom, Ref) for atom in (*left, *right)):
        return run.unknown(node, _reason(left[0], "an operator"))
    made = run.allocate(Shape.DICT, node)
    update(run, made.object, left, made.place)
    update(run, made.object, right, made.place)
    return (made,)


# Lists.


def concatenated(run: Run, node: cst.CSTNode, left: Values, right: Values) -> Values:
    """``left + right``."""
    one, other = iterated(run, left), iterated(run, right)
    return new_list(
        run,
        node,
        (*one.items, *other.items),
        is_exact=one.is_exact and other.is_exact,
        at_least=one.at_least + other.at_least,
    )


def extend(run: Run, owner: Object, more: Contents, *, is_weak: bool = False) -> None:
    """Add to the end of a list."""
    grown = tuple(_grown(contents, more) for contents in run.contents(owner))
    before = run.state.get((owner, ITEMS)) or ()
    run.write((owner, ITEMS), join([before, grown]) if is_weak else grown)


def _grown(contents: Contents, more: Contents) -> Contents:
    items = (*contents.items, *more.items)
    is_exact = contents.is_exact and more.is_exact and len(items) <= MAX_ITEMS
    return Contents(contents.place, items[:MAX_ITEMS], is_exact, contents.at_least + more.at_least)


def leak_items(run: Run, values: Values, reason: str) -> None:
    """What a list or dict holds gets names that are not followed."""
    for atom in values:
        if isinstance(atom, Ref):
            keys = (ITEMS,) if atom.object.shape is Shape.LIST else tuple(atom.object.keys)
            inside = [run.state.get((atom.object, key)) or () for key in keys]
            havoc(run, inside, reason)
        elif isinstance(atom, Items):
            havoc(run, atom.items, reason)


def missing(run: Run, node: cst.CSTNode) -> Values:
    """What a key that is deleted holds."""
    return (Missing(run.place(node)),)


def forget_items(run: Run, owner: Object) -> None:
    """A list may hold anything from here on; what it held is still within its reach."""
    leak_items(run, (Ref(owner.place, owner),), "it was in a list whose items are not followed")
    run.write((owner, ITEMS), (Contents(owner.place, (), False, 0),))


# Reading.


def item(run: Run, node: cst.CSTNode, owner: Values, key: Values) -> Values:
    """``owner[key]``."""
    found = join([_item_of(run, node, atom, key) for atom in owner])
    if not found:
        run.state.is_dead = True  # KeyError, whatever it is
    return found or run.unknown(node, f"the key {key_of(key)!r}, which is not there")


def _item_of(run: Run, node: cst.CSTNode, atom: object, key: Values) -> Values:
    name = key_of(key)
    if isinstance(atom, Ref) and atom.object.shape is Shape.DICT and name is not None:
        # Where the key is missing, Python raises: that path has no value.
        return tuple(each for each in run.take(atom.object, name) if not isinstance(each, Missing))
    index = key[0].value if len(key) == 1 and isinstance(key[0], Literal) else None
    if isinstance(index, int):
        items = _indexed(run, atom)
        if items is not None and -len(items) <= index < len(items):
            return items[index]
    if isinstance(atom, (Ref, Items)):
        # It is one of them, and whoever gets it may change it.
        leak_items(run, (atom,), "one of several is taken")
    return run.unknown(node, _reason(atom, "an item"))


def _indexed(run: Run, atom: object) -> tuple[Values, ...] | None:
    if isinstance(atom, Items):
        return atom.items
    if isinstance(atom, Ref) and atom.object.shape is Shape.LIST:
        contents = iterated(run, (atom,))
        return contents.items if contents.is_exact else None
    return None


def sliced(run: Run, node: cst.CSTNode, owner: Values) -> Values:
    """``owner[a:b]``: of a list, some list."""
    if all(isinstance(atom, Ref) and atom.object.shape is Shape.LIST for atom in owner):
        leak_items(run, owner, "it is in a slice")
        return new_list(run, node, (), is_exact=False)
    if all(isinstance(atom, Literal) and isinstance(atom.value, str) for atom in owner):
        return (Opaque(run.place(node), "a string"),)
    return run.unknown(node, "a slice")


def get(run: Run, owner: Object, key: Values, default: Values) -> Values:
    """``owner.get(key, default)``."""
    name = key_of(key)
    if name is None:
        leak_items(run, (Ref(owner.place, owner),), "a key that is not a constant is read")
        return join([(Unknown(owner.place, "a key that is not a constant"),), default])
    found = run.take(owner, name)
    given = tuple(atom for atom in found if not isinstance(atom, Missing))
    return join([given, default]) if len(given) < len(found) else given
