"""Abstract values, with what their objects hold at this point -> the frozen records that rules look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import CONTENT, IS_ERROR, STRUCTURED
from mcp_lint.results import Field, Literal, Mapping, Missing, Opaque, Sequence, Text, ToolResult, Unknown
from mcp_lint.results import Value as Record
from mcp_lint.results import Values as Records
from mcp_lint.values.domain import (
    Arms,
    Atom,
    Contents,
    Coroutine,
    Function,
    Items,
    Object,
    Ref,
    Shape,
    TextBlock,
    Values,
)
from mcp_lint.values.run import Returned, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

# A payload is not nested deeper: result, table, row, cell; charts, chart, data, datasets, dataset, data, number.
MAX_DEPTH = 9


def record_return(run: Run, statement: cst.CSTNode, arm: cst.CSTNode, values: Values) -> None:
    """Note what an arm of a ``return`` of the tool itself gives, now that it is left."""
    is_implicit = not isinstance(statement, cst.Return)
    for choice, part in enumerate(_structured_arms(run, values)):
        records = tuple(_one(run, atom, 0, structured) for atom, structured in part)
        run.returned.append(Returned(statement, arm, records, is_implicit, choice))


# Values that are records already: most of what there is.
_RECORDS = (Literal, Unknown, Opaque, Missing)
_Choice = list[tuple[Atom, Values | None]]


def _structured_arms(run: Run, values: Values) -> Iterator[_Choice]:
    """A single result whose structured content is a conditional expression counts once for each of its arms."""
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Ref) and only.object.shape is Shape.RESULT:
        structured = run.take(only.object, STRUCTURED)
        if len(structured) == 1 and isinstance(structured[0], Arms):
            for arm in structured[0].arms:
                yield [(only, arm)]
            return
    yield [(atom, None) for atom in values]


def _all(run: Run, values: Values, depth: int) -> Records:
    found: list[Record] = []
    for atom in values:
        if isinstance(atom, _RECORDS):
            found.append(atom)
        elif isinstance(atom, Arms):
            found.extend(record for arm in atom.arms for record in _all(run, arm, depth))
        else:
            found.extend(_each(run, atom, depth))
    return tuple(found)


def _each(run: Run, atom: Atom, depth: int) -> Iterator[Record]:
    """The records of one value: a list that can hold different things gives one for each."""
    if isinstance(atom, Ref) and atom.object.shape is Shape.LIST and depth < MAX_DEPTH:
        for contents in run.contents(atom.object):
            items = tuple(_all(run, item, depth + 1) for item in contents.items)
            is_list, at_least = True, contents.at_least + len(items)
            yield Sequence(atom.place, is_list, items, contents.is_exact, at_least)
    else:
        yield _one(run, atom, depth, None)


def _one(run: Run, atom: Atom, depth: int, structured: Values | None) -> Record:
    if depth >= MAX_DEPTH and not isinstance(atom, (Literal, Opaque)):
        return Unknown(atom.place, "it is nested too deep")
    if isinstance(atom, Ref):
        return _object(run, atom, depth, structured)
    if isinstance(atom, (Items, Contents)):
        items = tuple(_all(run, item, depth + 1) for item in atom.items)
        return Sequence(atom.place, isinstance(atom, Contents), items, True, len(items))
    if isinstance(atom, TextBlock):
        return Text(atom.place, _all(run, atom.text, depth + 1))
    if isinstance(atom, Function):
        return Opaque(atom.place, "a function")
    if isinstance(atom, Coroutine):
        return Opaque(atom.place, "a coroutine that is not awaited")
    if isinstance(atom, Arms):
        return Unknown(atom.place, "a conditional expression")
    return atom


def _object(run: Run, atom: Ref, depth: int, structured: Values | None) -> Record:
    owner = atom.object
    if owner.shape is Shape.LIST:
        return next(_each(run, atom, depth))
    if owner.shape is Shape.RESULT:
        content, error = run.take(owner, CONTENT), run.take(owner, IS_ERROR)
        payload = run.take(owner, STRUCTURED) if structured is None else structured
        return ToolResult(atom.place, *(_all(run, part, depth + 1) for part in (content, payload, error)))
    rest = run.state.get((owner, None)) or ()
    unknown = next((value for value in rest if isinstance(value, Unknown)), None)
    reason = "" if unknown is None else unknown.reason
    fields = tuple(_fields(run, owner, depth))
    return Mapping(atom.place, fields, unknown is not None, owner.shape is Shape.MODEL, reason)


def _fields(run: Run, owner: Object, depth: int) -> Iterator[Field]:
    for key in tuple(owner.keys):
        values = run.take(owner, key)
        if values and not _is_absent(values):
            yield Field(key, owner.keys.get(key, owner.place), _all(run, values, depth + 1))


def _is_absent(values: Values) -> bool:
    return all(isinstance(atom, Missing) for atom in values)
