"""The contract of a data tool: what its result carries besides the text for the model.

`DataToolOutput` is the return annotation that every tool must have. The SDK publishes the JSON schema of
`ValidationModel` as the tool's ``outputSchema`` (``mcp.server.mcpserver.utilities.func_metadata``, which takes the
first metadata of ``Annotated[CallToolResult, ...]``), so its docstring and descriptions are what clients read.
"""

from typing import Annotated, Any, TypeAlias

from mcp.types import CallToolResult
from pydantic import BaseModel, ConfigDict, Field, Strict

# Strict: without it, pydantic makes a list of a tuple or a set, and a source that was meant as one would pass as many.
StrictList = Annotated[list[Any], Strict()]


class ValidationModel(BaseModel):
    """What the screen shows beside the answer: where the data comes from, and optionally a table, charts or fixed text.

    A field that is None counts as absent. Fields of other names are kept, and no screen shows them.
    """

    # Forbidding other fields would turn a misspelt one into an error for the client: the registry warns of it instead.
    model_config = ConfigDict(extra="allow")

    sources: StrictList = Field(
        description="Links to the original data. They are shown below the answer.",
    )
    table: Annotated[list[StrictList], Strict()] | None = Field(
        default=None,
        description="Rows of one length, the first of them the header. They are shown as a table.",
    )
    charts: Annotated[list[dict[str, Any]], Strict()] | None = Field(
        default=None,
        description="Chart.js specifications, each with `type` and `data`. They are shown as charts.",
    )
    force: Annotated[str, Strict()] | None = Field(
        default=None,
        description="Text that is shown to the user as it is, and never passes through the model.",
    )


DataToolOutput: TypeAlias = Annotated[CallToolResult, ValidationModel]
"""The return annotation of a data tool. The function returns a ``CallToolResult``: ``content`` for the model, and
structured content as `ValidationModel` says."""

FIELDS = tuple(ValidationModel.model_fields)
"""The names of the fields that the screen knows."""
