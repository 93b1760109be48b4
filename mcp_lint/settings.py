"""What a user can set about the check itself, the same in flake8 and in ``mcp-lint``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one run; the defaults are those of the command line.

    ``registries``: last names that a registry goes by (``registry`` also fits ``self.registry``).
    ``registry_classes``: dotted names of classes that wrap the registry (``myapp.server.ToolRegistry``).
    ``sdk``: major version of the ``mcp`` package that the server runs on, 1 or 2.
    ``strict``: also report what cannot be judged (MCP190).
    ``no_follow``: do not look into other files of the project, for what functions imported from there give.
    ``enable``: codes, or prefixes of codes, that are off by default and wanted.
    """

    registries: tuple[str, ...] = ("registry",)
    registry_classes: tuple[str, ...] = ()
    sdk: int = 2
    strict: bool = False
    no_follow: bool = False
    enable: tuple[str, ...] = ()


DEFAULT_SETTINGS = Settings()
