"""How the failure of a plugin is told: the reason in one line, and the traceback. Nothing here raises."""

from __future__ import annotations

import importlib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = str(Path(__file__).parent)


class UnusablePluginError(Exception):
    """The plugin's module imports but does not offer what the server calls."""


def reason_of(error: BaseException) -> str:
    """Say in one line why the plugin fails: the exception, without its notes (PEP 678)."""
    return _shown(error, _reason_of)


def traceback_of(error: BaseException) -> str:
    """Format the traceback from the plugin's first line on, without the loader and the import machinery."""
    return _shown(error, _traceback_of)


def _shown(error: BaseException, show: Callable[[BaseException], str]) -> str:
    """Show the error, or say that it cannot be: its methods are the plugin's code, and may raise anything."""
    try:
        return show(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"{type.__getattribute__(type(error), '__name__')}, whose text cannot be shown, because that fails, too"


def _reason_of(error: BaseException) -> str:
    if isinstance(error, UnusablePluginError):
        return str(error)
    if isinstance(error, SystemExit):
        called = f"it called sys.exit({error.code!r})"
        return _on_one_line(f"{called}, which ends the whole server: raise an exception instead")
    shown = traceback.TracebackException(type(error), error, None)
    # The notes come last, where the exception is that this line is for.
    vars(shown)["__notes__"] = None
    return _on_one_line(list(shown.format_exception_only())[-1])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _traceback_of(error: BaseException) -> str:
    if isinstance(error, UnusablePluginError):
        return ""
    place = error.__traceback__
    while place is not None and _is_machinery(place.tb_frame.f_code.co_filename):
        place = place.tb_next
    return "".join(traceback.format_exception(type(error), error, place))


def _is_machinery(file: str) -> bool:
    is_own = str(Path(file).parent) == _PACKAGE
    return is_own or file == importlib.__file__ or file.startswith("<frozen importlib")
