from __future__ import annotations

from elsewhere import R, registry


@registry.tool()
def lookup():
    return R
