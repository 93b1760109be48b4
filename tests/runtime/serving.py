"""Plugins written for a test, and the real command `mcp-server` serving them, as a process."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mcp_server.plugins import find_plugins

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMAND = str(Path(sysconfig.get_path("scripts"), "mcp-server"))
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine before the test fails."""

HEADER = """
import asyncio, os, subprocess, sys, threading, time
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

def answer(text):
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structuredContent={"sources": ["https://example.org/data"]}
    )
"""
ONE_TOOL = (
    HEADER
    + """
def register_tools(registry):
    @registry.tool()
    def greet() -> DataToolOutput:
        "Greet."
        return answer("hello")
"""
)


def install(
    folder: Path, package: str, code: str, *, distribution: str = "", entry_points: str = "", version: str = "1.0"
) -> None:
    """Write a module and the metadata that make it an installed plugin for whoever has the folder on sys.path."""
    (folder / f"{package}.py").write_text(code, encoding="utf-8")
    info = _write_metadata(folder, distribution or package.replace("_", "-"), version)
    declared = entry_points or f"[mcp_server]\n{package} = {package}\n"
    (info / "entry_points.txt").write_text(declared, encoding="utf-8")


def _write_metadata(folder: Path, name: str, version: str) -> Path:
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    return info


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Give this process's environment, without settings of the server, and with the folder's plugins alone installed.

    What is installed where the tests run is hidden behind distributions of the same names that have no entry points.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MCP_")}
    hidden = folder / "hidden"
    for plugin in find_plugins():
        _write_metadata(hidden, plugin.distribution, "0")
    path = os.pathsep.join([str(folder), str(hidden), *filter(None, [inherited.get("PYTHONPATH")])])
    return inherited | {"PYTHONPATH": path} | more


def run(folder: Path, *arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [COMMAND, *arguments],
        env=environment(folder, **variables),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@dataclass
class Running:
    """A server over HTTP: its process, its address, and the lines that it has logged so far."""

    process: subprocess.Popen[str]
    url: str = ""
    log: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

    def follow(self) -> None:
        """Read the log to its end, so that a full pipe never stops the server."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)
            found = re.search(r"serving on (http://\S+)", line)
            if found:
                self.url = found[1]
                self.ready.set()
        self.ready.set()


@contextmanager
def http_server(folder: Path, *arguments: str, before: Sequence[str] = (), **variables: str) -> Iterator[Running]:
    """Serve the folder's plugins over HTTP on a free port of this machine; ``before``: a command that runs this one."""
    command = [*before, COMMAND, "run", "--transport", "http", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, env=environment(folder, **variables), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    running = Running(process)
    reader = threading.Thread(target=running.follow, daemon=True)
    reader.start()
    try:
        assert running.ready.wait(PATIENCE)
        assert running.url, "".join(running.log)
        yield running
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            reader.join(PATIENCE)
