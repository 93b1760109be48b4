"""Which codes are advice: the server serves the tool and its results all the same, or nothing is known to be wrong."""

from __future__ import annotations

# What the server does with each other one is a refusal or a failed call (`docs/agreement.md`).
ADVICE = frozenset({"MCP104", "MCP190", "MCP201", "MCP205", "MCP901", "MCP902", "MCP903"})


def is_advice(code: str) -> bool:
    """Whether a report is a warning and not an error."""
    return code in ADVICE
