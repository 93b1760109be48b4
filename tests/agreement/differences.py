"""Where the two halves differ by design, and why. docs/agreement.md shows these tables; a test holds both equal."""

from __future__ import annotations

# One line a code: what the server does that the linter reports, or the other way round.
BY_DESIGN = {
    "MCP003": "the registry raises at once, so that the module cannot be imported: it is no refusal",
    "MCP005": "only the SDK knows which parameters and options it can serve: the linter does not report it",
    "MCP101": "`--mcp-sdk 1` is about servers on mcp 1.x, which drops `structured_content` without a word",
    "MCP103": "a source that is not JSON (a set, a date) is refused; the linter looks at `sources` itself",
    "MCP104": "advice: the result leaves the server with a warning, unless `allow_empty_sources=False`",
    "MCP105": "where pydantic cannot build the result, the server knows only what pydantic minds, not the other faults",
    "MCP190": "asked for with `--mcp-strict`: it says that the linter cannot tell, and the server can",
    "MCP201": "advice: the result leaves the server with a warning; the screen ignores the field",
    "MCP202": "a cell that is not JSON is refused; the linter looks at rows and their lengths",
    "MCP203": "a number that is not JSON (NaN) is refused; the linter looks at charts, labels and datasets",
    "MCP205": "advice about the text of a source; the server does not read addresses",
    "MCP900": "the file was not checked; the server imports it as Python does",
    "MCP901": "advice: the tool works without a description",
    "MCP902": "advice: what is never registered, the server never sees",
    "MCP903": "advice about the text of `content`; the server does not compare texts",
}

SOURCES_CODES = frozenset({"MCP101", "MCP102", "MCP103", "MCP104"})
# About correct results, or about the source text alone: no run can show them.
UNCOMPARED_CODES = frozenset({"MCP205", "MCP900", "MCP901", "MCP902", "MCP903"})
# What the server refuses when it starts, and when a tool is called.
START_CODES = frozenset({"MCP001", "MCP002", "MCP004"})
CALL_CODES = frozenset({"MCP101", "MCP102", "MCP103", "MCP105", "MCP106", "MCP107"} | {"MCP202", "MCP203", "MCP204"})
# Said of results that leave the server all the same; an error that refuses a result repeats them.
WARNINGS = frozenset({"MCP104", "MCP201"})

# What followed programs leave out, since the design joins paths and objects there: a certain fault may go unreported.
NOT_FOLLOWED = {
    "correlated conditions": "paths are joined where they meet, so each parameter is tested once",
    "conditions on keys": "keys are joined one by one, so a dict that a branch has changed is not tested for them",
    "conditions in loops": "what one pass does and another does not is joined; loops test nothing",
    "handlers": "handlers and `finally` may begin anywhere: only the first line of a `try` raises, no `finally` leaves",
    "with": "a context manager may swallow what is raised, so what comes after it counts as reached",
    "one of several": "a change to one of several objects that has a second name may be one to any of them",
    "changed, then replaced": "a branch's change to an object is joined, though its name holds another one then",
    "results of helpers": "what one branch of a helper gives is joined with what another has done to what is in it",
    "constants": "lists and dicts inside a module's constant may be changed elsewhere, once they have a second name",
    "lists of any length": "what a comprehension or loop makes may be empty, which is right: its items are not judged",
    "different faults": "paths with no fault in common (no `sources` here, a bad `table` there) are joined to unknown",
    "arms": "arms count where a result is built and returned, not once it has a name or a copy",
}
