"""Bytes to text and back: agreement with flake8's own reading, whatever the bytes are."""

from __future__ import annotations

import tokenize
from typing import TYPE_CHECKING

import pytest
from flake8.processor import FileProcessor  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from mcp_lint.noqa import _Options
from mcp_lint.source import Source, decode, lines_of

if TYPE_CHECKING:
    from pathlib import Path

BOM = b"\xef\xbb\xbf"
FILES = {
    "empty": b"",
    "ascii": b"x = 1\n",
    "utf-8": "x = 'año'\n".encode(),
    "utf-8 with mark": BOM + "x = 'año'\n".encode(),
    "two marks": BOM + BOM + b"x = 1\n",
    "only a mark": BOM,
    "latin-1 cookie": "# coding: latin-1\nx = 'año'\n".encode("latin-1"),
    "cookie in line 2": "#!python\n# -*- coding: cp1252 -*-\nx = '€'\n".encode("cp1252"),
    "cp1252 without a cookie": "x = '€'\n".encode("cp1252"),
    "lying cookie": "# coding: ascii\nx = 'año'\n".encode(),
    "unknown cookie": b"# coding: klingon\nx = 1\n",
    "mark against cookie": BOM + "# coding: latin-1\nx = 'año'\n".encode(),
    "big5": "# coding: big5\nx = '中文'\n".encode("big5"),
    "crlf": b"x = 1\r\ny = '''a\r\nb'''\r\n",
    "cr": b"x = 1\ry = 2\r",
    "mixed": b"x = 1\r\ny = 2\rz = 3\n\r\n\n\r",
    "form feed and separators": "x = 1\x0c\ny = '\x1c\x85\u2028'\n".encode(),
    "no newline at the end": b"x = 1",
    "NUL": b"x = 1\0\n",
    "utf-16": "x = 1\n".encode("utf-16"),
}


def _of_flake8(path: Path) -> list[str]:
    lines: list[str] = FileProcessor(str(path), _Options()).lines
    return lines


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_text_is_what_flake8_reads_and_bytes_come_back(data: bytes, tmp_path: Path) -> None:
    """Same lines as flake8's, and the same bytes again."""
    path = tmp_path / "file.py"
    path.write_bytes(data)
    source = decode(data)
    assert source.lines() == _of_flake8(path)
    assert source.encode() == data


@given(st.binary(max_size=200))
def test_no_bytes_are_refused(data: bytes) -> None:
    """Any bytes are read, and come back."""
    assert decode(data).encode() == data


@given(st.text(alphabet="x =#'\"\\\r\n\x0cñ\u2028", max_size=60))
def test_newlines_are_kept_in_the_text(text: str) -> None:
    """The text has the file's newlines; only the lines have plain ones."""
    assert decode(text.encode()).text == text
    assert "".join(lines_of(text)) == text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(
    "codec", ["rot13", "undefined", "hex", "idna", "punycode", "unicode_escape", "utf-7", "utf-16"]
)
def test_codecs_that_are_no_source_encodings_do_not_end_the_run(codec: str) -> None:
    """Where flake8 itself ends in a traceback, the file is read all the same."""
    assert "registry" in decode(f"# coding: {codec}\nregistry = '\\x'\n".encode()).text


def test_a_changed_text_is_written_in_the_files_encoding() -> None:
    """What a fixer does: new text, old encoding and mark."""
    source = decode("# coding: latin-1\nx = 'año'\n".encode("latin-1"))
    assert source.encoding == tokenize.detect_encoding(iter([b"# coding: latin-1\n"]).__next__)[0]
    assert Source("ñ", source.encoding, has_bom=False).encode() == b"\xf1"
    assert Source("ñ", "utf-8", has_bom=True).encode() == BOM + "ñ".encode()
