"""Names that a user sets."""
# settings: registries=hub,data_tools
from app import data_tools, hub, registry


@hub.tool()
def of_hub():  # expect: MCP001@5
    return "x"


@data_tools.tool()
def of_data_tools():  # expect: MCP001@5
    return "x"


class Plugin:
    def __init__(self):
        @self.hub.tool()
        def of_self():  # expect: MCP001@13
            return "x"


@registry.tool()
def the_default_is_replaced():
    return "x"


def shadowed():
    hub = dict()

    @hub.tool()
    def tool():
        return "x"
