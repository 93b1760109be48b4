"""bytes -> text, read as flake8 reads a file, with what it takes to write the same bytes back."""

from __future__ import annotations

import codecs
import io
import tokenize
from dataclasses import dataclass, replace

_ANY_BYTES = "latin-1"  # decodes whatever it is given
_MARK_AS_LATIN_1 = codecs.BOM_UTF8.decode(_ANY_BYTES)


@dataclass(frozen=True, slots=True)
class Source:
    r"""A module as the checker reads it.

    ``text``: without the byte-order mark; newlines are those of the file (``\n``, ``\r\n``, ``\r``, also mixed).
    ``encoding``: the codec that ``text`` came from, as Python names it; ``latin-1`` where the file's own one failed.
    ``has_bom``: whether a UTF-8 byte-order mark stood before the text.
    """

    text: str
    encoding: str
    has_bom: bool

    def encode(self) -> bytes:
        """Give the bytes that the text was read from; for a changed text, the bytes to write.

        Raise ``UnicodeEncodeError`` where the encoding has no bytes for a character. Codecs that can spell one text in
        two ways (UTF-7, ISO-2022) may choose the other: whoever writes a file back compares with its bytes first.
        """
        return (codecs.BOM_UTF8 if self.has_bom else b"") + self.text.encode(self.encoding)

    def lines(self) -> list[str]:
        r"""Give the lines as flake8 hands them to its plugins, each one ending in a plain ``\n``."""
        return lines_of(self.text)


def lines_of(text: str) -> list[str]:
    r"""Split where Python's own parser does (``str.splitlines`` also breaks at form feeds), endings made ``\n``."""
    return list(io.StringIO(text, newline=None))


def decode(data: bytes) -> Source:
    """Read as ``flake8.processor`` does: by cookie and byte-order mark, and as Latin-1 where those lie.

    So there is no failure: a file in an unknown encoding is still checked, with the same columns as in flake8.
    """
    if is_plain_ascii(data):  # most files; to find an encoding takes longer than to decode
        return Source(data.decode("ascii"), "utf-8", has_bom=False)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    # LookupError: codecs such as rot13 exist, but are none for text. Some codecs raise a bare ValueError.
    except (SyntaxError, LookupError, ValueError):
        return _without_mark(data.decode(_ANY_BYTES), _ANY_BYTES, _MARK_AS_LATIN_1)
    if encoding != "utf-8-sig":
        return Source(text, encoding, has_bom=False)
    if text.startswith("\ufeff"):  # a second mark, which flake8 strips as well: this codec writes the first again
        return Source(text[1:], encoding, has_bom=True)
    return Source(text, "utf-8", has_bom=True)


def is_plain_ascii(data: bytes) -> bool:
    """Whether the text is its bytes, one for each character: they are ASCII, and do not say that they are not."""
    return data.isascii() and not _may_have_cookie(data)


def encode_again(data: bytes, source: Source, text: str) -> bytes | None:
    """The bytes of a changed text; None where they would not be read as that text, or the old ones not come back."""
    try:
        changed = replace(source, text=text)
        after = changed.encode()
        is_kept = source.encode() == data and decode(after) == changed
    except UnicodeError:
        return None
    return after if is_kept else None


def _may_have_cookie(data: bytes) -> bool:
    """Whether one of the first two lines may be a cookie (PEP 263), which can make even ASCII bytes another text."""
    second = data.find(b"\n") + 1
    end = data.find(b"\n", second) if second else -1
    return b"coding" in (data if end < 0 else data[:end])


def _without_mark(text: str, encoding: str, mark: str) -> Source:
    has_bom = text.startswith(mark)
    return Source(text[len(mark) :] if has_bom else text, encoding, has_bom)
