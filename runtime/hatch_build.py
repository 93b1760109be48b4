"""Leave the repository's .gitignore out of the source distribution; hatchling has no setting for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WithoutGitignore(BuildHookInterface[Any]):
    """A hook for the target `sdist`, https://hatch.pypa.io, "Custom build hook"."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Drop the file, which hatchling takes from the nearest folder above that has one."""
        included = build_data["force_include"]
        for source in [source for source in included if Path(source).name == ".gitignore"]:
            del included[source]
