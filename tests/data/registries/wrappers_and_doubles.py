"""Code around a registry: wrappers, test doubles, and other uses of the word."""
from elsewhere import make_server
from mcp_server import Registry


class Wrapper:
    def __init__(self, registry):
        self._mcp = registry
        self.tools = {}

    def tool(self, *args, **meta):
        def decorate(fn):
            return self._mcp.tool(meta=meta)(fn)

        return decorate

    def add(self, fn):
        return self._mcp.tool()(fn)

    def remember(self, name, f):
        self.tools[name] = f
        return f


class Double:
    def __init__(self):
        self.tools = {}

    def tool(self, name=None):
        def register(f):
            self.tools[name or f.__name__] = f
            return f

        return register


def test_registers():
    double = Double()

    @double.tool()
    def tool():
        return "x"

    assert "tool" in double.tools


def forward(registry, fn):
    return registry.tool()(fn)


def forward_all(registry, functions):
    for function in functions:
        registry.tool(title=function.__name__)(function)


def forward_all_of_a_dict(registry, functions):
    for name, function in functions.items():
        registry.tool(name=name)(function)


registry = Registry("x")
decorate = registry.tool()
print(registry.tool, registry.tool())
names = [tool.name for tool in registry.tools]
node_ids = make_server()
node_ids.tool("call")
registry.tool("name")
