"""A checker for the tools of MCP data servers: no answer without a source.

The package never imports the code that it reads, nor ``mcp_server``, whose name other servers use too.
"""

__version__ = "0.1.0"
