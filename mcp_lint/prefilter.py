"""text, or its bytes -> is it worth parsing? Most files end here, so this must be quick and must not import libcst.

Plain searches, not one regular expression: over the standard library (38 MB) they take 0.1 s, the expression 0.9 s.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING

from mcp_lint.source import is_plain_ascii

if TYPE_CHECKING:
    from mcp_lint.settings import Settings

# Whoever declares a tool writes one of them, even where it is imported under another name: `DataToolOutput`, or
# `Annotated[CallToolResult, ValidationModel]`, which is the same.
_DECLARED, _MODEL = "DataToolOutput", "ValidationModel"
# `registry.tool`: white space, a continued line and, in parentheses, comments may stand after the dot. Very much of it
# is taken for a tool: from each dot in a long comment, the search would go on to the comment's end.
_BETWEEN = r"(?:\s|\\|#[^\r\n]*[\r\n])"
_TOOL = re.compile(rf"\.(?:{_BETWEEN}{{0,499}}tool\b|{_BETWEEN}{{500}})")
_ASCII = bytes(range(128))


def is_worth_decoding(data: bytes, settings: Settings) -> bool:
    """Tell whether the text of these bytes may be worth parsing; False only where it is not.

    Most files end here, and need not be made text: that took as long as to search them.
    """
    if not is_plain_ascii(data):
        return True
    if _DECLARED.encode() in data or _MODEL.encode() in data:
        return True
    return b"tool" in data and any(name.encode() in data for name in _registry_words(settings))


def is_worth_parsing(text: str, settings: Settings) -> bool:
    """Tell whether the module may hold a data tool; False only where the whole check would report nothing."""
    names = _registry_words(settings)
    if _mentions_tool(text, names):
        return True
    # Python takes identifiers in their NFKC form: a tool may be written in full-width letters.
    if text.isascii():
        return False
    # A registry that is called `año` may also be written with a combining tilde, which is no character in disguise.
    if all(map(str.isascii, names)) and not any(map(_is_disguise, _foreign_characters(text))):
        return False
    return _mentions_tool(unicodedata.normalize("NFKC", text), names)


def _foreign_characters(text: str) -> set[str]:
    """The characters beyond ASCII. By way of bytes, since nothing that Python does to text deletes as quickly."""
    left = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return set(left.decode("utf-8", "surrogatepass"))


@functools.lru_cache(maxsize=10_000)
def _is_disguise(character: str) -> bool:
    """Whether a character becomes an ASCII one in an identifier. To fold whole texts took a third of a run."""
    if not f"a{character}".isidentifier():
        return False
    return any(map(str.isascii, unicodedata.normalize("NFKC", character)))


def _mentions_tool(text: str, names: tuple[str, ...]) -> bool:
    if _DECLARED in text or _MODEL in text:
        return True
    return "tool" in text and any(name in text for name in names) and _TOOL.search(text) is not None


@functools.lru_cache(maxsize=8)
def _registry_words(settings: Settings) -> tuple[str, ...]:
    classes = tuple(dotted.rpartition(".")[2] for dotted in settings.registry_classes)
    return (*settings.registries, *classes, "register_tools", "mcp_server")
