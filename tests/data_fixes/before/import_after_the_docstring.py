"""A plugin.

Of more lines.
"""


def register_tools(registry):
    @registry.tool()
    def lookup():
        return registry.result
