

def register_tools(registry):
    @registry.tool()
    def lookup():
        return registry.result
