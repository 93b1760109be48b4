"""Keys of structured content that are to be renamed: whether somebody else relies on the old name."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.fixes.records import NodeEdit, RenameKey, Side
from mcp_lint.results import Mapping, Missing, ToolResult
from mcp_lint.syntax import children, string_value
from mcp_lint.verdicts import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcp_lint.fixes.records import Fix
    from mcp_lint.results import Place, Result
    from mcp_lint.settings import Settings

Edits = tuple[NodeEdit, ...]


@dataclass(slots=True, eq=False)
class _Mentions:
    """Where a module's text names keys.

    ``written``: the nodes that name a key which a dict gets, by the key and the function around (None: the module).
    ``changing``: those of them by which a dict that is there already gets it, by the key.
    ``read``: how often a key is named in any other way. ``passing``: functions that pass a dict's items on to a call,
    where each is another one's parameter.
    """

    written: defaultdict[tuple[str, cst.CSTNode | None], list[cst.CSTNode]] = field(
        default_factory=lambda: defaultdict(list)
    )
    changing: defaultdict[str, list[cst.CSTNode]] = field(default_factory=lambda: defaultdict(list))
    read: Counter[str] = field(default_factory=Counter)
    passing: set[cst.CSTNode | None] = field(default_factory=set)


def rename_edits(fixes: Sequence[RenameKey], module: cst.Module, settings: Settings) -> dict[Fix, Edits]:
    """What to write for each of them that is safe."""
    mentions = _mentions_in(module)
    places = {fix: _key_places(fix) for fix in fixes if _is_better(fix, settings)}
    safe = {fix: found for fix, found in places.items() if found and _are_written(fix, found, mentions)}
    while True:
        together = {place.node for found in safe.values() for place in found}
        still = {
            fix: found
            for fix, found in safe.items()
            if _is_in_place(fix, found) or _is_used_nowhere_else(fix, found, mentions, together)
        }
        if len(still) == len(safe):
            return {fix: tuple(_edit(place.node, fix) for place in found) for fix, found in safe.items()}
        safe = still  # one that stays may be why another one has to


def _key_places(fix: RenameKey) -> tuple[Place, ...]:
    """Where each payload has the key: to rename it on one path only would hide the fault on the others."""
    places = (each.key_place for payload in fix.result.payloads for each in payload.fields if each.key == fix.old)
    return tuple({place.node: place for place in places}.values())


def _is_better(fix: RenameKey, settings: Settings) -> bool:
    """Whether the field is surely not there yet, and nothing new is wrong once it is."""
    if not all(_is_missing(payload, fix.new) for payload in fix.result.payloads):
        return False
    return codes_of(_renamed(fix), settings) <= codes_of(fix.result, settings)


def _is_missing(payload: Mapping, key: str) -> bool:
    return all(isinstance(value, Missing) for value in payload.get(key))


def _renamed(fix: RenameKey) -> Result:
    """The result as it would be."""
    value = fix.result.value
    assert isinstance(value, ToolResult)
    payloads = tuple(
        replace(
            payload,
            fields=tuple(replace(each, key=fix.new) if each.key == fix.old else each for each in payload.fields),
        )
        for payload in fix.result.payloads
    )
    return replace(fix.result, value=replace(value, structured=payloads))


def _are_written(fix: RenameKey, places: Sequence[Place], mentions: _Mentions) -> bool:
    """Whether the file writes the key out at each place, in the tool itself or for the module."""
    return all(
        place.function in {None, fix.result.function}
        and place.node in mentions.written[fix.old, place.function]
        and _text_of(place.node, fix.old, fix.new) is not None
        for place in places
    )


def _is_used_nowhere_else(
    fix: RenameKey, places: Sequence[Place], mentions: _Mentions, together: set[cst.CSTNode]
) -> bool:
    """Whether nothing in the file reads the key, and whatever else writes it where the dict is known is renamed too."""
    functions = {place.function for place in places}
    writing = [
        node
        for (key, function), nodes in mentions.written.items()
        if key == fix.old and (None in functions or function in {None, *functions})
        for node in nodes
    ]
    is_all = all(node in together for node in (*writing, *mentions.changing[fix.old]))
    return is_all and not mentions.read[fix.old] and not functions & mentions.passing


def _is_in_place(fix: RenameKey, places: Sequence[Place]) -> bool:
    """``return CallToolResult(..., structuredContent={...})``: nobody has had the dict in hand."""
    call = fix.result.expression
    if not isinstance(call, cst.Call) or call is not fix.result.value.place.node:
        return False
    given = {arg.value for arg in call.args if _is_written_out(arg.value)}
    inside = {key for value in given for key in _keys_of(value) if _named(key) == fix.old}
    are_there = all(payload.place.node in given for payload in fix.result.payloads)
    return are_there and inside == {place.node for place in places}


def _is_written_out(node: cst.CSTNode) -> bool:
    """Whether a dict has no other keys than those that stand there: no ``**rest``."""
    if isinstance(node, cst.Dict):
        return all(isinstance(element, cst.DictElement) for element in node.elements)
    return isinstance(node, cst.Call) and all(arg.keyword is not None for arg in node.args)


def _keys_of(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    if isinstance(node, cst.Dict):
        yield from (element.key for element in node.elements if isinstance(element, cst.DictElement))
    elif isinstance(node, cst.Call):
        yield from (arg.keyword for arg in node.args if arg.keyword is not None)


def _edit(node: cst.CSTNode, fix: RenameKey) -> NodeEdit:
    text = _text_of(node, fix.old, fix.new)
    assert text is not None
    return NodeEdit(node, Side.INSTEAD, text)


def _text_of(node: cst.CSTNode, old: str, new: str) -> str | None:
    """The literal or name with the new key, prefix and quotes as they were; None where it is spelled in another way."""
    if isinstance(node, cst.Name):
        return new if node.value == old else None
    if isinstance(node, cst.SimpleString) and node.raw_value == old:
        return f"{node.value[: len(node.prefix)]}{node.quote}{new}{node.quote}"
    return None


# What the file says of keys.


def _mentions_in(module: cst.Module) -> _Mentions:
    mentions = _Mentions()
    stack: list[tuple[cst.CSTNode, cst.CSTNode | None]] = [(module, None)]
    written: set[int] = set()
    while stack:
        node, function = stack.pop()
        changing = tuple(_changing_by(node))
        for key in (*_written_by(node), *changing):
            written.add(id(key))
            mentions.written[_named(key), function].append(key)
        for key in changing:
            mentions.changing[_named(key)].append(key)
        if isinstance(node, cst.Call) and any(arg.star == "**" for arg in node.args):
            mentions.passing.add(function)
        if id(node) not in written:
            mentions.read.update(_read_by(node))
        inside = node if isinstance(node, (cst.FunctionDef, cst.Lambda)) else function
        stack += [(child, inside) for child in children(node)]
    return mentions


def _named(key: cst.CSTNode) -> str:
    return key.value if isinstance(key, cst.Name) else string_value(key) or ""


def _written_by(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The keys of a dict that this node makes, and the names that a call gives to its arguments."""
    if isinstance(node, (cst.Dict, cst.Call)):
        # A name in the place of a dict's key is a variable.
        yield from (key for key in _keys_of(node) if isinstance(key, cst.Name) is isinstance(node, cst.Call))


def _changing_by(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The keys that this node gives to a dict which is there already."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "setdefault":
        yield from (arg.value for arg in node.args[:1])
    if isinstance(node, cst.AssignTarget) and isinstance(node.target, cst.Subscript):
        for element in node.target.slice:
            if isinstance(element.slice, cst.Index):
                yield element.slice.value


def _read_by(node: cst.CSTNode) -> Iterator[str]:
    """The key that this node may read: a string anywhere, the name of a parameter or of a class's field."""
    if isinstance(node, (cst.SimpleString, cst.ConcatenatedString)):
        yield string_value(node) or ""
    elif isinstance(node, cst.Param):
        yield node.name.value
    elif isinstance(node, cst.AnnAssign) and isinstance(node.target, cst.Name):
        yield node.target.value
