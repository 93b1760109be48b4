"""What the linter knows by heart of `mcp_server.results` is what the installed module does."""

from __future__ import annotations

import inspect
from itertools import product

import pytest

import mcp_server.results
from mcp_lint.check import check_text
from mcp_lint.settings import Settings
from mcp_lint.values import results_module
from mcp_server.errors import WrongArgumentError
from mcp_server.result_check import check_result

HEAD = """\
from mcp_server import DataToolOutput
from mcp_server.results import force_result, text_result
U = "https://example.org"
def tool() -> DataToolOutput:
    return """
TEXTS = ('"x"', '""', "None", "5", '["x"]', 'f"{1}"')
SOURCES = (
    *("", "U", '""', "None", "[]", "[U]", "(U,)", "()", '[""]', "[None, U]", "5", "{U}", "frozenset([U])", "{U: 1}"),
    *('b"x"', "(u for u in [U])", "iter([U])", "[{'url': U}]", "[U, U]", "True"),
)
TABLES = (
    *('[["a"], ["b"]]', '[("a",), ("b",)]', "[]", "()", "None", '["a"]', '[["a"], ["b", "c"]]', '{"a": 1}', '"a"'),
    *("[{'a': 1}]", "[None]", "iter([])", "5", '[[["a"]], ["b"]]', '(["a"], ("b", "c"))'),
)
CHARTS = ("[]", "None", "()", '{"type": "bar"}', '"bar"', "[1]", '[{"type": "bar", "data": {"datasets": []}}]', "{1}")
FORCES = ('"x"', "None", "5", "[]", '""')
CALLS = [
    *(f"text_result({text}, {source})" for text, source in product(TEXTS, SOURCES)),
    *(f"force_result({text}, {source})" for text, source in product(TEXTS, SOURCES)),
    *(f'text_result("x", {name}={source})' for name, source in product(("source", "sources"), SOURCES) if source),
    *(f'text_result("x", source={one}, sources={other})' for one, other in product(SOURCES[1:5], SOURCES[1:])),
    *(f'text_result("x", U, {table})' for table in TABLES),
    *(f'text_result("", U, {table}, repeat_table={repeat})' for table, repeat in product(TABLES, ("True", "False"))),
    *(f'text_result("x", U, charts={charts})' for charts in CHARTS),
    *(f'text_result("x", U, None, None, {force})' for force in FORCES),
    *(f'text_result(force={force}, text="x", source_url=U)' for force in FORCES),
]
# Advice about the text of a source, which the server does not read.
NOT_COMPARED = frozenset({"MCP205"})
# An iterator may hold rows, so that there is a text after all.
UNKNOWN = frozenset({'text_result("", U, iter([]), repeat_table=True)'})


def test_the_parameters() -> None:
    """Their names, their order, and which are given by keyword alone."""
    parameters = inspect.signature(mcp_server.results.text_result).parameters.values()
    by_position = [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    by_keyword = {each.name for each in parameters if each.kind is each.KEYWORD_ONLY}
    assert tuple(by_position) == results_module.POSITIONAL
    assert by_keyword == {*results_module.SOURCES[1:], "repeat_table"}
    assert [*inspect.signature(mcp_server.results.force_result).parameters] == by_position[:2]
    functions = [each for each in vars(mcp_server.results).values() if inspect.isfunction(each)]
    public = {
        each.__name__ for each in functions if each.__module__ == "mcp_server.results" and each.__name__[0] != "_"
    }
    assert public == {"text_result", "force_result"}


@pytest.mark.parametrize("call", CALLS)
def test_a_call(call: str) -> None:
    """The linter says of a call what the server says of its result."""
    said = {violation.code for violation in check_text(HEAD + call + "\n", Settings())} - NOT_COMPARED
    namespace: dict[str, object] = {}
    exec(compile(HEAD + call, "tool.py", "exec", dont_inherit=True), namespace)  # noqa: S102 - a test's text
    tool = namespace["tool"]
    assert callable(tool)
    try:
        result = tool()
    except WrongArgumentError as error:
        refused = error.problem.code
    else:
        refused = ""
    if refused:
        assert refused in said
    elif call not in UNKNOWN:
        assert said == {problem.code for problem in check_result(result)}
