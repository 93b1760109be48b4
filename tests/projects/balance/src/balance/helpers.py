"""Builders that all modules share."""

from mcp.types import CallToolResult, TextContent

SOURCE = "https://example.org/balance"


def text_result(text, sources, table=None):
    payload = {"sources": sources}
    if table is not None:
        payload["table"] = table
    return CallToolResult(content=[TextContent(type="text", text=text)], structuredContent=payload)


def bare(text):
    return CallToolResult(content=[TextContent(type="text", text=text)])


def failed(text):
    return CallToolResult(content=[TextContent(type="text", text=text)], isError=True)


class Builder:
    @staticmethod
    def build(text):
        return text_result(text, [])

    def of_object(self, text):
        return text_result(text, [SOURCE])
