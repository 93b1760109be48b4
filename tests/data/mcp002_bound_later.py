"""Quoted annotations whose name the module binds only after the registration: the server looks once, and then."""
from typing import Annotated

from mcp.types import CallToolResult
from mcp_server import DataToolOutput, Registry, ValidationModel
from mcp_server.results import text_result

registry = Registry("later")
URL = "https://example.org/data"
ANNOTATIONS = {"energy": DataToolOutput}


@registry.tool()
def decorated() -> "Later":  # expect: MCP002@20
    return text_result("x", source_url=URL)


@registry.tool()
def in_parts() -> "Annotated[LaterResult, ValidationModel]":  # expect: MCP002@19
    return text_result("x", source_url=URL)


@registry.tool()
def half_quoted() -> Annotated["LaterResult", ValidationModel]:  # expect: MCP002@22
    return text_result("x", source_url=URL)


@registry.tool()
def late_module() -> "later_module.DataToolOutput":  # expect: MCP002@22
    return text_result("x", source_url=URL)


def called() -> "Later":  # expect: MCP002@17
    return text_result("x", source_url=URL)


def called_in_time() -> "Later":
    return text_result("x", source_url=URL)


@registry.tool()
def a_key_is_no_annotation() -> ANNOTATIONS["energy"]:
    return text_result("x", source_url=URL)


class Tools:
    @registry.tool()
    def in_a_class() -> "Later":  # expect: MCP002@25
        return text_result("x", source_url=URL)


def register_tools(registry):
    @registry.tool()
    def when_it_is_there() -> "Later":
        return text_result("x", source_url=URL)


registry.tool()(called)
Later = DataToolOutput
LaterResult = CallToolResult
energy = "named like the key"
import mcp_server as later_module

registry.tool()(called_in_time)
