"""What the registry knows of tools and their faults, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a function or a result.

    ``code``: the linter's code, which ``mcp-lint explain`` explains. ``field``: what it is about, ``sources`` or
    ``table[2][1]``. ``text``: one line that says what is wrong, what the server does, and what to write instead.
    ``is_warning``: the result leaves the server all the same.
    """

    code: str
    field: str
    text: str
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A function that the registry did not register: no client sees it. ``str`` gives its line in the log.

    ``function``: its name; ``file`` and ``line``: where it begins, with its decorators ("" and 0 if Python has no
    source for it); ``plugin``: the package whose registry refused it; ``tool``: the name that it would have had.
    """

    function: str
    code: str
    reason: str
    file: str
    line: int
    plugin: str | None
    tool: str | None

    def __str__(self) -> str:
        """The code, the reason and the place, on one line."""
        return f"{self.code} {self.reason} ({place(self.file, self.line)})"


@dataclass(frozen=True, slots=True)
class RegisteredTool:
    """A tool that clients see: the name that they call, and the function behind it."""

    name: str
    function: str
    file: str
    line: int
    plugin: str | None


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """What a plugin says of itself with ``set_plugin_info``, for the server's instructions and its tools' ``_meta``."""

    title: str
    description: str = ""
    sample_questions: tuple[str, ...] = ()
    instructions: str = ""


def place(file: str, line: int) -> str:
    """A place as the log writes it: ``tools.py:12``."""
    return f"{file}:{line}" if file else "built in"
