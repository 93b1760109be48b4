"""How many tools that block can run at once."""

from __future__ import annotations

from anyio import to_thread

BLOCKING_TOOLS_AT_ONCE = 200


def allow_many_threads() -> None:
    """Let so many tools written with plain ``def`` run at once; call it in the event loop that serves.

    The SDK runs each on a thread (mcp.server.mcpserver.utilities.func_metadata, FuncMetadata.call_fn), and anyio
    allows 40: as many tools that wait for a slow source would keep all others from starting. Async tools take none.
    """
    to_thread.current_default_thread_limiter().total_tokens = BLOCKING_TOOLS_AT_ONCE
