"""Tests of a plugin: doubles that write down what is registered, fixtures, and texts that hold code."""
import textwrap
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from plugin import register_tools

CODE = """
@registry.tool()
def in_a_string():
    return CallToolResult(content=[])
"""


class FakeRegistry:
    def __init__(self):
        self.tools = {}

    def tool(self, *args, name=None, **kwargs):
        def register(f):
            self.tools[name or f.__name__] = f
            return f

        return register


@pytest.fixture
def registry():
    return FakeRegistry()


@pytest.fixture
def tools():
    fake = FakeRegistry()
    register_tools(fake)
    return fake.tools


def test_lists_cities(tools):
    result = tools["list_cities"]()
    assert result.structured_content["sources"]


def test_with_a_mock():
    mcp = MagicMock()
    mcp.tool.return_value = lambda f: f

    @mcp.tool()
    def anything():
        return "x"

    register_tools(mcp)
    assert anything() == "x"


def test_with_a_namespace():
    registered = []
    registry = SimpleNamespace(tool=lambda: registered.append)

    @registry.tool()
    def anything():
        return "x"

    assert registered


def test_code(tmp_path):
    file = tmp_path / "plugin.py"
    file.write_text(textwrap.dedent('''
        @registry.tool()
        def in_another_string():
            pass
    ''') + CODE)
    # @registry.tool()
    # def in_a_comment():
    #     pass
    assert file.exists()
