"""Results without text for the model, and results that have or may have some."""
from elsewhere import fetch, fill, parts
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

U = "https://example.org/data"
P = {"sources": [U]}
T = TextContent(type="text", text="x")


def missing() -> DataToolOutput:
    return CallToolResult(structuredContent=P)  # expect: MCP105@12


def empty() -> DataToolOutput:
    return CallToolResult(content=[], structuredContent=P)  # expect: MCP105@35


def empty_by_call() -> DataToolOutput:
    return CallToolResult(content=list(), structuredContent=P)  # expect: MCP105@35


def empty_tuple() -> DataToolOutput:
    return CallToolResult(content=(), structuredContent=P)  # expect: MCP105@35


def empty_set() -> DataToolOutput:
    return CallToolResult(content=set(), structuredContent=P)  # expect: MCP105@35


def text() -> DataToolOutput:
    return CallToolResult(content="x", structuredContent=P)  # expect: MCP105@35


def empty_string() -> DataToolOutput:
    return CallToolResult(content="", structuredContent=P)  # expect: MCP105@35


def formatted(year) -> DataToolOutput:
    return CallToolResult(content=f"in {year}", structuredContent=P)  # expect: MCP105@35


def none() -> DataToolOutput:
    return CallToolResult(content=None, structuredContent=P)  # expect: MCP105@35


def number() -> DataToolOutput:
    return CallToolResult(content=5, structuredContent=P)  # expect: MCP105@35


def mapping() -> DataToolOutput:
    return CallToolResult(content={"type": "text", "text": "x"}, structuredContent=P)  # expect: MCP105@35


def not_in_a_list() -> DataToolOutput:
    return CallToolResult(content=TextContent(type="text", text="x"), structuredContent=P)  # expect: MCP105@35


def error_without_content() -> DataToolOutput:
    return CallToolResult(is_error=True)  # expect: MCP105@12


def error_with_empty_content() -> DataToolOutput:
    return CallToolResult(content=[], isError=True)  # expect: MCP105@35


def in_one_arm(found) -> DataToolOutput:
    return CallToolResult(content=[T], structuredContent=P) if found else CallToolResult(content=[], structuredContent=P)  # expect: MCP105@98


def before_a_return(found) -> DataToolOutput:
    if not found:
        return CallToolResult(content=[], structuredContent=P)  # expect: MCP105@39
    return CallToolResult(content=[T], structuredContent=P)


def _helper():
    return CallToolResult(content=[], structuredContent=P)


def of_a_helper() -> DataToolOutput:
    return _helper()  # expect: MCP105@12


def empty_text() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text="")], structuredContent=P)  # expect: MCP105@35


def text_for_a_block() -> DataToolOutput:
    return CallToolResult(content=["x"], structuredContent=P)  # expect: MCP105@36


def text_among_blocks() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text="x"), f"{P}"], structuredContent=P)  # expect: MCP105@72


# From here on, nothing is reported.


def right() -> DataToolOutput:
    return CallToolResult(content=[T], structuredContent=P)


def right_tuple() -> DataToolOutput:
    return CallToolResult(content=(T,), structuredContent=P)


def right_generator(texts) -> DataToolOutput:
    return CallToolResult(content=(TextContent(type="text", text=text) for text in texts), structuredContent=P)


def right_comprehension(texts) -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text=text) for text in texts], structuredContent=P)


def right_dicts() -> DataToolOutput:
    return CallToolResult(content=[{"type": "text", "text": "x"}], structuredContent=P)


def starred() -> DataToolOutput:
    return CallToolResult(content=[*parts()], structuredContent=P)


def unknown_text(text) -> DataToolOutput:
    return CallToolResult(content=text, structuredContent=P)


def unknown_call() -> DataToolOutput:
    return CallToolResult(content=parts(), structuredContent=P)


def unknown_map(texts) -> DataToolOutput:
    return CallToolResult(content=map(fetch, texts), structuredContent=P)


def empty_or_not(found) -> DataToolOutput:
    return CallToolResult(content=[T] if found else [], structuredContent=P)


def either(found) -> DataToolOutput:
    return CallToolResult(content=found or [T], structuredContent=P)


def appended() -> DataToolOutput:
    content = []
    content.append(T)
    return CallToolResult(content=content, structuredContent=P)


def appended_in_a_loop() -> DataToolOutput:
    content = []
    for part in parts():
        content.append(part)
    return CallToolResult(content=content, structuredContent=P)


def handed_on() -> DataToolOutput:
    content = []
    fill(content)
    return CallToolResult(content=content, structuredContent=P)


def appended_to_the_result() -> DataToolOutput:
    result = CallToolResult(content=[], structuredContent=P)
    result.content.append(T)
    return result


def extended_in_the_result() -> DataToolOutput:
    result = CallToolResult(content=[], structuredContent=P)
    result.content += [T]
    return result


def set_in_the_result() -> DataToolOutput:
    result = CallToolResult(content=[], structuredContent=P)
    result.content = [T]
    return result


def spread(**kwargs) -> DataToolOutput:
    return CallToolResult(structuredContent=P, **kwargs)


def spread_of_known() -> DataToolOutput:
    return CallToolResult(structuredContent=P, **{"content": [T]})


def error() -> DataToolOutput:
    return CallToolResult(content=[T], is_error=True)


def never_returned() -> DataToolOutput:
    CallToolResult(content=[], structuredContent=P)
    return CallToolResult(content=[T], structuredContent=P)


def block_as_dict() -> DataToolOutput:
    return CallToolResult(content=[{"type": "text", "text": "x"}], structuredContent=P)


def text_is_none() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text=None)], structuredContent=P)  # expect: MCP105@66


def text_is_a_number() -> DataToolOutput:
    return CallToolResult(content=[T, TextContent(type="text", text=len(U))], structuredContent=P)  # expect: MCP105@69


def text_is_a_list_or_none(is_short=True) -> DataToolOutput:
    text = TextContent(type="text", text=None if is_short else [U])  # expect: MCP105@42
    return CallToolResult(content=[text], structuredContent=P)


def text_may_be_none(is_short=False) -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text=None if is_short else U)], structuredContent=P)


def text_of_bytes() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text=b"x")], structuredContent=P)


def no_text_in_block() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text")], structuredContent=P)  # expect: MCP105@36


def another_type() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="texto", text="x")], structuredContent=P)  # expect: MCP105@36


def type_left_out() -> DataToolOutput:
    return CallToolResult(content=[TextContent(text="x")], structuredContent=P)


def empty_text_in_a_dict() -> DataToolOutput:
    return CallToolResult(content=[{"type": "text", "text": ""}], structuredContent=P)  # expect: MCP105@35


def text_in_a_dict() -> DataToolOutput:
    return CallToolResult(content=[{"type": "text", "text": "x"}], structuredContent=P)


def empty_formatted_text() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text=f"")], structuredContent=P)  # expect: MCP105@35
