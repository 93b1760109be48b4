"""The contract's example and the example plugin, read by the SDK's own client and by the TypeScript one."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import jsonschema
import pytest
from mcp import Client, StdioServerParameters

from .serving import COMMAND, PATIENCE, environment, http_server, install

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.types import CallToolResult, Tool

ROOT = Path(__file__).resolve().parents[2]
TYPESCRIPT = Path(__file__).parent / "typescript"
TYPESCRIPT_FILES = ("package.json", "client.mjs")
IN_CI = os.environ.get("CI") == "true"

# The example of the contract's document, word for word, in the function that the server calls.
CITIES = '''
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

def register_tools(registry):
    @registry.tool()
    def list_cities() -> DataToolOutput:
        """Return the top 3 cities by population."""
        return CallToolResult(
            content=[TextContent(type="text", text=(
                "The 3 most populated cities are Tokyo (37,400,068), "
                "Delhi (30,290,936) and Shanghai (27,058,479)."
            ))],
            structuredContent={
                "sources": ["https://example.org/cities-data"],
                "table": [
                    ["City", "Population"],
                    ["Tokyo", "37400068"],
                    ["Delhi", "30290936"],
                    ["Shanghai", "27058479"],
                ],
            },
        )

    @registry.tool()
    def list_towns():
        """Return towns. It declares nothing, so no client sees it."""
'''
CITIES_TEXT = "The 3 most populated cities are Tokyo (37,400,068), Delhi (30,290,936) and Shanghai (27,058,479)."
CITIES_PAYLOAD = {
    "sources": ["https://example.org/cities-data"],
    "table": [["City", "Population"], ["Tokyo", "37400068"], ["Delhi", "30290936"], ["Shanghai", "27058479"]],
}
RIVER_CALLS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("river_levels_list_rivers", {}, {"sources"}),
    ("river_levels_highest_levels", {"year": 2020}, {"sources", "table"}),
    ("river_levels_level_over_time", {"river": "Cedro"}, {"sources", "charts"}),
    ("river_levels_flood_notice", {"river": "Faro"}, {"sources", "force"}),
]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("cities_list_cities", {}),
    *((name, given) for name, given, _fields in RIVER_CALLS),
    ("river_levels_refused_count_rivers", {}),
]

Read = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""What a client has read: the tools, and the results of `CALLS`; all as JSON objects."""


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example of the contract, the example plugin, and its sibling of refused tools."""
    folder = tmp_path_factory.mktemp("plugins")
    install(folder, "cities", CITIES)
    shutil.copytree(ROOT / "examples/plugin_river_levels/river_levels", folder / "river_levels")
    declared = "[mcp_server]\nriver-levels = river_levels.tools\n"
    install(folder, "unused", "", distribution="plugin-river-levels", entry_points=declared)
    again = "from river_levels.refused import register_tools\n"
    install(folder, "river_levels_refused", again)
    return folder


@pytest.fixture(scope="module")
def address(plugins: Path) -> Iterator[str]:
    """Serve them over HTTP."""
    with http_server(plugins) as server:
        yield server.url


def as_json(model: Tool | CallToolResult) -> dict[str, Any]:
    """Give a message as it was on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def read_with_python(plugins: Path, address: str | None) -> Read:
    """List and call with the SDK's client, over HTTP or, without an address, over stdio."""
    server = address or StdioServerParameters(command=COMMAND, env=environment(plugins))

    async def ask() -> Read:
        with anyio.fail_after(PATIENCE):
            async with Client(server) as client:
                tools = (await client.list_tools()).tools
                results = [await client.call_tool(name, given) for name, given in CALLS]
        return [as_json(tool) for tool in tools], [as_json(result) for result in results]

    return anyio.run(ask)


@pytest.fixture(scope="module")
def node_project() -> Path:
    """Give a folder with the TypeScript client and the packages that it needs, installed once and kept."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        _skip_unless_in_ci("node or npm is missing: the TypeScript client is not tested")
    written = b"".join((TYPESCRIPT / name).read_bytes() for name in TYPESCRIPT_FILES)
    name = f"mcp-data-registry-typescript-{hashlib.sha256(written).hexdigest()[:12]}"
    project = Path(tempfile.gettempdir(), f"{name}-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
    if not project.exists():
        _install_packages(project)
    return project


def _install_packages(project: Path) -> None:
    # Under another name first: other processes may test at the same time, and half a folder must not count as one.
    with tempfile.TemporaryDirectory(dir=project.parent, ignore_cleanup_errors=True) as scratch:
        building = Path(scratch, "project")
        building.mkdir()
        for name in TYPESCRIPT_FILES:
            shutil.copy(TYPESCRIPT / name, building)
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
        done = subprocess.run(command, cwd=building, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            _skip_unless_in_ci(f"npm cannot install the TypeScript client: {done.stderr[-500:]}")
        try:
            building.rename(project)
        except OSError:
            assert project.exists()  # the other process was first


def _skip_unless_in_ci(reason: str) -> None:
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)


def read_with_typescript(plugins: Path, address: str | None, project: Path) -> Read:
    """List and call with the TypeScript client, over HTTP or, without an address, over stdio."""
    server = {"url": address} if address else {"command": COMMAND, "args": [], "env": environment(plugins)}
    command = ["node", "client.mjs", json.dumps(server | {"calls": CALLS})]
    done = subprocess.run(
        command,
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read = json.loads(done.stdout)
    return read["tools"], read["results"]


@pytest.fixture(scope="module", params=["python over stdio", "python over http", "node over stdio", "node over http"])
def read(request: pytest.FixtureRequest, plugins: Path) -> Read:
    """What each client has read over each transport."""
    client, _, transport = request.param.partition(" over ")
    address = request.getfixturevalue("address") if transport == "http" else None
    if client == "python":
        return read_with_python(plugins, address)
    return read_with_typescript(plugins, address, request.getfixturevalue("node_project"))


def test_conforming_tools_are_listed_and_refused_ones_are_not(read: Read) -> None:
    """In the order of the plugins, each tool with its plugin's metadata."""
    tools, _results = read
    assert [tool["name"] for tool in tools] == [name for name, _given in CALLS]
    river = next(tool for tool in tools if tool["name"] == "river_levels_list_rivers")
    assert river["_meta"]["plugin"] == "river_levels"
    assert river["_meta"]["plugin_metadata"]["sample_questions"][0] == "Which river had the highest level in 2021?"


def test_the_example_of_the_contract_arrives_as_written(read: Read) -> None:
    """Content and structured content, byte for byte."""
    _tools, results = read
    assert results[0]["content"] == [{"type": "text", "text": CITIES_TEXT}]
    assert results[0]["structuredContent"] == CITIES_PAYLOAD
    assert not results[0].get("isError")


def test_the_published_schema_validates_every_answer(read: Read) -> None:
    """As any client can do, with any JSON Schema validator; and it is no schema that validates all."""
    tools, results = read
    for tool, result in zip(tools, results, strict=True):
        schema = tool["outputSchema"]
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(result["structuredContent"], schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"table": [["City"]]}, schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"sources": "https://example.org"}, schema)


def test_each_shape_of_the_example_plugin_arrives(read: Read) -> None:
    """Text only, table, chart and text shown as it is; the text repeats what the screen shows."""
    _tools, results = read
    for (_name, _given, fields), result in zip(RIVER_CALLS, results[1:], strict=False):
        assert set(result["structuredContent"]) == fields
    table = results[2]["structuredContent"]["table"]
    assert len(table) == 7
    assert all(cell in results[2]["content"][0]["text"] for row in table[1:] for cell in row)


def test_a_refused_tool_cannot_be_called(plugins: Path, address: str) -> None:
    """Nor one that was never there; and the next call is answered."""

    async def ask(server: str | StdioServerParameters) -> list[CallToolResult]:
        names = ["cities_list_towns", "river_levels_refused_newest_year", "cities_list_cities"]
        async with Client(server) as client:
            return [await client.call_tool(name, {}) for name in names]

    for server in (address, StdioServerParameters(command=COMMAND, env=environment(plugins))):
        towns, year, cities = anyio.run(ask, server)
        assert (towns.is_error, year.is_error, bool(cities.is_error)) == (True, True, False)


def test_the_plugins_resource_and_instructions_are_there(address: str) -> None:
    """What register_resources and set_plugin_info give."""

    async def ask() -> tuple[str, str | None]:
        async with Client(address) as client:
            (resource,) = (await client.list_resources()).resources
            content = (await client.read_resource(resource.uri)).contents[0]
            return getattr(content, "text", ""), client.instructions

    text, instructions = anyio.run(ask)
    assert len(text.splitlines()) == 61
    assert instructions is not None
    assert "Yearly water levels of six rivers, in centimetres." in instructions


def test_the_example_plugin_is_an_installable_package(tmp_path: Path) -> None:
    """Whatever is installed is whole: pip builds and installs it, and its data with it."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(tmp_path)]
    source = tmp_path / "source"
    shutil.copytree(ROOT / "examples/plugin_river_levels", source)
    done = subprocess.run([*pip, str(source)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    checked = subprocess.run(
        [COMMAND, "check", "--format", "json"],
        env=environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    report = json.loads(checked.stdout)
    plugin = next(plugin for plugin in report["plugins"] if plugin["distribution"] == "plugin-river-levels")
    assert (plugin["name"], plugin["loaded"], plugin["value"]) == ("river_levels", True, "river_levels.tools")
    assert [tool["name"] for tool in report["registered"]] == [name for name, _given, _fields in RIVER_CALLS]
