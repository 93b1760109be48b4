"""What is wrong with ``content``, the part of a result that the model reads: every block, with all that is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from mcp.types import ContentBlock, TextContent
from pydantic import ValidationError

from mcp_server.json_values import as_sent, json_fault
from mcp_server.records import Problem
from mcp_server.wording import REFUSED, can_be_sent, is_a, kind_of, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.types import CallToolResult
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

CONTENT_REMEDY = 'write `content=[TextContent(type="text", text="...")]`'
_CODE = "MCP105"
_READS_NOTHING = f"the model would read nothing, so {REFUSED}"
_BLOCKS: tuple[type[BaseModel], ...] = get_args(ContentBlock)
_WANTED = {"string_type": "a string", "dict_type": "a dict", "list_type": "a list"}
# `json_fault` says of it what is wrong, and pydantic only that it is.
_HALF_A_PAIR = "string_unicode"


def check_content(result: CallToolResult) -> Iterator[Problem]:
    """Judge the content: a list, not empty, of content blocks that can be sent, with something to read in it."""
    # Missing only where the result was built with `model_construct`, of another type only where it was set later.
    content: object = vars(result).get("content")
    if type(content) is list and len(content) == 1 and _is_plain_text(content[0]):
        return
    if not is_a(content, list) or not list.__len__(content):
        yield Problem(_CODE, "content", f"`content` is {kind_of(content)}: {_READS_NOTHING}; {CONTENT_REMEDY}")
        return
    blocks: list[object] = list(list.__iter__(content))
    faults = (_check_block(block, f"content[{index}]") for index, block in enumerate(blocks))
    fault = next((fault for fault in faults if fault is not None), None)
    if fault is not None:
        yield fault
    elif not any(_says_something(block) for block in blocks):
        yield Problem(_CODE, "content", f"`content` has no text in it: {_READS_NOTHING}; {CONTENT_REMEDY}")


def texts_of(result: CallToolResult) -> Iterator[str]:
    """The texts in the content that the model could have read, whatever is wrong with the rest."""
    content: object = vars(result).get("content")
    for block in list.__iter__(content) if is_a(content, list) else ():
        text = vars(block).get("text") if is_a(block, TextContent) else None
        if type(text) is str and text:
            yield text


def _says_something(block: object) -> bool:
    return not is_a(block, TextContent) or bool(vars(block)["text"])


def _check_block(block: object, field: str) -> Problem | None:
    kind = next((kind for kind in _BLOCKS if is_a(block, kind)), None)
    if kind is None:
        says = f"`{field}` is {kind_of(block)}, not a content block"
        return Problem(_CODE, field, f"{says}: {REFUSED}; {CONTENT_REMEDY}")
    sent: Any = as_sent(block)
    misfit = _misfit(kind, sent, field)
    if misfit is not None:
        return misfit
    fault = json_fault(sent, field)
    if fault is None:
        return None
    return Problem(_CODE, fault.path, f"{quote(fault.path)} {fault.says}: {REFUSED}; {fault.remedy}")


def _is_plain_text(block: object) -> bool:
    """Whether it is what nearly every result has for its content: text, not empty, and nothing else."""
    if type(block) is not TextContent:
        return False
    fields = vars(block)
    text = fields.get("text")
    is_text = type(text) is str and text != "" and (text.isascii() or can_be_sent(text))
    is_alone = fields.get("meta") is None and fields.get("annotations") is None
    return is_text and is_alone and fields.get("type") == "text"


def _misfit(kind: type[BaseModel], sent: dict[str, Any], field: str) -> Problem | None:
    try:
        kind.model_validate(sent)
    except ValidationError as error:
        (detail, *_) = error.errors(include_url=False, include_context=False)
    else:
        return None
    if detail["type"] == _HALF_A_PAIR:
        return None
    path = field + "".join(_step(part) for part in detail["loc"])
    return Problem(_CODE, path, f"{quote(path)} {_says(detail)}: {REFUSED}; give it the type that the SDK names")


def _step(part: int | str) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    # Of a union, pydantic also names the class that it tried.
    return "" if part[:1].isupper() else f".{part}"


def _says(detail: ErrorDetails) -> str:
    if detail["type"] == "missing":
        return "is missing"
    if detail["type"] in _WANTED:
        return f"is {kind_of(detail['input'])}, not {_WANTED[detail['type']]}"
    return f"does not fit ({detail['msg'][:1].lower()}{detail['msg'][1:]})"
