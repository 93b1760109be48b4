"""Inputs made up from seeds: files of tests/data cut up, mixed and damaged, so that the check gets far into them.

Half of them stay valid Python: expressions and statements of one file are put in the places of others. The rest is
damaged as text and as bytes.
"""

from __future__ import annotations

import ast
import copy
import functools
import random
import re
import textwrap
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis.strategies import SearchStrategy

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = (_ROOT / "tests" / "data", _ROOT / "examples")
_TOKEN = re.compile(r"\w+|\"[^\"\n]*\"|'[^'\n]*'|[ \t]+|\s|[^\w\s]")
_TOOL = "import mcp_server\n@registry.tool()\nasync def f(A, *B, **C) -> mcp_server.DataToolOutput:\n    pass\n"
# What tends to be forgotten: syntax of few files, and characters of fewer.
_RARE_TOKENS = (
    *("*", "**", "->", ":=", ":", "=", ",", ".", ";", "@", "/", "|", "|=", "+=", "...", "==", "<", "~", "%", "-1"),
    *("(", ")", "[", "]", "{", "}", "()", "[]", "{}", "(x)", "[x]", "(*x,)", "{**x}", "[*x]", "[0]", "[:]", ".x"),
    *("lambda: ", "lambda *a, b=1, **c: ", "yield ", "yield from ", "await ", "async ", "not ", "del ", "return "),
    *(" if x else ", " for x in y", " async for x in y", " in ", " is not ", " and ", " or ", " as x", "import "),
    *("from ", "global x", "nonlocal x", "pass", "break", "continue", "raise", "assert ", "with x: ", "while x: "),
    *("match x:", "case _:", "case {'sources': s, **rest}:", "case [x, *_]:", "case A(b=c) | d:", "except* E:"),
    *("type X[T] = int", "class X[T: int]:", "def f[*Ts, **P]():", "else:", "elif x:", "try: ", "finally:"),
    *("except A, B:", "super()", "__debug__", "self", "cls", "Ellipsis", "None", "True"),
    *("''", "b''", "f'{x!r:>{y}}'", "f'{{'", "t'{x}'", "rb'\\'", "'\\N{BULLET}'", "'\\777'", "'\\ud800'", '"""', "'''"),
    *("0", "1e999", "0x_f", "1j", "9" * 5000, "1_000"),
    *("# noqa", "# noqa: MCP1", "# flake8: noqa", "# type: ignore", "\\\n", "\n", "\n\n", "\n    ", "\t", "\f", "\r"),
    *("\0", "\ufeff", "\u2028", "é", "e\u0301", "\U0001f600", "\U0001d4fbegistry", "ﬁ", "\u3000", "\x1c", "¹", "µ"),
)


def input_of(seed: int) -> bytes:
    """The input of a seed, always the same one."""
    rng = random.Random(f"input {seed}")  # noqa: S311 - no secrets
    way = rng.random()
    if way < 0.03:
        return rng.randbytes(rng.randrange(200))
    text = _module(rng)
    if way < 0.5:
        return _transplanted(rng, text).encode("utf-8", "surrogatepass")
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        text = rng.choice(_DAMAGES)(rng, text) or "\n"
    data = _encoded(rng, text)
    return _with_changed_bytes(rng, data) if way > 0.9 else data


def valid_modules(seed: int) -> Iterator[bytes]:
    """Modules that hypothesmith derives from Python's grammar, each also as a tool's body; it must be installed."""
    import hypothesmith  # type: ignore[import-not-found]  # noqa: PLC0415 - for long runs alone

    modules = hypothesmith.from_grammar() | hypothesmith.from_node()
    while True:
        for text in _examples(modules, seed):
            yield text.encode("utf-8", "surrogatepass")
            yield (_TOOL + textwrap.indent(text, "    ")).encode("utf-8", "surrogatepass")
        seed += 1


def _examples(texts: SearchStrategy[str], seed: int) -> list[str]:
    found: list[str] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=100,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(texts)
    def note(text: str) -> None:
        found.append(text)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the modules call numbers, and such
        note()
    return found


@functools.cache
def _sources() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of each data file that this Python reads: the first statements, and the functions and classes."""
    found = []
    for path in sorted(path for folder in _FOLDERS for path in folder.glob("**/*.py")):
        if path.name.startswith("mcp900"):  # what libcst cannot read would keep the check from all that is put with it
            continue
        text = path.read_text(encoding="utf-8")
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        lines = text.splitlines(keepends=True)
        blocks = [(_is_block(node), "".join(lines[_first_line(node) - 1 : node.end_lineno])) for node in tree.body]
        head = "".join(block for is_block, block in blocks if not is_block)
        found.append((head, tuple(block for is_block, block in blocks if is_block)))
    return tuple(found)


def _is_block(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _module(rng: random.Random) -> str:
    """The first statements of one file, and some functions and classes of it and of others."""
    head, blocks = rng.choice(_sources())
    chosen = rng.sample(blocks, min(len(blocks), rng.randrange(1, 5)))
    while rng.random() < 0.4:
        chosen += rng.sample(rng.choice(_sources())[1] or ("",), 1)
    return head + "\n\n" + "\n\n".join(chosen)


def _transplanted(rng: random.Random, text: str) -> str:
    """Expressions and statements put in the places of others; what Python cannot write out stays as it is."""
    tree, donor = ast.parse(text), ast.parse(_module(rng))
    for _ in range(rng.choice((1, 1, 2, 4, 10))):
        kind = rng.choice((ast.expr, ast.expr, ast.stmt))
        places = list(_places(tree, kind))
        grafts = [node for node in ast.walk(rng.choice((tree, donor))) if isinstance(node, kind)]
        if places and grafts:
            rng.choice(places)(copy.deepcopy(rng.choice(grafts)))
    try:
        return ast.unparse(tree)
    except Exception:  # of many kinds: nothing but whole trees is expected there
        return text


def _places(tree: ast.AST, kind: type[ast.AST]) -> Iterator[Callable[[ast.AST], None]]:
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, kind):
                yield functools.partial(setattr, node, name)
            for number, item in enumerate(value if isinstance(value, list) else ()):
                if isinstance(item, kind):
                    yield functools.partial(value.__setitem__, number)


def _other_token(rng: random.Random) -> str:
    return rng.choice(_RARE_TOKENS) if rng.random() < 0.7 else rng.choice(_TOKEN.findall(_module(rng)))


def _token_replaced(rng: random.Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    tokens[rng.randrange(len(tokens))] = _other_token(rng)
    return "".join(tokens)


def _token_put_in(rng: random.Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    tokens.insert(rng.randrange(len(tokens) + 1), _other_token(rng))
    return "".join(tokens)


def _tokens_deleted(rng: random.Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    start = rng.randrange(len(tokens))
    del tokens[start : start + rng.choice((1, 1, 2, 5))]
    return "".join(tokens)


def _tokens_swapped(rng: random.Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _tokens_repeated(rng: random.Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    start = rng.randrange(len(tokens))
    end = start + rng.randrange(1, 6)
    return "".join([*tokens[:end], *(tokens[start:end] * rng.choice((1, 2, 30))), *tokens[end:]])


def _line_deleted(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


def _line_moved(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
    return "".join(lines)


def _line_indented(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    number = rng.randrange(len(lines))
    lines[number] = rng.choice(("    ", "\t", "\f", " ", "")) + rng.choice((lines[number], lines[number].lstrip()))
    return "".join(lines)


def _cut_off(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text))]


def _spliced(rng: random.Random, text: str) -> str:
    other = _module(rng)
    return text[: rng.randrange(len(text))] + other[rng.randrange(len(other)) :]


_DAMAGES: tuple[Callable[[random.Random, str], str], ...] = (
    *(_token_replaced, _token_put_in, _tokens_deleted, _tokens_swapped, _tokens_repeated),
    *(_token_replaced, _token_put_in, _line_deleted, _line_moved, _line_indented, _cut_off, _spliced),
)


def _encoded(rng: random.Random, text: str) -> bytes:
    if rng.random() < 0.1:
        text = text.replace("\n", rng.choice(("\r\n", "\r", "\n\x0c", "\\\n", " \n")))
    if rng.random() < 0.1:
        text = text.replace("    ", "\t")
    if rng.random() < 0.9:
        return text.encode("utf-8", "surrogatepass")
    codec = rng.choice(("utf-8-sig", "latin-1", "cp1252", "utf-16", "utf-7", "big5", "ascii"))
    cookie = rng.choice((f"# coding: {codec}\n", "", "# coding: klingon\n", "\n# vim: set fileencoding=cp1252 :\n"))
    return (cookie + text).encode(codec, "replace")


def _with_changed_bytes(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        place = rng.randrange(len(changed) + 1)
        changed[place : place + rng.choice((0, 1, 1, 1, 10))] = rng.randbytes(rng.choice((0, 1, 1, 1, 4)))
    return bytes(changed)
