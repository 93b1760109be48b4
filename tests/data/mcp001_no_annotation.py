"""Tools without a return annotation: the server leaves them out; and functions that only look like such tools."""
import contextlib
import functools
import inspect

from elsewhere import imported_tool, memoize, module, parts
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("no annotation")
URL = "https://example.org/data"
CONTENT = [TextContent(type="text", text="x")]


@registry.tool()
def plain():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool()
async def waits():  # expect: MCP001@11
    return text_result("x", source_url=URL)


@registry.tool(
    name="with arguments",
    title="With arguments",
)
def several_lines(  # expect: MCP001@5
    first: int,
    second: str = "x",
):
    return text_result("x", source_url=URL)


@registry.tool()
def población(año: int):  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool()
def annotated_by_a_comment():  # expect: MCP001@5
    # type: () -> DataToolOutput
    return text_result("x", source_url=URL)


@registry.tool()
def only_its_parameters(year: int, rows: DataToolOutput):  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool()
def one_report_for_text():  # expect: MCP001@5
    return "MCP106 is for those who promise a DataToolOutput"


@registry.tool()
def one_report_for_nothing():  # expect: MCP001@5
    pass


@registry.tool()
def one_report_for_a_generator():  # expect: MCP001@5
    yield 1


@registry.tool()
def and_its_result():  # expect: MCP001@5
    return CallToolResult(content=CONTENT)  # expect: MCP101@12


@registry.tool()
@functools.lru_cache
def cached():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool()
@functools.lru_cache(maxsize=None)
def cached_with_a_size():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        print(args)
        return function(*args, **kwargs)

    return inner


@registry.tool()
@logged
def under_a_wrapper():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@memoize
@registry.tool()
def registered_first_wrapped_later():  # expect: MCP001@5
    return text_result("x", source_url=URL)


if __debug__:
    @registry.tool()
    def in_a_condition():  # expect: MCP001@9
        return text_result("x", source_url=URL)


try:
    @registry.tool()
    def in_a_try():  # expect: MCP001@9
        return text_result("x", source_url=URL)
finally:
    pass


with contextlib.nullcontext():
    @registry.tool()
    def in_a_with():  # expect: MCP001@9
        return text_result("x", source_url=URL)


for _ in range(1):
    @registry.tool(name=f"loop{_}")
    def in_a_loop():  # expect: MCP001@9
        return text_result("x", source_url=URL)


class Group:
    @registry.tool()
    def in_a_class_body(query):  # expect: MCP001@9
        return text_result(query, source_url=URL)


def called():  # expect: MCP001@5
    return text_result("x", source_url=URL)


registry.tool()(called)


def called_and_kept():  # expect: MCP001@5
    return text_result("x", source_url=URL)


kept = registry.tool(name="kept")(called_and_kept)


def of_a_list():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def of_a_list_too() -> DataToolOutput:
    return text_result("x", source_url=URL)


for tool in [of_a_list, of_a_list_too]:
    registry.tool()(tool)

registry.tool()(lambda: text_result("x", source_url=URL))  # expect: MCP001@17


def registered_before_it_is_defined_again():  # expect: MCP001@5
    return text_result("x", source_url=URL)


registry.tool(name="early")(registered_before_it_is_defined_again)


def registered_before_it_is_defined_again() -> DataToolOutput:
    return text_result("x", source_url=URL)


class Catalogue:
    def __init__(self, registry):
        self.registry = registry
        registry.tool()(self.method)

    def method(self, name):  # expect: MCP001@9
        return text_result(name, source_url=URL)


def register_tools(mcp):
    def inner():  # expect: MCP001@9
        return text_result("x", source_url=URL)

    mcp.tool()(inner)

    def outer():
        @mcp.tool()
        async def deep():  # expect: MCP001@19
            return text_result("x", source_url=URL)

        return deep

    outer()


# From here on, nothing is reported.


def never_registered():
    return "whatever"


@registry.resource("data://table")
def a_resource():
    return "whatever"


@registry.prompt()
def a_prompt():
    return "whatever"


# @registry.tool()
def commented_out():
    return "whatever"


def documented():
    """Show how a tool is written.

    @registry.tool()
    def example():
        return "x"
    """
    return 'registry.tool()(never_registered)'


@registry.tool()
@memoize
def under_an_unknown_decorator():
    return "whatever"


@registry.tool()
@memoize(ttl=60)
def under_an_unknown_decorator_with_arguments():
    return "whatever"


def defined_twice():
    return "whatever"


def defined_twice() -> DataToolOutput:
    return text_result("x", source_url=URL)


registry.tool()(defined_twice)


if URL:
    def either() -> DataToolOutput:
        return text_result("x", source_url=URL)
else:
    def either():
        return "whatever"

registry.tool()(either)


def wrapped():
    return "whatever"


wrapped = memoize(wrapped)
registry.tool()(wrapped)


def given_a_signature():
    return text_result("x", source_url=URL)


given_a_signature.__signature__ = inspect.Signature(return_annotation=DataToolOutput)
registry.tool()(given_a_signature)


def given_an_annotation():
    return text_result("x", source_url=URL)


given_an_annotation.__annotations__["return"] = DataToolOutput
registry.tool()(given_an_annotation)


def given_annotations():
    return text_result("x", source_url=URL)


given_annotations.__annotations__ = {"return": DataToolOutput}
registry.tool()(given_annotations)


registry.tool()(imported_tool)
registry.tool()(module.function)
registry.tool()(memoize(never_registered))
registry.tool()(parts["tool"])

for tool in parts:
    registry.tool()(tool)

for tool in (imported_tool, module.function):
    registry.tool()(tool)


def add(function):
    return registry.tool()(function)


def shadowed(never_registered):
    registry.tool()(never_registered)


registry.tool()
registry.tool(name="nothing is registered here")
registry.tools()(never_registered)
