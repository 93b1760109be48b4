"""Objects that are bound to something known not to be a registry: their tools are another library's."""
import unittest.mock
from typing import Optional, Union
from unittest.mock import MagicMock, Mock

import fastmcp
import mcp.server.fastmcp
from fastmcp import FastMCP
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from toolkit import Registry, ToolRegistry
from toolkit import ToolRegistry as Tools

from mcp_server import DataToolOutput

registry = ToolRegistry("x")


class Recorder:
    """A test double: what registers with it is only written down."""

    def __init__(self):
        self.tools = {}

    def tool(self, *args, **kwargs):
        def decorate(function):
            self.tools[function.__name__] = function
            return function

        return decorate


@registry.tool()
def of_module(a: int):
    return a


@registry.tool
def of_module_without_parentheses(a: int):
    return a


def test_with_a_double():
    registry = Recorder()

    @registry.tool()
    def tool():
        return "x"


def test_with_another_double():
    recorder = Recorder()

    @recorder.tool()
    def tool():
        return "x"

    recorder.tool()(lambda: "x")


def test_with_a_mock():
    registry = MagicMock()

    @registry.tool()
    def tool():
        return "x"


def test_with_a_mock_with_arguments():
    registry = Mock(spec=ToolRegistry)

    @registry.tool()
    def tool():
        return "x"


def test_with_a_dotted_mock():
    registry = unittest.mock.MagicMock()

    @registry.tool()
    def tool():
        return "x"


def of_fastmcp():
    registry = FastMCP("x")

    @registry.tool()
    def tool():
        return "x"


def of_fastmcp_dotted():
    registry = fastmcp.FastMCP("x")

    @registry.tool()
    def tool():
        return "x"


def of_fastmcp_long():
    registry = mcp.server.fastmcp.FastMCP("x")

    @registry.tool()
    def tool():
        return "x"


def of_mcpserver():
    registry = MCPServer("x")

    @registry.tool()
    async def tool():
        return "x"


def of_server():
    registry = Server("x")

    @registry.tool()
    def tool():
        return "x"


def of_another_registry():
    registry = Registry("x")

    @registry.tool()
    def tool():
        return "x"


def of_a_renamed_class():
    registry = Tools("x")

    @registry.tool()
    def tool():
        return "x"


def of_a_declared_variable():
    registry: Tools = Tools("x")

    @registry.tool()
    def tool():
        return "x"


def of_a_walrus():
    if registry := FastMCP("x"):
        @registry.tool()
        def tool():
            return "x"


def parameter(registry: FastMCP):
    @registry.tool()
    def tool():
        return "x"


def parameter_in_quotes(registry: "FastMCP"):
    @registry.tool()
    def tool():
        return "x"


def parameter_dotted(registry: fastmcp.FastMCP):
    @registry.tool()
    def tool():
        return "x"


def parameter_or_none(registry: FastMCP | None = None):
    @registry.tool()
    def tool():
        return "x"


def parameter_optional(registry: Optional[FastMCP]):
    @registry.tool()
    def tool():
        return "x"


def parameter_of_two(registry: Union[FastMCP, MCPServer]):
    @registry.tool()
    def tool():
        return "x"


def parameter_of_a_class_of_the_file(registry: Recorder):
    @registry.tool()
    def tool():
        return "x"


def parameter_of_an_imported_class(registry: ToolRegistry):
    @registry.tool()
    def tool():
        return "x"


def register_tools(mcp: FastMCP):
    @mcp.tool()
    def tool():
        return "x"

    @mcp.tool
    def without_parentheses():
        return "x"

    mcp.tool()(lambda: "x")

    def inner():
        @mcp.tool()
        def deeper():
            return "x"

    inner()


def keyword_only(*, mcp: MCPServer):
    @mcp.tool()
    def tool():
        return "x"


class Plugin:
    def __init__(self):
        self.registry = ToolRegistry()

        @self.registry.tool()
        def tool():
            return "x"

    def later(self):
        @self.registry.tool()
        def tool():
            return "x"


class Given:
    def __init__(self, registry: FastMCP):
        self.registry = registry

        @self.registry.tool()
        def tool():
            return "x"


class Application(FastMCP):
    """A class of the file with a tool() of its own: `self` is an object of it."""

    def setup(self):
        @self.tool()
        def tool():
            return "x"

    @classmethod
    def set_up_class(cls):
        @cls.tool()
        def tool():
            return "x"


class Declared:
    registry: ToolRegistry

    def setup(self):
        @self.registry.tool()
        def tool():
            return "x"


def still_a_data_tool() -> DataToolOutput:
    return "x"  # expect: MCP106@12
