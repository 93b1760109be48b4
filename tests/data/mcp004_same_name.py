"""Two tools of one name in one registry: one of them is lost."""
import sys

from elsewhere import NAME, OPTIONS
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("names")
other = Registry("others")
plugin = registry.for_plugin("plugin")
URL = "https://example.org/data"


@registry.tool()
def twice() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def twice() -> DataToolOutput:  # expect: MCP004@5
    return text_result("x", source_url=URL)


@registry.tool()
async def three_times() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(title="Three times")
async def three_times() -> DataToolOutput:  # expect: MCP004@11
    return text_result("x", source_url=URL)


@registry.tool()
def three_times() -> DataToolOutput:  # expect: MCP004@5
    return text_result("x", source_url=URL)


@registry.tool()
def taken() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name="taken")  # expect: MCP004@21
def takes_a_name() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name="given")
def first() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(
    title="Given",
    name='given',  # expect: MCP004@10
)
def second() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def given() -> DataToolOutput:  # expect: MCP004@5
    return text_result("x", source_url=URL)


def by_call() -> DataToolOutput:
    return text_result("x", source_url=URL)


def by_another_call() -> DataToolOutput:
    return text_result("x", source_url=URL)


registry.tool(name="called")(by_call)
registry.tool(name="called")(by_another_call)  # expect: MCP004@20


def register_tools(mcp):
    @mcp.tool()
    def nested() -> DataToolOutput:
        return text_result("x", source_url=URL)

    @mcp.tool()
    def nested() -> DataToolOutput:  # expect: MCP004@9
        return text_result("x", source_url=URL)


# From here on, nothing is reported but what is marked.


def register_more(mcp):
    @mcp.tool()
    def nested() -> DataToolOutput:
        return text_result("x", source_url=URL)


@other.tool()
def twice() -> DataToolOutput:
    return text_result("x", source_url=URL)


@plugin.tool()
def twice() -> DataToolOutput:
    return text_result("x", source_url=URL)


if sys.platform == "win32":
    @registry.tool()
    def on_each_platform() -> DataToolOutput:
        return text_result("x", source_url=URL)
elif sys.platform == "darwin":
    @registry.tool()
    def on_each_platform() -> DataToolOutput:
        return text_result("x", source_url=URL)
else:
    @registry.tool()
    def on_each_platform() -> DataToolOutput:
        return text_result("x", source_url=URL)


try:
    import pandas

    @registry.tool()
    def with_pandas() -> DataToolOutput:
        return text_result(pandas.__version__, source_url=URL)
except ImportError:
    @registry.tool()
    def with_pandas() -> DataToolOutput:
        return text_result("without", source_url=URL)


def chosen(mcp, fast):
    if fast:
        @mcp.tool()
        def either() -> DataToolOutput:
            return text_result("x", source_url=URL)

        return

    @mcp.tool()
    def either() -> DataToolOutput:
        return text_result("x", source_url=URL)


@registry.tool()
def refused():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool()
def refused() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def refused_for_its_type() -> str:  # expect: MCP002@31
    return "x"


@registry.tool()
def refused_for_its_type() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool  # expect: MCP003@2
def refused_for_its_parentheses() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def refused_for_its_parentheses() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def one_report() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def one_report():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool(name=NAME)
def variable_name() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name=NAME + "_more")
def variable_name() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name=f"{NAME}_again")
def variable_name() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(**OPTIONS)
def options() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(**OPTIONS)
def options() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool("by_position")
def position() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool("by_another_position")
def position() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name="Case")
def upper() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name="case")
def lower() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name="under_another_name")
def same_function_name() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def same_function_name() -> DataToolOutput:
    return text_result("x", source_url=URL)


def two_names() -> DataToolOutput:
    return text_result("x", source_url=URL)


registry.tool(name="one_name")(two_names)
registry.tool(name="another_name")(two_names)


def annotated_but_not_registered() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def annotated_but_not_registered() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.resource("data://resource")
def resource() -> str:
    return "x"


@registry.tool()
def resource() -> DataToolOutput:
    return text_result("x", source_url=URL)


class Left:
    def __init__(self, registry):
        self.registry = registry

        @self.registry.tool()
        def side() -> DataToolOutput:
            return text_result("x", source_url=URL)


class Right:
    def __init__(self, registry):
        self.registry = registry

        @self.registry.tool()
        def side() -> DataToolOutput:
            return text_result("x", source_url=URL)


for number in range(3):
    @registry.tool(name=f"number_{number}")
    def numbered() -> DataToolOutput:
        return text_result("x", source_url=URL)


registry = Registry("made anew")


@registry.tool()
def taken() -> DataToolOutput:
    return text_result("x", source_url=URL)


def _bare(function):
    def inner(*args):
        return function(*args)

    return inner


@registry.tool(name="hidden")
def first_of_hidden() -> DataToolOutput:
    return text_result("x", source_url=URL)


@_bare
def refused_since_hidden() -> str:
    return text_result("x", source_url=URL)


registry.tool(name="hidden")(refused_since_hidden)


CONSTANT = "constant"


@registry.tool(name=CONSTANT)
def named_by_a_constant() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(CONSTANT)  # expect: MCP004@16
def named_by_it_again() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name="")
def named_by_nothing() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(name=None)  # expect: MCP004@21
def named_by_nothing() -> DataToolOutput:
    return text_result("x", source_url=URL)
