"""How much the server takes at once. All are deliberate: see "Limits" in the README."""

from __future__ import annotations

import sys

from anyio import to_thread

if sys.platform != "win32":
    import resource

BLOCKING_TOOLS_AT_ONCE = 200

MAX_REQUEST = 4 * 1024 * 1024
"""Bytes of one message from a client; the SDK's own limit over HTTP. What is longer takes forty times its size when it
is parsed (a list of small numbers does)."""

SECONDS_FOR_A_REQUEST = 30.0
"""Seconds that a client over HTTP may take to send the head of a request, and as many for its body."""

_MOST_CONNECTIONS = 10_000


def max_connections() -> int:
    """How many clients may be connected over HTTP: three quarters of the descriptors that the process may have.

    The rest is for the files and the connections of the tools.
    """
    if sys.platform != "win32":
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed != resource.RLIM_INFINITY:
            return min(_MOST_CONNECTIONS, allowed * 3 // 4)
    return _MOST_CONNECTIONS


def allow_many_threads() -> None:
    """Let so many tools written with plain ``def`` run at once; call it in the event loop that serves.

    The SDK runs each on a thread (mcp.server.mcpserver.utilities.func_metadata, FuncMetadata.call_fn), and anyio
    allows 40: as many tools that wait for a slow source would keep all others from starting. Async tools take none.
    """
    to_thread.current_default_thread_limiter().total_tokens = BLOCKING_TOOLS_AT_ONCE
