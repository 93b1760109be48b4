"""`peak_memory.py ARGUMENT...` runs mcp-lint, and says on standard error how many KiB it had at most.

Imports nothing that mcp-lint does not. If it starts processes, the largest of them counts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mcp_lint.cli import main


def peak() -> int:
    """The most memory that this process, or one that it started and that has ended, ever had."""
    import resource  # noqa: PLC0415 (Windows has none)

    unit = 1024 if sys.platform == "darwin" else 1  # macOS counts bytes
    own, of_children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(_of_linux() or own // unit, of_children // unit)


def _of_linux() -> int | None:
    """Linux's own count: there, `ru_maxrss` also counts what the process was before it became this program."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), None)


if __name__ == "__main__":
    code = main()
    print(peak(), file=sys.stderr)
    sys.exit(code)
