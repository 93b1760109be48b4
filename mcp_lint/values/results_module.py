"""What the functions of ``mcp_server.results`` give: the runtime's short way to a result.

They are written down here and not read from the installed package: where the linter runs (a pre-commit environment, an
editor's own), the runtime mostly is not installed. A test, ``tests/agreement/test_results_module.py``, holds this to
the runtime.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.contract import CONTENT, IS_ERROR, STRUCTURED
from mcp_lint.results import Literal, Missing, Opaque
from mcp_lint.values import containers
from mcp_lint.values.domain import Arguments, Contents, Items, Ref, Shape, TextBlock, Values, join
from mcp_lint.values.truth import truth_of

if TYPE_CHECKING:
    import libcst as cst

    from mcp_lint.values.domain import Atom
    from mcp_lint.values.run import Run

POSITIONAL = ("text", "source_url", "table", "charts", "force")
SOURCES = ("source_url", "source", "sources")
_LISTED = frozenset({"a generator", "an iterator", "a dict view"})


def text_result(run: Run, node: cst.Call, given: Arguments) -> Values:
    """``text_result(text, source_url, table, charts, force, *, source, sources, repeat_table)``."""
    if given.is_open:
        return run.unknown(node, "the arguments of `text_result` are not known")
    named = {**dict(zip(POSITIONAL, given.positional, strict=False)), **given.keywords}
    payload = run.allocate(Shape.DICT, node)
    run.put(payload.object, "sources", _sources(run, node, named), payload.place)
    for field, listed in (("table", _rows), ("charts", _list_of), ("force", None)):
        found = named.get(field, ())
        values = found if listed is None else join(listed(run, node, atom) for atom in found)
        kept = tuple((Missing(atom.place) if _is_none(atom) else atom) for atom in values)
        if kept:
            run.put(payload.object, field, kept, kept[0].place)
    text = named.get("text") or run.unknown(node, "the text")
    repeats = named.get("repeat_table", ())
    if (
        repeats
        and truth_of(run, repeats) is not False
        and truth_of(run, run.take(payload.object, "table")) is not False
    ):
        text = _with_rows(text)
    return _result(run, node, text, (payload,))


def force_result(run: Run, node: cst.Call, given: Arguments) -> Values:
    """``force_result(text, source_url)``: the text is for the screen too."""
    named = {**dict(zip(POSITIONAL[:2], given.positional, strict=False)), **given.keywords}
    text = named.get("text")
    return text_result(run, node, Arguments([], {**named, "force": text} if text else named, given.is_open))


def _result(run: Run, node: cst.Call, text: Values, payload: Values) -> Values:
    made = run.allocate(Shape.RESULT, node)
    block = (TextBlock(text[0].place, text),)
    content = containers.new_list(run, node, (block,), is_exact=True, part=(made.place, CONTENT))
    run.put(made.object, CONTENT, content, made.place)
    run.put(made.object, STRUCTURED, payload, made.place)
    run.put(made.object, IS_ERROR, (Missing(made.place),), made.place)
    return (made,)


def _with_rows(text: Values) -> Values:
    """The table is written below it."""
    is_text = all(isinstance(atom, Literal) and isinstance(atom.value, str) for atom in text)
    return (Opaque(text[0].place, "a string"),) if is_text else text


def _sources(run: Run, node: cst.Call, named: dict[str, Values]) -> Values:
    """All that are given, as one list. A value that no list is made of stands for itself: that is what is wrong."""
    whole = Contents(run.place(node), (), True, 0)
    for field in SOURCES:
        values = named.get(field, ())
        wrong = tuple(atom for atom in values if _is_no_source(atom))
        if wrong and len(wrong) == len(values):
            return wrong
        if values:
            whole = _added(whole, _addresses(run, values))
    return containers.new_list(run, node, whole.items, is_exact=whole.is_exact, at_least=whole.at_least)


def _added(one: Contents, other: Contents) -> Contents:
    is_exact = one.is_exact and other.is_exact
    return Contents(one.place, (*one.items, *other.items), is_exact, one.at_least + other.at_least)


def _addresses(run: Run, values: Values) -> Contents:
    """One address or a list of them, empty ones left out. What is not known is taken for an address."""
    only = values[0] if len(values) == 1 else None
    if only is not None and _is_blank(only):
        return Contents(only.place, (), True, 0)
    if isinstance(only, Items) or (isinstance(only, Ref) and only.object.shape is Shape.LIST):
        inside = containers.iterated(run, values)
        items = tuple(item for item in inside.items if not all(map(_is_blank, item)))
        return Contents(inside.place, items, inside.is_exact, inside.at_least)
    if isinstance(only, Opaque) and only.kind in _LISTED:
        return Contents(only.place, (), False, 0)
    is_sure = not any(_is_blank(atom) for atom in values)
    return Contents(values[0].place, (values,) if is_sure else (), is_sure, 0)


def _is_blank(atom: Atom) -> bool:
    return isinstance(atom, Missing) or (isinstance(atom, Literal) and atom.value in {None, ""})


def _is_none(atom: Atom) -> bool:
    return isinstance(atom, Literal) and atom.value is None


def _is_no_source(atom: Atom) -> bool:
    """Whether it is neither a text nor something that lists its items in their order."""
    if isinstance(atom, Literal):
        return not (isinstance(atom.value, str) or atom.value is None)
    if isinstance(atom, Opaque):
        return atom.kind in {"a set", "a number", "a bool", "bytes"}
    return isinstance(atom, Ref) and atom.object.shape is not Shape.LIST


def _rows(run: Run, node: cst.Call, atom: Atom) -> Values:
    """A list of lists. What no list can be made of stays as it is: that is what is wrong."""
    if not (isinstance(atom, Items) or (isinstance(atom, Ref) and atom.object.shape is Shape.LIST)):
        return _list_of(run, node, atom)
    inside = containers.iterated(run, (atom,))
    rows = [join(_list_of(run, node, row) for row in item) for item in inside.items]
    part = atom.place, "table"
    return containers.new_list(run, node, rows, is_exact=inside.is_exact, at_least=inside.at_least, part=part)


def _list_of(run: Run, node: cst.Call, atom: Atom) -> Values:
    """``list(...)`` of a tuple or something else that lists its items in their order."""
    part = atom.place, "list"
    if isinstance(atom, Items):
        return containers.new_list(run, node, atom.items, is_exact=True, part=part)
    if isinstance(atom, Opaque) and atom.kind in _LISTED | {"a tuple"}:
        return containers.new_list(run, node, (), is_exact=False, part=part)
    return (atom,)
