#!/usr/bin/env python
# -*- coding: utf-8 -*-
# Licence: MIT.

from mcp_server import DataToolOutput


# About the function.
def register_tools(registry):
    @registry.tool()
    def lookup() -> DataToolOutput:
        return registry.result
