from __future__ import annotations

from elsewhere import R


def register_tools(registry):
    from mcp_server import DataToolOutput

    @registry.tool()
    def lookup():
        return R
