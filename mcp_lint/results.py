"""What a tool can return, as frozen records: the rules look at these and at nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst

    from mcp_lint.index import SourceFile


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a value is written: the node, and the function (None: the module) whose code that is.

    ``file``: None where that is the file being checked.

    While a tool is followed there is one object for each such pair: libcst's hash of nodes is written in Python, slow.
    """

    node: cst.CSTNode
    function: cst.CSTNode | None
    file: SourceFile | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything. ``reason`` names what could not be followed."""

    place: Place
    reason: str


@dataclass(frozen=True, slots=True)
class Missing:
    """No value at all: a key that is not there, an argument that is not given."""

    place: Place


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant: str, bytes, int, float, complex, bool, None or Ellipsis."""

    place: Place
    value: object


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something of a known kind, otherwise unknown: ``kind`` reads "a string", "a set", "a coroutine".

    Never a list, a dict, a tuple or a ``CallToolResult``: those have records of their own.
    """

    place: Place
    kind: str


@dataclass(frozen=True, slots=True)
class Text:
    """A ``TextContent`` block, and what its text can be."""

    place: Place
    text: Values


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A list, or a tuple. ``items`` are all of it if ``is_exact``; else there are at least ``at_least`` (unknown) ones.

    Each item is the tuple of what it can be.
    """

    place: Place
    is_list: bool
    items: tuple[Values, ...]
    is_exact: bool
    at_least: int


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One key of a mapping, and its place. ``values``: what it can hold; ``Missing`` if the key may not be there."""

    key: str
    key_place: Place
    values: Values


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """A dict (or, with ``is_model``, a ``ValidationModel``).

    ``is_open``: it may hold other keys than ``fields``; ``reason``: why that is not known.
    """

    place: Place
    fields: tuple[Field, ...]
    is_open: bool
    is_model: bool = False
    reason: str = ""

    def get(self, key: str) -> Values:
        """What the key can hold; ``Missing`` or ``Unknown`` where nothing is recorded for it."""
        for field in self.fields:
            if field.key == key:
                return field.values
        if self.is_open:
            return (Unknown(self.place, self.reason or "the rest of the payload is not known"),)
        return (Missing(self.place),)


# What `is_error` surely means; of a string, pydantic makes one or the other.
_FALSE, _TRUE = (False, None), (True,)


@dataclass(frozen=True, slots=True, eq=False)
class ToolResult:
    """A ``CallToolResult``: ``place`` is its call. Each part is the tuple of what it can be."""

    place: Place
    content: Values
    structured: Values
    is_error: Values

    @property
    def may_be_error(self) -> bool:
        """Whether it may be an error result, which is exempt from the payload rules."""
        return any(
            not (isinstance(v, Missing) or (isinstance(v, Literal) and v.value in _FALSE)) for v in self.is_error
        )

    @property
    def is_surely_error(self) -> bool:
        """Whether it is an error result on every path."""
        return all(isinstance(v, Literal) and v.value in _TRUE for v in self.is_error)


Value = Unknown | Missing | Literal | Opaque | Text | Sequence | Mapping | ToolResult
# What a place in the program can hold: one of these, depending on the path taken.
Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """One value that a tool can return: the subject of ``check_result``.

    ``expression``: the returned expression, or its arm; for a function that ends without returning, its name.
    ``value``: a single value. ``is_declared``: the tool is annotated ``-> DataToolOutput``.
    ``function``: the tool's node: what is written in another function is reported at ``expression``.
    ``is_implicit``: the function's end, not a ``return``.
    """

    expression: cst.CSTNode
    value: Value
    is_declared: bool
    function: cst.CSTNode
    is_implicit: bool = False

    @property
    def payloads(self) -> tuple[Mapping, ...]:
        """The mappings that the structured content can be; none where it can be anything else, or is of an error."""
        if not isinstance(self.value, ToolResult) or self.value.may_be_error:
            return ()
        found = tuple(each for each in self.value.structured if isinstance(each, Mapping))
        return found if len(found) == len(self.value.structured) else ()

    @property
    def payload(self) -> Mapping | None:
        """The structured content, where it is surely one known mapping and the result surely no error."""
        return self.payloads[0] if len(self.payloads) == 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class Return:
    """One ``return`` of a tool: the subject of ``check_return``.

    ``arms``: for each arm of a conditional expression (one, if there is none) the values that it can have.
    ``is_reported``: a known fault of it is reported already.
    """

    expression: cst.CSTNode
    arms: tuple[Values, ...]
    is_reported: bool
    is_declared: bool
