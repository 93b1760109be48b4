"""Literal sources that are no links, and sources that are or may be."""
from elsewhere import BASE, fetch
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"


def a_name() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["Eurostat"]})  # expect: MCP205@69


def without_scheme() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["example.org/data"]})  # expect: MCP205@69


def world_wide_web() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["www.example.org"]})  # expect: MCP205@69


def other_scheme() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["ftp://example.org/data"]})  # expect: MCP205@69


def file_scheme() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["file:///data.csv"]})  # expect: MCP205@69


def a_file() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["data/población.csv"]})  # expect: MCP205@69


def a_path() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["/data"]})  # expect: MCP205@69


def empty() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [""]})  # expect: MCP205@69


def a_doi() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["doi:10.1000/182"]})  # expect: MCP205@69


def colon_forgotten() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["https//example.org"]})  # expect: MCP205@69


def number() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [1]})  # expect: MCP205@69


def the_second() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U, 'INE, 2024']})  # expect: MCP205@72


def two() -> DataToolOutput:
    return CallToolResult(
        content=C,
        structuredContent={
            "sources": [
                "https://example.org/data",
                "Ministerio de Hacienda",  # expect: MCP205@17
                "Banco Central",  # expect: MCP205@17
            ],
        },
    )


def by_key() -> DataToolOutput:
    payload = {"table": []}
    payload["sources"] = ["CAMMESA"]  # expect: MCP205@27
    return CallToolResult(content=C, structuredContent=payload)


def beside_unknown_ones(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [*urls, "Eurostat"]})  # expect: MCP205@76


def in_two_parts() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["example.org" "/data"]})  # expect: MCP205@69


# From here on, nothing is reported.


def secure() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["https://example.org/data?año=2024#tabla"]})


def plain() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["http://localhost:8000"]})


def capitals() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["HTTPS://EXAMPLE.ORG"]})


def scheme_in_two_parts() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["https:" "//example.org"]})


def formatted(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [f"https://example.org/{year}"]})


def formatted_from_its_start(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [f"{BASE}/data/{year}"]})


def formatted_then_joined(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [f"{BASE}" "/data"]})


def added(path) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [BASE + "/data", "https://" + path]})


def by_method(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["{}/data".format(BASE), "%s/x" % BASE]})


def joined(parts) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["/".join(parts), fetch("Eurostat")]})


def by_name(url) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U, url, BASE]})


def with_a_title() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [{"title": "Eurostat", "url": U}]})


def perhaps(url) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [url or "https://example.org"]})


def comprehension() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [BASE + name for name in ("a", "b")]})


def other_texts() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U], "force": "Eurostat", "table": [["Eurostat"]]})


def replaced() -> DataToolOutput:
    payload = {"sources": ["Eurostat"]}
    payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ["Eurostat"]}, isError=True)
