"""Objects that the file makes: registries under any name, and others under any name."""
import mcp_server
from elsewhere import AppServer, build
from mcp_server import Registry
from mcp_server import Registry as Tools
from mcp_server.registry import Registry as FromModule

tools = Registry("x")
dotted = mcp_server.Registry("x")
renamed = Tools("x")
from_module = FromModule("x")
declared: Registry = Registry("x")
of_plugin = tools.for_plugin("plugin")
of_plugin_of_plugin = of_plugin.for_plugin("plugin")
of_plugin_at_once = Registry("x").for_plugin("plugin")
alias = tools
first = second = Registry("x")


def make():
    return Registry("x")


def make_by_name(name) -> Registry:
    made = Registry(name)
    return made


def make_by_way_of_another():
    return make()


def make_another_thing():
    return AppServer("x")


made = make()
made_by_name = make_by_name("x")
made_by_way_of_another = make_by_way_of_another()
made_of_plugin = make().for_plugin("plugin")
another_thing = make_another_thing()
server = AppServer("x")
built = build()
text = str("x")


@tools.tool()
def of_tools():  # expect: MCP001@5
    return "x"


@dotted.tool()
def of_dotted():  # expect: MCP001@5
    return "x"


@renamed.tool()
def of_renamed():  # expect: MCP001@5
    return "x"


@from_module.tool()
def of_from_module():  # expect: MCP001@5
    return "x"


@declared.tool()
def of_declared():  # expect: MCP001@5
    return "x"


@of_plugin.tool()
def of_of_plugin():  # expect: MCP001@5
    return "x"


@of_plugin_of_plugin.tool()
def of_of_plugin_of_plugin():  # expect: MCP001@5
    return "x"


@of_plugin_at_once.tool()
def of_of_plugin_at_once():  # expect: MCP001@5
    return "x"


@alias.tool()
def of_alias():  # expect: MCP001@5
    return "x"


@second.tool()
def of_second():  # expect: MCP001@5
    return "x"


@made.tool()
def of_made():  # expect: MCP001@5
    return "x"


@made_by_name.tool()
def of_made_by_name():  # expect: MCP001@5
    return "x"


@made_by_way_of_another.tool()
def of_made_by_way_of_another():  # expect: MCP001@5
    return "x"


@made_of_plugin.tool()
def of_made_of_plugin():  # expect: MCP001@5
    return "x"


def inside():
    local = Registry("x")

    @local.tool()
    def tool():  # expect: MCP001@9
        return "x"

    def deeper():
        @local.tool()
        def tool_of_the_same_registry():  # expect: MCP001@13
            return "x"


def annotated(hub: Registry):
    @hub.tool()
    def tool():  # expect: MCP001@9
        return "x"


def annotated_in_quotes(hub: "mcp_server.Registry"):
    @hub.tool()
    def tool():  # expect: MCP001@9
        return "x"


def annotated_or_none(hub: Registry | None = None):
    @hub.tool()
    def tool():  # expect: MCP001@9
        return "x"


class Holder:
    def __init__(self):
        self.tools = Registry("x")

        @self.tools.tool()
        def tool():  # expect: MCP001@13
            return "x"

    def later(self):
        @self.tools.tool()
        def tool_of_later():  # expect: MCP001@13
            return "x"


# From here on, nothing is reported.


class OtherHolder:
    def __init__(self):
        self.tools = AppServer("x")

        @self.tools.tool()
        def tool():
            return "x"


@another_thing.tool()
def of_another_thing():
    return "x"


@server.tool()
def of_server():
    return "x"


@built.tool()
def of_built():
    return "x"


@text.tool()
def of_text():
    return "x"


@unbound.tool()
def of_unbound():
    return "x"


def shadowed():
    tools = AppServer("x")

    @tools.tool()
    def tool():
        return "x"


def shadowed_by_a_parameter(tools: AppServer):
    @tools.tool()
    def tool():
        return "x"
