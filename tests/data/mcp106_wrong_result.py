"""Tools that return something else than a result, and tools that only seem to."""
import asyncio
import contextlib
import functools
import os
import sys
from abc import ABC, abstractmethod
from typing import NoReturn, Protocol, overload

from elsewhere import assert_never, cache, fetch, find, guard, h, memoize, text_result
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
R = CallToolResult(content=C, structuredContent={"sources": [U]})


def text() -> DataToolOutput:
    return "x"  # expect: MCP106@12


async def waits() -> DataToolOutput:
    return "x"  # expect: MCP106@12


def formatted(year) -> DataToolOutput:
    return f"in {year}"  # expect: MCP106@12


def none() -> DataToolOutput:
    return None  # expect: MCP106@12


def bare() -> DataToolOutput:
    return  # expect: MCP106@5


def mapping() -> DataToolOutput:
    return {"sources": [U]}  # expect: MCP106@12


def mapping_by_name() -> DataToolOutput:
    payload = {"sources": [U]}
    return payload  # expect: MCP106@12


def result_written_out() -> DataToolOutput:
    result = CallToolResult(content=C, structuredContent={"sources": [U]})
    return result.model_dump()  # expect: MCP106@12


def mapping_by_call() -> DataToolOutput:
    return dict(sources=[U])  # expect: MCP106@12


def a_list() -> DataToolOutput:
    return [TextContent(type="text", text="x")]  # expect: MCP106@12


def comprehension(urls) -> DataToolOutput:
    return [url for url in urls]  # expect: MCP106@12


def a_tuple() -> DataToolOutput:
    return R, None  # expect: MCP106@12


def a_set() -> DataToolOutput:
    return {U}  # expect: MCP106@12


def number() -> DataToolOutput:
    return 42  # expect: MCP106@12


def truth() -> DataToolOutput:
    return False  # expect: MCP106@12


def only_the_text() -> DataToolOutput:
    return TextContent(type="text", text="x")  # expect: MCP106@12


def the_model() -> DataToolOutput:
    return ValidationModel(sources=[U])  # expect: MCP106@12


def the_model_dumped() -> DataToolOutput:
    return ValidationModel(sources=[U]).model_dump()  # expect: MCP106@12


def a_function() -> DataToolOutput:
    return lambda: R  # expect: MCP106@12


def first_arm(found) -> DataToolOutput:
    return None if found else R  # expect: MCP106@12


def second_arm(found) -> DataToolOutput:
    return R if found else None  # expect: MCP106@28


def both_arms(found) -> DataToolOutput:
    return {} if found else None  # expect: MCP106@12


def arm_of_an_arm(found, first) -> DataToolOutput:
    return R if found else (R if first else "x")  # expect: MCP106@45


def two_returns(found) -> DataToolOutput:
    if found:
        return "x"  # expect: MCP106@16
    return None  # expect: MCP106@12


def _text(name):
    return f"{name}"


def of_a_helper() -> DataToolOutput:
    return _text("x")  # expect: MCP106@12


def _prints(name):
    print(name)


def of_a_helper_that_returns_nothing() -> DataToolOutput:
    return _prints("x")  # expect: MCP106@12


@functools.lru_cache
def _cached(name):
    return f"{name}"


def of_a_cached_helper() -> DataToolOutput:
    return _cached("x")  # expect: MCP106@12


async def _later():
    return R


async def not_awaited() -> DataToolOutput:
    return _later()  # expect: MCP106@12


def _yields():
    yield R


def of_a_generator() -> DataToolOutput:
    return _yields()  # expect: MCP106@12


def generator_expression(urls) -> DataToolOutput:
    return (url for url in urls)  # expect: MCP106


def none_on_every_path(found) -> DataToolOutput:
    result = None
    if found:
        print(found)
    return result  # expect: MCP106@12


# May end without returning.


def only_passes() -> DataToolOutput:  # expect: MCP106@5
    pass


def only_calls() -> DataToolOutput:  # expect: MCP106@5
    """Forget the return."""
    CallToolResult(content=C, structuredContent={"sources": [U]})


async def no_else(found) -> DataToolOutput:  # expect: MCP106@11
    if found:
        return R
    elif not C:
        return R


def loop(rows) -> DataToolOutput:  # expect: MCP106@5
    for row in rows:
        if row:
            return R


def loop_while(rows) -> DataToolOutput:  # expect: MCP106@5
    while rows:
        return R


def loop_that_breaks(rows) -> DataToolOutput:  # expect: MCP106@5
    while True:
        if rows:
            break
        return R


def loop_with_else_and_break(rows) -> DataToolOutput:  # expect: MCP106@5
    for row in rows:
        if row:
            break
    else:
        return R


def handler_goes_on() -> DataToolOutput:  # expect: MCP106@5
    try:
        return fetch()
    except OSError:
        print("x")


def swallowed() -> DataToolOutput:  # expect: MCP106@5
    with contextlib.suppress(OSError):
        return fetch()


def match_without_wildcard(kind) -> DataToolOutput:  # expect: MCP106@5
    match kind:
        case "a":
            return R
        case "b":
            return R


def match_with_a_guard(kind, found) -> DataToolOutput:  # expect: MCP106@5
    match kind:
        case "a":
            return R
        case _ if found:
            return R


def only_the_inner_function_returns() -> DataToolOutput:  # expect: MCP106@5
    def inner():
        return R

    print(inner)


# From here on, nothing is reported.


def right() -> DataToolOutput:
    return R


def both_arms_right(found) -> DataToolOutput:
    return R if found else CallToolResult(content=C, isError=True)


def unknown_arm(found) -> DataToolOutput:
    return fetch() if found else R


def unknown_call() -> DataToolOutput:
    return h.text_result("x")


def unknown_name(result) -> DataToolOutput:
    return result


def unknown_item(results) -> DataToolOutput:
    return results[0]


def either(result) -> DataToolOutput:
    return result or R


def either_of_calls() -> DataToolOutput:
    return cache.get("x") or fetch()


def both(result) -> DataToolOutput:
    return result and R


def walrus() -> DataToolOutput:
    if (result := cache.get("x")) is not None:
        return result
    return (result := R)


def error_of_a_pair(name) -> DataToolOutput:
    value, error = find(name)
    if error:
        return error
    return text_result(value)


def _find(name):
    if not name:
        return None, CallToolResult(content=C, isError=True)
    return "x", None


def error_of_a_pair_of_the_file(name) -> DataToolOutput:
    value, error = _find(name)
    if error:
        return error
    return text_result(value)


def error_of_a_pair_by_none(name) -> DataToolOutput:
    value, error = _find(name)
    if error is not None:
        return error
    return text_result(value)


def first_of_a_pair_of_the_file(name) -> DataToolOutput:
    return _find(name)[1] or R


def _perhaps(name):
    if name:
        return R
    return None


def perhaps_of_a_helper(name) -> DataToolOutput:
    return _perhaps(name) or R


def perhaps_by_name(name) -> DataToolOutput:
    result = _perhaps(name)
    if result is None:
        result = R
    return result


def perhaps_guarded(name) -> DataToolOutput:
    result = _perhaps(name)
    if result:
        return result
    return R


def perhaps_not(found) -> DataToolOutput:
    result = None
    if found:
        result = R
    return result


def set_in_a_loop(rows) -> DataToolOutput:
    result = None
    for row in rows:
        result = text_result(row)
    return result


def set_when_none() -> DataToolOutput:
    result = None
    if result is None:
        result = R
    return result


def set_in_a_try() -> DataToolOutput:
    result = None
    try:
        result = fetch()
    finally:
        print(result)
    return result


def set_by_an_inner_function() -> DataToolOutput:
    result = None

    def inner():
        nonlocal result
        result = R

    inner()
    return result


def returns_of_inner_functions(rows) -> DataToolOutput:
    def inner(row):
        return "x"

    class Inner:
        def method(self):
            return None

    async def waits():
        return

    rows.sort(key=lambda row: "x")
    print(inner, Inner, waits)
    return R


def shadowed_helper(_text) -> DataToolOutput:
    return _text("x")


def shadowed_helper_by_name() -> DataToolOutput:
    _text = fetch
    return _text("x")


@memoize
def _changed(name):
    return "x"


def of_a_helper_under_an_unknown_decorator() -> DataToolOutput:
    return _changed("x")


def _defined_twice():
    return "x"


def _defined_twice():
    return R


def of_a_helper_defined_twice() -> DataToolOutput:
    return _defined_twice()


if C:
    def _either():
        return "x"
else:
    def _either():
        return R


def of_either_helper() -> DataToolOutput:
    return _either()


def _recursive(count):
    if count:
        return _recursive(count - 1)
    return R


def of_a_recursive_helper() -> DataToolOutput:
    return _recursive(3)


def _endless(count):
    return _endless(count + 1)


def of_an_endless_helper() -> DataToolOutput:
    return _endless(0)


def _ping(count):
    return _pong(count) if count else R


def _pong(count):
    return _ping(count - 1)


def of_helpers_of_each_other() -> DataToolOutput:
    return _ping(3)


def recursive(count) -> DataToolOutput:
    if count:
        return recursive(count - 1)
    return R


async def awaited() -> DataToolOutput:
    return await _later()


async def awaited_elsewhere() -> DataToolOutput:
    return await asyncio.to_thread(_text, "x")


async def awaited_by_name() -> DataToolOutput:
    task = _later()
    result = await task
    return result


async def gathered() -> DataToolOutput:
    first, _ = await asyncio.gather(_later(), _later())
    return first


def run() -> DataToolOutput:
    return asyncio.run(_later())


class Catalogue:
    def _build(self):
        return R

    def method(self) -> DataToolOutput:
        return self._build()

    def inherited(self) -> DataToolOutput:
        return self.unknown()

    @property
    def of_a_property(self) -> DataToolOutput:
        return self._result


def raises() -> DataToolOutput:
    raise NotImplementedError


def raises_after_all(found) -> DataToolOutput:
    if found:
        return R
    raise LookupError("x")


def exits() -> DataToolOutput:
    sys.exit(1)


def exits_hard(found) -> DataToolOutput:
    if found:
        return R
    os._exit(1)


def asserts(found) -> DataToolOutput:
    if found:
        return R
    assert False, "never"


def _fail(text):
    raise LookupError(text)


def fails(found) -> DataToolOutput:
    if found:
        return R
    _fail("x")


def _fail_in_each_branch(text):
    if text:
        raise LookupError(text)
    else:
        sys.exit(1)


def fails_in_each_branch() -> DataToolOutput:
    _fail_in_each_branch("x")


def _declared_to_fail(text) -> NoReturn:
    fetch(text)


def fails_as_declared(found) -> DataToolOutput:
    if found:
        return R
    _declared_to_fail("x")


def returns_a_failure(found) -> DataToolOutput:
    if found:
        return R
    return _fail("x")


def else_returns(found) -> DataToolOutput:
    if found:
        return R
    else:
        return R


def loop_without_end(found) -> DataToolOutput:
    while 1:
        if found:
            return R
        found = fetch()


def loop_with_else(rows) -> DataToolOutput:
    for row in rows:
        if row:
            return R
    else:
        return R


def loop_with_an_inner_break(rows) -> DataToolOutput:
    while True:
        for row in rows:
            if row:
                break
        else:
            continue
        return R


def tried() -> DataToolOutput:
    try:
        return fetch()
    except OSError:
        return R


def tried_and_raised() -> DataToolOutput:
    try:
        result = fetch()
    except OSError as error:
        raise LookupError from error
    else:
        return result


def finished() -> DataToolOutput:
    try:
        print("x")
    finally:
        return R


def opened() -> DataToolOutput:
    with open("data.txt") as file:
        return text_result(file.read())


def guarded() -> DataToolOutput:
    with guard():
        return R


async def guarded_async() -> DataToolOutput:
    async with guard() as session:
        return await session.get()


async def loop_async(rows) -> DataToolOutput:
    async for row in rows:
        return text_result(row)
    return R


def match_with_wildcard(kind) -> DataToolOutput:
    match kind:
        case "a":
            return R
        case _:
            return R


def match_with_a_name(kind) -> DataToolOutput:
    match kind:
        case "a" | "b":
            return R
        case other:
            return text_result(other)


def match_that_ends_in_never(kind) -> DataToolOutput:
    match kind:
        case "a":
            return R
        case _ as other:
            raise LookupError(other)


def unreachable_rest() -> DataToolOutput:
    return R
    return None  # never run


def unreachable_branch() -> DataToolOutput:
    raise LookupError
    return "x"


def ends_in_never(kind) -> DataToolOutput:
    if kind == "a":
        return R
    assert_never(kind)


class Abstract(ABC):
    @abstractmethod
    def tool(self) -> DataToolOutput:
        """Return the answer."""

    @abstractmethod
    def another(self) -> DataToolOutput: ...


class Shape(Protocol):
    def __call__(self) -> DataToolOutput: ...

    def tool(self, year: int) -> DataToolOutput:
        """Return the answer."""
        ...


@overload
def overloaded(year: int) -> DataToolOutput: ...
@overload
def overloaded(year: str) -> DataToolOutput: ...
def overloaded(year) -> DataToolOutput:
    return text_result(year)


def a_helper(name) -> tuple[str | None, DataToolOutput | None]:
    return None, None


def another_helper(name) -> DataToolOutput | None:
    return None


def not_a_tool():
    return "x"


@registry.tool()
def left_to_be_written() -> DataToolOutput: ...  # expect: MCP106@5


@registry.tool()
def only_said() -> DataToolOutput:  # expect: MCP106@5
    """Say what it will do."""


@registry.tool()
def said_and_left() -> DataToolOutput:  # expect: MCP106@5
    """Say what it will do."""
    ...


@registry.tool()
def not_implemented() -> DataToolOutput:
    """Say what it will do."""
    raise NotImplementedError
