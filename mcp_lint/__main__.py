"""``python -m mcp_lint``: the same as the command `mcp-lint`, where the folder of scripts is not on PATH."""

from __future__ import annotations

import sys

from mcp_lint.cli import main

if __name__ == "__main__":
    sys.exit(main())
