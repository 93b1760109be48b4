"""MCP105: `content` is missing, empty or not a list.

## What it does

It reports a `CallToolResult` whose `content` is surely missing, empty, or something else than a list: a string, `None`,
a dict, a single `TextContent`. It also reports a list with something in it that is no `TextContent` or other block,
such as a plain string, or a `TextContent` that cannot be built: its `text` is None or a number, its `type` is not
"text", or it is given without names. This holds for errors too.

## Why it matters

`content` is all that the model reads: `table` and `charts` go to the screen without it. From an empty `content`, the
model can say nothing, or makes something up. With a string or `None`, the call itself fails, and the user gets no
answer.

## Example

```python
from mcp.types import CallToolResult
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content="Production: 11.5 TWh",
        structuredContent={"sources": ["https://example.org/production"]},
    )
```

## Instead

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"]},
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import LIST_LIKE_KINDS, Fault, describe, finding, is_empty
from mcp_lint.results import Literal, Mapping, Missing, Opaque, Sequence, Text, ToolResult, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value, Values
    from mcp_lint.rule import Finding

CODE = "MCP105"
# Kinds of content that are no text, and nothing but content.
_BLOCKS = ("Content", "Resource", "ResourceLink")
_NO_TEXT = LIST_LIKE_KINDS | {"a number", "a bool", "a function", "a coroutine that is not awaited"}
REMEDY = 'write `content=[TextContent(type="text", text="...")]`'


def check_result(result: Result) -> Iterator[Finding]:
    """Report a result from which the model surely reads nothing."""
    value = result.value
    if not isinstance(value, ToolResult):
        return
    if all(_is_faulty(content) for content in value.content):
        content = value.content[0]
        place = value.place if isinstance(content, Missing) else content.place
        yield finding(result, place, f"{_says(content)}; {REMEDY}")
    elif len(value.content) == 1 and isinstance(value.content[0], Sequence):
        yield from _faulty_items(result, value.content[0])


def _faulty_items(result: Result, content: Sequence) -> Iterator[Finding]:
    """The first item that is surely no content block, or cannot be built."""
    for item in content.items:
        faults = [_item_fault(value) for value in item]
        if faults and faults[0] is not None and all(faults):
            remedy = 'write `TextContent(type="text", text="...")`'
            yield finding(result, faults[0].place, f"{faults[0].message}; {remedy}")
            return


def _item_fault(item: Value) -> Fault | None:
    """What is surely wrong with an item; a dict may be a block, as pydantic makes it."""
    if isinstance(item, Text):
        text = item.text[0] if item.text and all(_is_no_text(value) for value in item.text) else None
        if text is None:
            return None
        if isinstance(text, Missing):
            return Fault(item.place, "a TextContent has no `text`: the call fails")
        return Fault(text.place, f"the `text` of a TextContent is {describe(text)}, not a string: the call fails")
    if isinstance(item, (Literal, Sequence)) or (isinstance(item, Opaque) and not item.kind.endswith(_BLOCKS)):
        return Fault(item.place, f"an item of `content` is {describe(item)}, not a content block: the call fails")
    return None


def _is_no_text(value: Value) -> bool:
    """Whether pydantic surely makes no string of it: it takes bytes, and strings of all classes."""
    if isinstance(value, Literal):
        return not isinstance(value.value, (str, bytes))
    if isinstance(value, Opaque):
        return value.kind in _NO_TEXT
    return not isinstance(value, Unknown)


def _is_faulty(content: Value) -> bool:
    if isinstance(content, Sequence):
        return is_empty(content) or _is_blank(content)
    if isinstance(content, Opaque):
        return content.kind not in LIST_LIKE_KINDS
    return not isinstance(content, Unknown)


def _is_blank(content: Sequence) -> bool:
    """Whether there is nothing in it but texts, all of them empty."""
    texts = [_texts_of(value) for item in content.items for value in item]
    return content.is_exact and all(text and all(map(_is_empty_text, text)) for text in texts)


def _texts_of(item: Value) -> Values:
    """What the text of a block can be, of one that is given as a dict too."""
    if isinstance(item, Mapping):
        return item.get("text")
    return item.text if isinstance(item, Text) else ()


def _is_empty_text(value: Value) -> bool:
    return isinstance(value, Literal) and isinstance(value.value, str) and not value.value


def _says(content: Value) -> str:
    if isinstance(content, Sequence) and not is_empty(content):
        return "`content` holds no text: the model reads nothing"
    if isinstance(content, Missing):
        return "the result has no `content`: the call fails, since the model must have something to read"
    effect = "the model reads nothing" if is_empty(content) else "the call fails, since it must be a list"
    return f"`content` is {describe(content)}: {effect}"
