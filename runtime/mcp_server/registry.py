"""The registry: the one way by which a function becomes a tool of the server."""

from __future__ import annotations

import copy
import logging
from collections.abc import Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server.mcpserver import MCPServer

from mcp_server.annotation_check import check_annotation
from mcp_server.answer_guard import AnswerGuard
from mcp_server.callables import description_of, evaluated_signature, is_generator, name_of, place_of
from mcp_server.contract import DataToolOutput
from mcp_server.errors import RefusedToolsError
from mcp_server.gate import ResultGate, through_gate
from mcp_server.instructions import compose_instructions
from mcp_server.metadata import read_metadata
from mcp_server.parameter_check import NOT_A_TOOL, check_parameters
from mcp_server.publication import check_publication, check_schema, require_sendable, require_text
from mcp_server.records import PluginInfo, Problem, Refusal, RegisteredTool, place
from mcp_server.wording import quote, show_error

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from contextlib import AbstractAsyncContextManager

    from mcp.types import Annotations, Icon, ToolAnnotations
    from typing_extensions import Self

logger = logging.getLogger(__name__)

# The options of MCPServer that every client reads.
_TOLD = ("title", "description", "website_url", "icons", "version")
AnyFunction = TypeVar("AnyFunction", bound="Callable[..., Any]")


class Registry:
    """Registers data tools on an MCP server, and holds each of their results to the contract.

    `server` is the SDK's ``MCPServer``: run it, or mount its app. Only tools that come through `tool` are checked, not
    those that are added to the server itself.
    """

    def __init__(
        self,
        name: str = "mcp-data-registry",
        *,
        strict: bool = False,
        allow_empty_sources: bool = True,
        instructions: str | None = None,
        lifespan: Callable[[MCPServer[Any]], AbstractAsyncContextManager[Any]] | None = None,
        **options: Any,
    ) -> None:
        """Make the server; ``options`` are those of ``mcp.server.mcpserver.MCPServer``.

        ``strict``: a refused tool stops the start of the server, see `finish`. ``allow_empty_sources``: a result with
        ``"sources": []`` leaves the server with one warning a tool; if not, the client gets an error (MCP104).

        Raises:
            ValueError: What the server says of itself, such as ``instructions``, cannot be sent to clients.

        """
        told = {"name": name, "instructions": instructions}
        require_sendable(told | {option: options.get(option) for option in _TOLD})
        self._strict = strict
        self._allow_empty_sources = allow_empty_sources
        self._base_instructions = instructions
        self._registered: dict[str, RegisteredTool] = {}
        self._refusals: list[Refusal] = []
        self._resources: set[str] = set()
        self._infos: dict[object, PluginInfo] = {}
        self._own_tools: list[str] = []
        self._own_resources: list[str] = []
        self._parts: list[Registry] = []
        self._plugin: str | None = None
        # One package may have several registries, each with an info of its own.
        self._namespace = object()
        self._plugin_metadata: dict[str, Any] = {}
        # Before all others, so that what they raise is contained, too.
        options["middleware"] = [AnswerGuard(self._registered), *(options.get("middleware") or ())]
        start = self._checking(lifespan) if strict else lifespan
        self.server: MCPServer[Any] = MCPServer(name, instructions=instructions, lifespan=start, **options)

    @property
    def registered(self) -> tuple[RegisteredTool, ...]:
        """The tools that clients see, in the order in which they were registered; all plugins' together."""
        return tuple(self._registered.values())

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The functions that were not registered, and why; all plugins' together."""
        return tuple(self._refusals)

    def finish(self) -> None:
        """Say that all tools are registered. The server does so itself when it starts.

        Raises:
            RefusedToolsError: The registry is strict and has refused tools; all of them are in the error.

        """
        if self._strict and self._refusals:
            raise RefusedToolsError(self._refusals)

    def tool(
        self,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        annotations: ToolAnnotations | None = None,
        icons: list[Icon] | None = None,
        meta: dict[str, Any] | None = None,
    ) -> Callable[[AnyFunction], AnyFunction]:
        """Register a function as a tool: ``@registry.tool()``, or ``registry.tool()(function)``.

        The function, plain or async, is given back as it is. The arguments are those of ``MCPServer.tool``. A function
        that cannot be a tool is refused: one warning in the log, a `Refusal` in `refusals`, and no client sees it.
        A result that breaks the contract reaches the client as an error result that names the tool, the field and the
        linter's code.

        Raises:
            TypeError: It was written without parentheses, ``@registry.tool``.

        """
        if name is not None and not isinstance(name, str):
            raise TypeError("MCP003 `@registry.tool` is written without parentheses; write `@registry.tool()`")
        options = {"title": title, "description": description, "annotations": annotations, "icons": icons}

        def register(fn: AnyFunction) -> AnyFunction:
            self._register(fn, name, meta, options)
            return fn

        return register

    def resource(  # noqa: PLR0913 - the parameters of MCPServer.resource, which authors know
        self,
        uri: str,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        mime_type: str | None = None,
        icons: list[Icon] | None = None,
        annotations: Annotations | None = None,
        meta: dict[str, Any] | None = None,
    ) -> Callable[[AnyFunction], AnyFunction]:
        """Register a function as a resource, as ``MCPServer.resource`` does; a plugin's name goes before its own.

        Raises:
            ValueError: The parameters of the URI and of the function differ, or an option cannot be sent to clients.
            TypeError: It was written without a URI.

        """
        if not isinstance(uri, str):
            raise TypeError('`@registry.resource` is written without a URI; write `@registry.resource("scheme://...")`')
        options: dict[str, Any] = {"title": title, "description": description, "mime_type": mime_type}
        options |= {"icons": icons, "annotations": annotations, "meta": meta}

        def register(fn: AnyFunction) -> AnyFunction:
            prefixed = self._prefixed(name or name_of(fn))
            problem = check_publication(prefixed, {"uri": uri, "name": prefixed, **options}, "resource")
            if problem is not None:
                raise ValueError(problem.text)
            self.server.resource(uri, name=prefixed, **options)(fn)
            self._note_resource(uri)
            return fn

        return register

    def for_plugin(self, package: str, *, distribution: str | None = None) -> Self:
        """Give a registry for one plugin: the same server and the same lists, names that begin with the plugin's.

        A tool of function ``cities`` is then ``<package>_cities``; the function keeps its name. Each tool's ``_meta``
        holds ``plugin``, the package, and ``plugin_metadata``: its ``description``, ``urls`` (the distribution's
        ``[project.urls]``) and ``sample_questions``. ``distribution``: its name, where it is not the package's.
        """
        found = read_metadata(distribution or package)
        plugin = copy.copy(self)
        plugin._plugin = package
        plugin._namespace = object()
        plugin._own_tools, plugin._own_resources, plugin._parts = [], [], []
        self._parts.append(plugin)
        plugin._plugin_metadata = {
            "description": found.description,
            "urls": dict(found.urls),
            "sample_questions": [],
        }
        return plugin

    def set_plugin_info(
        self, description: str = "", sample_questions: Sequence[str] = (), instructions: str = ""
    ) -> None:
        """Say what a plugin is for. Clients read it in the server's instructions, and in its tools' ``_meta``.

        Called again, it replaces what was said before. Without a plugin, it speaks for the server itself.

        Raises:
            TypeError: One of them is no text, or the questions are no list of texts.
            ValueError: One of them cannot be sent to clients, since it has half of a surrogate pair in it.

        """
        require_text("description", description)
        require_text("instructions", instructions)
        questions = _questions(sample_questions)
        title = self._plugin or self.server.name
        self._infos[self._namespace] = PluginInfo(title, description, tuple(questions), instructions)
        # Changed in place: the tools that are registered already hold this dict.
        self._plugin_metadata["sample_questions"] = questions
        if description:
            self._plugin_metadata["description"] = description
        self._compose()

    def withdraw(self) -> None:
        """Take back the tools, resources and instructions that came through this registry; its refusals stay known.

        For a plugin that fails half way, whatever it has done; it raises nothing, and may be called twice.
        """
        for part in self._parts:
            part.withdraw()
        for tool in self._own_tools:
            self._registered.pop(tool, None)
            # MCPServer.remove_tool raises where the plugin has removed the tool itself.
            self.server._tool_manager._tools.pop(tool, None)
        for uri in self._own_resources:
            self._resources.discard(uri)
            # MCPServer has a way to remove tools, and none to remove resources.
            self.server._resource_manager._resources.pop(uri, None)
            self.server._resource_manager._templates.pop(uri, None)
        self._own_tools.clear()
        self._own_resources.clear()
        if self._infos.pop(self._namespace, None) is not None:
            self._compose()

    def _compose(self) -> None:
        # MCPServer has no setter; the attribute of the low-level server is public, and read at each handshake.
        composed = compose_instructions(self._base_instructions, self._infos.values())
        self.server._lowlevel_server.instructions = composed

    def _note_resource(self, uri: str) -> None:
        # Of two with one URI, the SDK keeps the first, which is then not this registry's to take back.
        if uri not in self._resources:
            self._resources.add(uri)
            self._own_resources.append(uri)

    def _register(
        self, fn: Callable[..., Any], name: str | None, meta: dict[str, Any] | None, options: dict[str, Any]
    ) -> None:
        file, line = place_of(fn)
        tool = RegisteredTool(self._prefixed(name or name_of(fn)), name_of(fn), file, line, self._plugin)
        problem = check_annotation(fn) or self._check_name(tool) or self._add(fn, tool, meta, options)
        if problem is None:
            self._registered[tool.name] = tool
            self._own_tools.append(tool.name)
            return
        refusal = Refusal(tool.function, problem.code, problem.text, file, line, self._plugin, tool.name)
        self._refusals.append(refusal)
        logger.warning("%s", refusal)

    def _check_name(self, tool: RegisteredTool) -> Problem | None:
        first = self._registered.get(tool.name)
        if first is not None:
            where = f"{quote(first.function)}, {place(first.file, first.line)}"
        elif self.server._tool_manager.get_tool(tool.name) is not None:
            where = "added to the server itself, past the registry"
        else:
            return None
        says = f"tool {quote(tool.name)} is there already ({where})"
        text = f"{says}: the server keeps that one and does not register {quote(tool.function)}; give it another name"
        return Problem("MCP004", "name", text)

    def _add(
        self, fn: Callable[..., Any], tool: RegisteredTool, meta: dict[str, Any] | None, options: dict[str, Any]
    ) -> Problem | None:
        try:
            published = {"name": tool.name, **options, "meta": meta}
            published["description"] = options["description"] or description_of(fn)
            problem = check_parameters(fn) or check_publication(tool.function, published)
            return problem or self._serve(fn, tool, meta, options)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the SDK, pydantic and the annotations of the parameters raise many kinds
            says = f"tool {quote(tool.function)} cannot be served ({show_error(error)})"
            effect = "the server does not register it and no client will see it"
            return Problem(NOT_A_TOOL, "parameters", f"{says}: {effect}; change its parameters or its options")

    def _serve(
        self, fn: Callable[..., Any], tool: RegisteredTool, meta: dict[str, Any] | None, options: dict[str, Any]
    ) -> Problem | None:
        gate = ResultGate(tool, allow_empty_sources=self._allow_empty_sources, is_generator=is_generator(fn))
        guarded = _as_the_sdk_sees(through_gate(fn, gate), fn, tool.function)
        self.server.add_tool(guarded, name=tool.name, meta=self._stamped(meta), **options)
        added = self.server._tool_manager.get_tool(tool.name)
        # What pydantic makes of the parameters: their defaults, descriptions and examples.
        problem = None if added is None else check_schema(tool.function, added.parameters)
        if problem is not None:
            self.server.remove_tool(tool.name)
        return problem

    def _stamped(self, meta: dict[str, Any] | None) -> dict[str, Any] | None:
        if self._plugin is None:
            return meta
        return {**(meta or {}), "plugin": self._plugin, "plugin_metadata": self._plugin_metadata}

    def _prefixed(self, name: str) -> str:
        return name if self._plugin is None else f"{self._plugin}_{name}"

    def _checking(
        self, lifespan: Callable[[MCPServer[Any]], AbstractAsyncContextManager[Any]] | None
    ) -> Callable[[MCPServer[Any]], AbstractAsyncContextManager[Any]]:
        """Put `finish` before the lifespan, which the SDK enters once, at the start, on every transport."""

        @asynccontextmanager
        async def check_and_live(server: MCPServer[Any]) -> AsyncIterator[Any]:
            self.finish()
            if lifespan is None:
                yield {}
                return
            async with lifespan(server) as state:
                yield state

        return check_and_live


def _as_the_sdk_sees(guarded: Callable[..., object], fn: Callable[..., object], name: str) -> Callable[..., object]:
    """Give the wrapper all that the SDK reads from a function, evaluated, so that it need not look further."""
    signature = evaluated_signature(fn, DataToolOutput)
    hints = {key: part.annotation for key, part in signature.parameters.items() if part.annotation is not part.empty}
    parts = {"__signature__": signature, "__wrapped__": fn, "__annotations__": {**hints, "return": DataToolOutput}}
    parts |= {"__name__": name, "__qualname__": name, "__doc__": description_of(fn)}
    for attribute, value in parts.items():
        setattr(guarded, attribute, value)
    return guarded


def _questions(given: object) -> list[str]:
    if isinstance(given, str):
        return [require_text("sample_questions", given)]
    if not isinstance(given, Iterable):
        raise TypeError(f"`sample_questions` is a {quote(type(given).__name__)}, not a list of strings")
    return [require_text(f"sample_questions[{index}]", question) for index, question in enumerate(given)]
