"""Objects whose last name is `registry`, in a file that says nothing else about them."""
import app
from app import get_registry, registry, settings
from app.plugins import registry as plugins


@registry.tool()
def imported():  # expect: MCP001@5
    return "x"


@app.registry.tool()
def dotted():  # expect: MCP001@5
    return "x"


@app.core.registry.tool()
def dotted_twice():  # expect: MCP001@5
    return "x"


class Plugin:
    def __init__(self, registry):
        self.registry = registry

        @self.registry.tool()
        def of_self():  # expect: MCP001@13
            return "x"

        @registry.tool()
        def of_a_parameter():  # expect: MCP001@13
            return "x"

    @classmethod
    def set_up(cls):
        @cls.registry.tool()
        def of_class():  # expect: MCP001@13
            return "x"


def parameter(registry):
    @registry.tool()
    def tool():  # expect: MCP001@9
        return "x"


def parameter_of_any_kind(registry: object):
    @registry.tool()
    def tool():  # expect: MCP001@9
        return "x"


def unknown_call():
    registry = get_registry()

    @registry.tool()
    def tool():  # expect: MCP001@9
        return "x"


def loop():
    for registry in settings.registries:
        @registry.tool()
        def tool():  # expect: MCP001@13
            return "x"


def with_statement():
    with app.open() as registry:
        @registry.tool()
        def tool():  # expect: MCP001@13
            return "x"


# From here on, nothing is reported.


@plugins.tool()
def renamed():
    return "x"


@app.tools.tool()
def another_last_name():
    return "x"


@registry.tools.tool()
def registry_is_not_last():
    return "x"


@app._registry.tool()
def underscore():
    return "x"


@settings.registries["x"].tool()
def item():
    return "x"


@get_registry().tool()
def call():
    return "x"


@app.my_registry.tool()
def longer_name():
    return "x"


@app.Registry.tool()
def another_case():
    return "x"


@registry.tools()
def another_method():
    return "x"


@registry.tool.option()
def deeper_method():
    return "x"


def no_parameter_of_a_plugin(mcp):
    @mcp.tool()
    def tool():
        return "x"
