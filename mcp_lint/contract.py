"""What the contract says, once for the whole linter: fields, spellings and the names that they go by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp_lint.names import External
    from mcp_lint.settings import Settings

PAYLOAD_FIELDS = ("sources", "table", "charts", "force")
SOURCES = "sources"
CONTENT = "content"
STRUCTURED = "structuredContent"
IS_ERROR = "isError"

# The canonical name of each field of CallToolResult that matters, by the names under which it can be written:
# mcp_types' models take the camelCase alias and the Python name alike.
RESULT_SPELLINGS = {
    CONTENT: CONTENT,
    STRUCTURED: STRUCTURED,
    "structured_content": STRUCTURED,
    IS_ERROR: IS_ERROR,
    "is_error": IS_ERROR,
}
# mcp 1.x knows only the camelCase ones, and drops the others without a word.
RESULT_SPELLINGS_SDK_1 = {name: field for name, field in RESULT_SPELLINGS.items() if "_" not in name}
# The fields by which a result's attributes are read and set once it is built.
RESULT_ATTRIBUTES = {"content": CONTENT, "structured_content": STRUCTURED, "is_error": IS_ERROR}
RESULT_ATTRIBUTES_SDK_1 = {"content": CONTENT, "structuredContent": STRUCTURED, "isError": IS_ERROR}

# Packages of which it is known that nothing in them is another name for DataToolOutput.
KNOWN_PACKAGES = frozenset({"mcp", "mcp_types", "pydantic", "typing_extensions", "pandas", "numpy", "polars", "httpx"})

# Where the SDK's `CallToolResult` is imported from.
_RESULT_PACKAGES = frozenset({"mcp", "mcp_types", "mcp_server"})


def result_spellings(settings: Settings) -> dict[str, str]:
    """Keyword names of ``CallToolResult`` -> canonical field, for the server's SDK."""
    return RESULT_SPELLINGS_SDK_1 if settings.sdk == 1 else RESULT_SPELLINGS


def result_attributes(settings: Settings) -> dict[str, str]:
    """Attribute names of a built ``CallToolResult`` -> canonical field, for the server's SDK."""
    return RESULT_ATTRIBUTES_SDK_1 if settings.sdk == 1 else RESULT_ATTRIBUTES


def is_data_tool_output(target: External) -> bool:
    """Whether an external name is ``DataToolOutput``; one from a module that cannot be read is taken at its word."""
    return target.last == "DataToolOutput"


def is_call_tool_result(target: External) -> bool:
    """Whether an external name is the SDK's ``CallToolResult``; what other packages call so may be anything."""
    return has_name_of_result(target) and target.root in _RESULT_PACKAGES


def has_name_of_result(target: External) -> bool:
    """Whether an external name is ``CallToolResult``, wherever from: it is not ``DataToolOutput``."""
    return target.last == "CallToolResult"


def is_validation_model(target: External) -> bool:
    """Whether an external name is ``mcp_server``'s model of the payload."""
    return target.last == "ValidationModel"


def is_registry_class(target: External, settings: Settings) -> bool:
    """Whether an external name is ``mcp_server``'s registry or a class that the settings name."""
    if target.root == "mcp_server" and target.last == "Registry":
        return True
    return any(_is_same_class(target.dotted, name) for name in settings.registry_classes)


def _is_same_class(found: str, configured: str) -> bool:
    """``from .server import Hub`` and ``from app import Hub`` both may be the configured ``app.server.Hub``."""
    if found == configured or (found.startswith(".") and configured.endswith("." + found.lstrip("."))):
        return True
    parts, wanted = found.split("."), configured.split(".")
    return parts[-1] == wanted[-1] and parts[0] == wanted[0] and len(parts) < len(wanted)
