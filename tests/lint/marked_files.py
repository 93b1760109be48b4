"""The files of tests/data, and how each wants to be read.

Comments among the first lines of a file say so: ``# settings: registries=hub,tools sdk=1`` gives the checker's
settings, and ``# python: 3.12`` says which Python its syntax needs (the checker reads it on any).
"""

from __future__ import annotations

import re
from pathlib import Path

from mcp_lint.settings import Settings

DATA = Path(__file__).resolve().parents[1] / "data"
FILES = sorted(DATA.glob("**/*.py"))
HEAD_LINES = 5


def read(path: Path) -> str:
    """Its text."""
    return path.read_text(encoding="utf-8")


def lines_of(text: str) -> list[str]:
    """Split as Python's own parser does: ``str.splitlines`` also breaks at form feeds."""
    return re.split(r"\r\n|\r|\n", text)


def head_of(text: str, name: str) -> str:
    """Return what a comment such as ``# settings: ...`` among the first lines says, or nothing."""
    found = re.search(rf"^# {name}:(.*)$", "\n".join(lines_of(text)[:HEAD_LINES]), re.MULTILINE)
    return found[1].strip() if found else ""


def settings_of(text: str) -> Settings:
    """The settings that a file is to be checked with."""
    values = dict(pair.split("=", 1) for pair in head_of(text, "settings").split())
    default = Settings()
    settings = Settings(
        registries=_names(values.pop("registries", None), default.registries),
        registry_classes=_names(values.pop("registry_classes", None), default.registry_classes),
        sdk=int(values.pop("sdk", default.sdk)),
        strict=values.pop("strict", "false") == "true",
        enable=_names(values.pop("enable", None), default.enable),
    )
    assert not values, f"no such settings: {sorted(values)}"
    return settings


def _names(value: str | None, default: tuple[str, ...]) -> tuple[str, ...]:
    return default if value is None else tuple(value.split(","))
