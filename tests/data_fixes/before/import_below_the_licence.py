#!/usr/bin/env python
# -*- coding: utf-8 -*-
# Licence: MIT.

# About the function.
def register_tools(registry):
    @registry.tool()
    def lookup():
        return registry.result
