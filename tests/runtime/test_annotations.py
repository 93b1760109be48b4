"""Return annotations of every kind, as the registry sees them when it starts."""

from __future__ import annotations

import functools
import inspect
import textwrap
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, NewType
from unittest.mock import ANY

import pytest
from mcp.types import CallToolResult

from mcp_server import DataToolOutput, Registry, ValidationModel
from mcp_server.annotation_check import check_annotation

from .in_memory import answer, call_tool, list_tools, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = "from mcp.types import CallToolResult\nfrom mcp_server import DataToolOutput\n"


def define(code: str, *, head: str = HEAD) -> Any:
    """Run a module that defines ``f``."""
    module: dict[str, Any] = {"__name__": "m"}
    exec(compile(head + textwrap.dedent(code), "m.py", "exec", dont_inherit=True), module)  # noqa: S102 - a test's text
    return module["f"]


def verdict(fn: Any) -> tuple[str, str] | None:
    """The code, and the reason up to what the server does."""
    problem = check_annotation(fn)
    return None if problem is None else (problem.code, problem.text.partition(": the server")[0])


def plain() -> DataToolOutput:
    """Answer."""
    return answer()


async def waiting() -> DataToolOutput:
    """Answer."""
    return answer()


class Tools:
    """A tool of each kind that belongs to a class."""

    def method(self) -> DataToolOutput:
        """Answer."""
        return answer()

    @classmethod
    def of_class(cls) -> DataToolOutput:
        """Answer."""
        return answer()

    @staticmethod
    def static() -> DataToolOutput:
        """Answer."""
        return answer()

    def __call__(self) -> DataToolOutput:
        """Answer."""
        return answer()


@functools.wraps(plain)
def wrapper(*args: Any, **kwargs: Any) -> Any:
    """Hidden by the wrapped function's."""
    return plain(*args, **kwargs)


def signed(*args: Any, **kwargs: Any) -> Any:
    """Answer."""
    return plain(*args, **kwargs)


signed.__signature__ = inspect.signature(plain)  # type: ignore[attr-defined]

CONFORMING: dict[str, Any] = {
    "function": plain,
    "coroutine function": waiting,
    "wraps": wrapper,
    "__signature__": signed,
    "bound method": Tools().method,
    "class method": Tools.of_class,
    "static method": Tools.static,
    "callable object": Tools(),
    "partial": functools.partial(plain),
    "partial of a method": functools.partial(Tools().method),
    "partial of a coroutine function": functools.partial(waiting),
    "cached": functools.lru_cache(plain),
    "quoted": define("def f() -> 'DataToolOutput': ..."),
    "quoted, with space": define("def f() -> '''\n  DataToolOutput ''': ..."),
    "quoted twice": define("def f() -> \"'DataToolOutput'\": ..."),
    "future import": define("def f() -> DataToolOutput: ...", head="from __future__ import annotations\n" + HEAD),
    "future import, quoted": define(
        "def f() -> 'DataToolOutput': ...", head="from __future__ import annotations\n" + HEAD
    ),
    "attribute": define("import mcp_server\ndef f() -> mcp_server.DataToolOutput: ..."),
    "assigned": define("X = DataToolOutput\ndef f() -> X: ..."),
    "assigned text": define("X = 'DataToolOutput'\ndef f() -> 'X': ..."),
    "union with itself": define("def f() -> DataToolOutput | DataToolOutput: ..."),
    "spelt out": define(
        "from typing import Annotated\nfrom mcp_server import ValidationModel\n"
        "def f() -> Annotated['CallToolResult', ValidationModel]: ..."
    ),
    "a parameter that cannot be evaluated": define("def f(x: 'Missing') -> DataToolOutput: ..."),
}


@pytest.mark.parametrize("kind", CONFORMING)
def test_conforming(kind: str) -> None:
    """No complaint."""
    assert verdict(CONFORMING[kind]) is None


@pytest.mark.parametrize("kind", [kind for kind in CONFORMING if kind != "a parameter that cannot be evaluated"])
def test_conforming_ones_are_listed(kind: str) -> None:
    """The SDK takes all of them, under a name given or found."""
    registry = Registry("t")
    registry.tool()(CONFORMING[kind])
    assert registry.refusals == ()
    (tool,) = list_tools(registry)
    assert tool.output_schema == ValidationModel.model_json_schema()


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("wraps", "plain"),
        ("bound method", "method"),
        ("callable object", "Tools"),
        ("partial of a method", "method"),
        ("partial of a coroutine function", "waiting"),
    ],
)
def test_what_is_not_a_plain_function_is_served_too(kind: str, name: str) -> None:
    """Under the name of the function behind it, or of the class, and with its docstring."""
    registry = Registry("t")
    registry.tool()(CONFORMING[kind])
    (tool,) = list_tools(registry)
    assert (tool.name, tool.description) == (name, "Answer.")
    assert text_of(call_tool(registry, name)) == "text"


def test_compared_by_equality() -> None:
    """``typing`` forgets an ``Annotated`` after some hundred others; the next of that kind is another object."""
    for number in range(400):
        Annotated[int, number]
    other = Annotated[CallToolResult, ValidationModel]
    assert other is not DataToolOutput
    assert verdict(define("def f() -> other: ...", head=f"import {__name__} as t\nother = t.SPELT_OUT\n")) is None


for _number in range(400):
    Annotated[int, f"{_number}"]
SPELT_OUT: Any = Annotated[CallToolResult, ValidationModel]


class BadRepr:
    """An annotation that cannot be shown."""

    def __repr__(self) -> str:
        """Raise."""
        raise RuntimeError("no repr")


class BadEq:
    """An annotation that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        """Raise."""
        raise RuntimeError("no eq")

    def __hash__(self) -> int:
        """Be hashable, as ``Annotated`` wants."""
        return 1

    def __repr__(self) -> str:
        """Be shown."""
        return "BadEq()"


def annotated(annotation: object) -> Callable[[], None]:
    """Give a function with this object as its return annotation."""

    def f() -> None: ...

    f.__annotations__["return"] = annotation
    return f


class Other:
    """Another model."""


def own_class() -> Any:
    """A class of that name that is not the server's."""
    return type("DataToolOutput", (), {"__module__": "app"})


class NoClass:
    """An annotation that says nothing of its class."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """Raise."""
        raise RuntimeError("class")

    def __repr__(self) -> str:
        """Raise."""
        raise RuntimeError("no repr")


class ExitRepr:
    """An annotation that ends the program where it is shown."""

    def __repr__(self) -> str:
        """Exit."""
        raise SystemExit(3)


class EqualToAll:
    """Metadata that claims to be the contract's."""

    def __eq__(self, other: object) -> bool:
        """Be equal."""
        return True

    __hash__ = object.__hash__


def with_signature(signature: object) -> Any:
    """Give a function that has this as its ``__signature__``."""

    def f() -> DataToolOutput: ...  # type: ignore[empty-body]

    f.__signature__ = signature  # type: ignore[attr-defined]
    return f


def own_partial() -> Any:
    """Give a partial that calls itself."""
    partial = functools.partial(int)
    partial.__setstate__((partial, (), {}, {}))  # type: ignore[attr-defined]
    return partial


IS = "the return annotation of tool `f` is"
REFUSED: dict[str, tuple[Any, str, str]] = {
    "none": (lambda: define("def f(): ..."), "MCP001", "tool `f` has no return annotation"),
    "lambda": (lambda: lambda: None, "MCP001", "a lambda has no return annotation"),
    "builtin": (
        lambda: min,
        "MCP001",
        "tool `min` has no signature that Python can read (ValueError)",
    ),
    "partial of a builtin": (
        lambda: functools.partial(min),
        "MCP001",
        "tool `min` has no signature that Python can read (ValueError)",
    ),
    "not callable": (lambda: 5, "MCP001", "what is registered is a number, not a function"),
    "nothing": (lambda: None, "MCP001", "what is registered is None, not a function"),
    "not callable, with a signature": (
        lambda: SimpleNamespace(__signature__="x"),
        "MCP001",
        "what is registered is a `SimpleNamespace`, not a function",
    ),
    "a signature that is none": (
        lambda: with_signature(5),
        "MCP001",
        "tool `f` has no signature that Python can read (TypeError)",
    ),
    "a partial of itself": (
        own_partial,
        "MCP001",
        "tool `partial` has no signature that Python can read (RecursionError)",
    ),
    "no class": (
        lambda: annotated(NoClass()),
        "MCP002",
        "the return annotation of tool `f`, an object of type `NoClass`, cannot be evaluated (RuntimeError)",
    ),
    "a repr that exits": (
        lambda: annotated(ExitRepr()),
        "MCP002",
        f"{IS} an object of type `ExitRepr`, not `DataToolOutput`",
    ),
    "exits": (
        lambda: define("def f() -> 'exit()': ..."),
        "MCP002",
        "the return annotation of tool `f`, `exit()`, cannot be evaluated (SystemExit)",
    ),
    "None": (lambda: define("def f() -> None: ..."), "MCP002", f"{IS} `None`, not `DataToolOutput`"),
    "dict": (lambda: define("def f() -> dict: ..."), "MCP002", f"{IS} `dict`, not `DataToolOutput`"),
    "generic": (lambda: annotated(list[int]), "MCP002", f"{IS} `list[int]`, not `DataToolOutput`"),
    "CallToolResult": (
        lambda: define("def f() -> CallToolResult: ..."),
        "MCP002",
        f"{IS} `CallToolResult`, not `DataToolOutput`",
    ),
    "union": (lambda: annotated(int | None), "MCP002", f"{IS} `int | None`, not `DataToolOutput`"),
    "a class of that name": (
        lambda: annotated(own_class()),
        "MCP002",
        f"{IS} `app.DataToolOutput`, not `DataToolOutput`",
    ),
    "new type": (lambda: annotated(NewType("X", int)), "MCP002", f"{IS} `{NewType('X', int)!r}`, not `DataToolOutput`"),
    "anything": (lambda: annotated(ANY), "MCP002", f"{IS} `<ANY>`, not `DataToolOutput`"),
    "a number": (lambda: annotated(5), "MCP002", f"{IS} `5`, not `DataToolOutput`"),
    "no repr": (lambda: annotated(BadRepr()), "MCP002", f"{IS} an object of type `BadRepr`, not `DataToolOutput`"),
    "no eq": (lambda: annotated(BadEq()), "MCP002", f"{IS} `BadEq()`, not `DataToolOutput`"),
    "not there at the start": (
        lambda: define(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mcp_server import DataToolOutput\n"
            "def f() -> 'DataToolOutput': ...",
            head="",
        ),
        "MCP002",
        f"{IS} `DataToolOutput`, and `DataToolOutput` does not exist when the server starts",
    ),
    "local to a function": (
        lambda: define(
            "def g():\n    from mcp_server import DataToolOutput as D\n    def f() -> 'D': ...\n    return f\nf = g()"
        ),
        "MCP002",
        f"{IS} `D`, and `D` does not exist when the server starts",
    ),
    "not Python": (
        lambda: define("def f() -> 'Data Tool Output': ..."),
        "MCP002",
        "the return annotation of tool `f`, `Data Tool Output`, cannot be evaluated (SyntaxError)",
    ),
    "raises": (
        lambda: define("def f() -> '1/0': ..."),
        "MCP002",
        "the return annotation of tool `f`, `1/0`, cannot be evaluated (ZeroDivisionError)",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused(kind: str) -> None:
    """One problem with the linter's code and what was found; never an exception."""
    make, code, reason = REFUSED[kind]
    assert verdict(make()) == (code, reason)


@pytest.mark.parametrize(
    "metadata",
    [(Other,), (ValidationModel, 1), (BadEq(),), (BadRepr(),), ("ValidationModel",), (EqualToAll(),)],
    ids=["other", "more", "bad eq", "bad repr", "text", "equal to all"],
)
def test_other_annotated(metadata: tuple[object, ...]) -> None:
    """``Annotated[CallToolResult, ...]`` with anything else is not the contract."""
    found = verdict(annotated(Annotated[(CallToolResult, *metadata)]))
    assert found is not None
    assert found[0] == "MCP002"


@pytest.mark.parametrize("kind", ["optional data", "awaitable"])
def test_built_from_it(kind: str) -> None:
    """What only contains ``DataToolOutput`` is a helper's annotation."""
    code = {
        "optional data": "def f() -> DataToolOutput | None: ...",
        "awaitable": "from typing import Awaitable\ndef f() -> Awaitable[DataToolOutput]: ...",
    }[kind]
    found = verdict(define(code))
    assert found is not None
    assert found[0] == "MCP002"


def test_a_wrapper_that_wraps_itself() -> None:
    """A loop of ``__wrapped__`` is refused, not followed for ever."""

    def f() -> DataToolOutput:
        return answer()

    f.__wrapped__ = f  # type: ignore[attr-defined]
    found = verdict(f)
    assert found == ("MCP001", "tool `f` has no signature that Python can read (ValueError)")


def test_a_long_annotation_is_cut_to_one_line() -> None:
    """Whatever its repr says."""
    found = verdict(annotated(Annotated[int, "x\n" * 500]))
    assert found is not None
    assert len(found[1]) < 200
    assert "\n" not in found[1]


def test_another_modules_name_is_not_this_ones() -> None:
    """``typing`` keeps one object for a quoted name in ``Annotated[...]``; each module is asked what it means."""
    head = "from typing import Annotated\nfrom mcp_server import ValidationModel\n"
    code = head + 'def f() -> Annotated["Out", ValidationModel]: ...'
    assert verdict(define(code + "\nOut = CallToolResult")) is None
    found = verdict(define(code))
    assert found is not None
    assert found[0] == "MCP002"
