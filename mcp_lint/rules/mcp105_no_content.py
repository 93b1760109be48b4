"""MCP105: `content` is missing, empty or not a list.

## What it does

It reports a `CallToolResult` whose `content` is surely missing, empty, or something else than a list: a string, `None`,
a dict, a single `TextContent`. It also reports a list with something in it that is no `TextContent` or other block,
such as a plain string. This holds for errors too.

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

from mcp_lint.faults import LIST_LIKE_KINDS, describe, finding, is_empty
from mcp_lint.results import Literal, Missing, Opaque, Sequence, Text, ToolResult, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value
    from mcp_lint.rule import Finding

CODE = "MCP105"
# Kinds of content that are no text, and nothing but content.
_BLOCKS = ("Content", "Resource", "ResourceLink")
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
    """The first item that is surely no content block; a dict may be one, as pydantic makes it."""
    for item in content.items:
        if item and all(_is_no_block(value) for value in item):
            what = f"an item of `content` is {describe(item[0])}: the call fails, since it must be a TextContent"
            yield finding(result, item[0].place, f'{what}; write `TextContent(type="text", text=...)`')
            return


def _is_no_block(value: Value) -> bool:
    return isinstance(value, (Literal, Sequence)) or (isinstance(value, Opaque) and not value.kind.endswith(_BLOCKS))


def _is_faulty(content: Value) -> bool:
    if isinstance(content, Sequence):
        return is_empty(content) or _is_blank(content)
    if isinstance(content, Opaque):
        return content.kind not in LIST_LIKE_KINDS
    return not isinstance(content, Unknown)


def _is_blank(content: Sequence) -> bool:
    """Whether there is nothing in it but texts, all of them empty."""
    texts = [value.text if isinstance(value, Text) else () for item in content.items for value in item]
    return content.is_exact and all(text and all(map(_is_empty_text, text)) for text in texts)


def _is_empty_text(value: Value) -> bool:
    return isinstance(value, Literal) and isinstance(value.value, str) and not value.value


def _says(content: Value) -> str:
    if isinstance(content, Sequence) and not is_empty(content):
        return "`content` holds no text: the model reads nothing"
    if isinstance(content, Missing):
        return "the result has no `content`: the call fails, since the model must have something to read"
    effect = "the model reads nothing" if is_empty(content) else "the call fails, since it must be a list"
    return f"`content` is {describe(content)}: {effect}"
