"""A plugin."""

from __future__ import annotations


def register_tools(registry):
    @registry.tool()
    def lookup():
        return registry.result
