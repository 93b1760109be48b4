"""Other names for the contract, and what only sounds like it."""
from mcp.types import CallToolResult as Result, TextContent
from mcp_server import DataToolOutput as Salida

Respuesta = Salida
Lista = list[str]


class Resultado:
    """Not the contract."""


class DataToolOutput:
    """Not the real one."""
