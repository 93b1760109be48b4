"""Registrations by a name for them, of what a name, an attribute or a call stands for."""
import functools

from elsewhere import make
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("by another name")
URL = "https://example.org/data"
data_tool = registry.tool
registered = registry.tool()
titled = data_tool(title="Titled")
same = registered
changed = registry.tool()
changed = make(changed)


@registered
def by_a_kept_decorator():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@same
def by_another_name_for_it():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@data_tool()
def by_a_kept_method():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@data_tool(name="named")
def named() -> str:  # expect: MCP002@16
    return "x"


@titled
def by_both():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@data_tool  # expect: MCP003@2
def without_parentheses() -> DataToolOutput:
    return text_result("x", source_url=URL)


@changed
def by_what_may_be_anything():
    return text_result("x", source_url=URL)


@registered
def right() -> DataToolOutput:
    return text_result("x", source_url=URL)


@data_tool(name="right")  # expect: MCP004@17
def right_again() -> DataToolOutput:
    return text_result("x", source_url=URL)


def called():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def called_twice():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def in_parts(year, unit):  # expect: MCP001@5
    return text_result("x", source_url=URL)


def in_a_kept_part(year, unit) -> str:  # expect: MCP002@35
    return "x"


def in_a_comprehension():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def in_a_pair():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def only_perhaps_gone_through():
    return text_result("x", source_url=URL)


registered(called)
data_tool()(called_twice)
registry.tool()(functools.partial(in_parts, unit="TWh"))
part = functools.partial(in_a_kept_part, unit="TWh")
registry.tool(name="part")(part)
tools = [registry.tool()(each) for each in (in_a_comprehension, right)]  # expect: MCP004@26
{name: registry.tool(name=name)(each) for name, each in [("pair", in_a_pair)]}
waiting = (registry.tool()(each) for each in (only_perhaps_gone_through,))


class Base:
    def inherited(self):  # expect: MCP001@9
        return text_result("x", source_url=URL)


class Tools(Base):
    def of_an_object(self):  # expect: MCP001@9
        return text_result("x", source_url=URL)

    @staticmethod
    def of_the_class():  # expect: MCP001@9
        return text_result("x", source_url=URL)

    @classmethod
    def of_either(cls):  # expect: MCP001@9
        return text_result("x", source_url=URL)

    def of_a_new_object(self) -> DataToolOutput:
        return text_result("x", source_url=URL)

    def replaced(self):
        return text_result("x", source_url=URL)

    @registry.tool()
    @classmethod
    def no_function(cls) -> DataToolOutput:  # expect: MCP001@9
        return text_result("x", source_url=URL)

    @registry.tool()
    @property
    def no_function_either(self) -> DataToolOutput:  # expect: MCP001@9
        return text_result("x", source_url=URL)

    @registry.tool()
    @staticmethod
    def a_function() -> DataToolOutput:
        return text_result("x", source_url=URL)


    @registry.resource("data://tools")
    @classmethod
    def given_by_the_class(cls) -> DataToolOutput:
        return text_result("x", source_url=URL)


registry.tool()(Tools.given_by_the_class)
Tools.replaced = make(Tools.replaced)
their_tools = Tools()
registry.tool()(their_tools.of_an_object)
registry.tool()(their_tools.inherited)
registry.tool()(Tools.of_the_class)
registry.tool()(Tools.of_either)
registry.tool()(Tools().of_a_new_object)
registry.tool()(Tools.replaced)


def wrapped(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return make(function(*args, **kwargs))

    return inner


@registry.tool()
@wrapped
def in_a_wrapper():  # expect: MCP001@5
    return text_result("x", source_url=URL)


@registry.tool()
@wrapped
def in_a_wrapper_that_gives_anything() -> DataToolOutput:
    return "x"
