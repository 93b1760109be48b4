"""Tools without a docstring: the model sees no description."""
# settings: enable=MCP901
import functools

from elsewhere import DESCRIPTION, OPTIONS, imported_tool, module
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("docstrings")
URL = "https://example.org/data"


@registry.tool()
def without() -> DataToolOutput:  # expect: MCP901@5
    return text_result("x", source_url=URL)


@registry.tool()
async def without_async() -> DataToolOutput:  # expect: MCP901@11
    return text_result("x", source_url=URL)


@registry.tool(name="with a name", title="And a title")
def with_a_title_only() -> DataToolOutput:  # expect: MCP901@5
    return text_result("x", source_url=URL)


@registry.tool()
def with_a_comment() -> DataToolOutput:  # expect: MCP901@5
    # Return the answer.
    return text_result("x", source_url=URL)


@registry.tool()
def too_late() -> DataToolOutput:  # expect: MCP901@5
    url = URL
    """Return the answer."""
    return text_result("x", source_url=url)


@registry.tool()
def formatted() -> DataToolOutput:  # expect: MCP901@5
    f"""Return the answer of {URL}."""
    return text_result("x", source_url=URL)


@registry.tool()
def empty() -> DataToolOutput:  # expect: MCP901@5
    """"""
    return text_result("x", source_url=URL)


@registry.tool()
@functools.lru_cache
def cached() -> DataToolOutput:  # expect: MCP901@5
    return text_result("x", source_url=URL)


def called() -> DataToolOutput:  # expect: MCP901@5
    return text_result("x", source_url=URL)


registry.tool()(called)


@registry.tool(description=None)
def with_no_description() -> DataToolOutput:  # expect: MCP901@5
    return text_result("x", source_url=URL)


@registry.tool()
def inner_has_one() -> DataToolOutput:  # expect: MCP901@5
    def inner():
        """Help."""

    return text_result("x", source_url=inner() or URL)


# From here on, nothing is reported.


@registry.tool()
def documented() -> DataToolOutput:
    """Return the answer."""
    return text_result("x", source_url=URL)


@registry.tool()
def documented_with_single_quotes() -> DataToolOutput:
    'Return the answer.'
    return text_result("x", source_url=URL)


@registry.tool()
def documented_raw() -> DataToolOutput:
    r"""Return \d."""
    return text_result("x", source_url=URL)


@registry.tool()
def documented_in_two_parts() -> DataToolOutput:
    "Return " "the answer."
    return text_result("x", source_url=URL)


@registry.tool()
def documented_after_a_comment() -> DataToolOutput:
    # Short.
    """Return the answer."""
    return text_result("x", source_url=URL)


@registry.tool()
def documented_on_one_line() -> DataToolOutput: """Return the answer."""; return text_result("x", source_url=URL)


@registry.tool(description="Return the answer.")
def described() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(description=DESCRIPTION)
def described_elsewhere() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(**OPTIONS)
def described_perhaps() -> DataToolOutput:
    return text_result("x", source_url=URL)


def documented_later() -> DataToolOutput:
    return text_result("x", source_url=URL)


documented_later.__doc__ = "Return the answer."
registry.tool()(documented_later)


def documented_by_another() -> DataToolOutput:
    return text_result("x", source_url=URL)


documented_by_another.__doc__ = documented.__doc__
registry.tool()(documented_by_another)


def not_a_tool():
    return "x"


registry.tool()(imported_tool)
registry.tool()(module.function)
