"""Functions that a loop registers: from a literal, a name for one, pairs and dicts."""
from elsewhere import FUNCTIONS, make
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("loops")
URL = "https://example.org/data"


def plain():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def of_a_pair():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def of_a_dict():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def of_values():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def of_a_name():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def of_a_named_dict() -> str:  # expect: MCP002@26
    return text_result("x", source_url=URL)


def right() -> DataToolOutput:
    return text_result("x", source_url=URL)


def first_of_a_pair():
    return "not registered: only the second of each pair is"


def not_looped_over():
    return "x"


TOOLS = (of_a_name, right)
NAMED = {"named": of_a_named_dict}
CHANGED = [not_looped_over]
CHANGED = make(CHANGED)

for each in [plain, right]:
    registry.tool()(each)

for name, function in (("pair", of_a_pair), ("right", right)):
    registry.tool(name=name)(function)

for name, function in {"dict": of_a_dict}.items():
    registry.tool(name=name)(function)

for function in {"values": of_values}.values():
    registry.tool()(function)

for each in TOOLS:
    registry.tool(title="x")(each)  # expect: MCP004@30

for name, function in NAMED.items():
    registry.tool(name=name)(function)

for unused, function in ((first_of_a_pair, right),):
    registry.tool(name="second")(function)

for each in CHANGED:
    registry.tool()(each)

for each in FUNCTIONS:
    registry.tool()(each)
