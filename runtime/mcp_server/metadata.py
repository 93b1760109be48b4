"""What an installed distribution says of itself, for its tools' ``_meta``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from typing import TYPE_CHECKING

from mcp_server.wording import sendable

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class DistributionMetadata:
    """``description``: its summary; ``urls``: its ``[project.urls]`` by label, in their order."""

    description: str = ""
    urls: tuple[tuple[str, str], ...] = ()


def read_metadata(package: str) -> DistributionMetadata:
    """Read the metadata of the distribution that has an import package's name, or else of the one that contains it.

    Empty if none does. The fields are those of the core metadata specification (``Summary``, ``Project-URL``).
    """
    found = _find(package)
    if found is None:
        return DistributionMetadata()
    labelled = (line.partition(",") for line in found.get_all("Project-URL") or ())
    urls = tuple((label.strip(), url.strip()) for label, _, url in labelled)
    # `get_all`, since a key that is missing raises in the newest Pythons and gives None in the others.
    summaries = found.get_all("Summary") or [""]
    return DistributionMetadata(
        description=sendable(summaries[0]), urls=tuple((sendable(label), sendable(url)) for label, url in urls)
    )


def _find(package: str) -> metadata.PackageMetadata | None:
    try:
        return metadata.metadata(package)
    except (metadata.PackageNotFoundError, ValueError):
        # Looking through every distribution takes longer, so only for a package of another name.
        names = _distributions_of_packages(tuple(sys.path)).get(package.partition(".")[0], ())
    return metadata.metadata(names[0]) if names else None


@lru_cache(maxsize=1)
def _distributions_of_packages(_path: tuple[str, ...]) -> Mapping[str, list[str]]:
    """Which distributions each package comes from, read once: half a second where a few hundred are installed."""
    return metadata.packages_distributions()
