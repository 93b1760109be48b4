"""A server on which no tool without sources exists: the contract, and the registry that holds tools to it."""

from mcp_server.contract import DataToolOutput, ValidationModel
from mcp_server.registry import Registry

__version__ = "0.1.0"

__all__ = ["DataToolOutput", "Registry", "ValidationModel", "__version__"]
