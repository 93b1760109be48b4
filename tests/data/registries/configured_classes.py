"""Classes that a user sets, which wrap the registry."""
# settings: registry_classes=app.server.ToolRegistry,app.Hub
import app
import app.server as server
from app.server import Other, ToolRegistry
from app.server import ToolRegistry as Renamed
from toolkit import ToolRegistry as AnotherToolRegistry

tools = ToolRegistry("x")
registry = ToolRegistry("x")
renamed = Renamed("x")
dotted = app.Hub("x")
of_module = server.ToolRegistry("x")
of_plugin = tools.for_plugin("x")
other = Other("x")
another = AnotherToolRegistry("x")


def make():
    return ToolRegistry("x")


made = make()


@tools.tool()
def of_tools():  # expect: MCP001@5
    return "x"


@registry.tool()
def of_registry():  # expect: MCP001@5
    return "x"


@renamed.tool()
def of_renamed():  # expect: MCP001@5
    return "x"


@dotted.tool()
def of_dotted():  # expect: MCP001@5
    return "x"


@of_module.tool()
def of_of_module():  # expect: MCP001@5
    return "x"


@of_plugin.tool()
def of_of_plugin():  # expect: MCP001@5
    return "x"


@made.tool()
def of_made():  # expect: MCP001@5
    return "x"


def parameter(hub: ToolRegistry):
    @hub.tool()
    def tool():  # expect: MCP001@9
        return "x"


def parameter_or_none(hub: app.Hub | None):
    @hub.tool()
    def tool():  # expect: MCP001@9
        return "x"


@other.tool()
def of_other():
    return "x"


@another.tool()
def of_another():
    return "x"


def shadowed():
    registry = Other("x")

    @registry.tool()
    def tool():
        return "x"
