"""Presupuesto público: funciones de módulo que otra función registra, con textos puestos antes."""
import functools

from budget import aggregate, dimensions, queries
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput
from mcp_server.results import text_result

FUENTE = "https://example.org/presupuesto"
DESCRIPCIÓN = """Gasto por {dimensión}.

@registry.tool()
def ejemplo():
    return "solo es un ejemplo"
"""


def gasto(año: int, jurisdicción: str = "") -> DataToolOutput:
    """Gasto devengado de un año."""
    filas = queries.spending(año, jurisdicción)
    payload = {}
    payload["sources"] = [f"{FUENTE}/{año}"]
    payload["table"] = [["Jurisdicción", "Devengado"]] + [[fila.name, fila.amount] for fila in filas]
    if jurisdicción:
        payload["force"] = f"Solo {jurisdicción}."
    texto = "; ".join(f"{fila.name}: {fila.amount}" for fila in filas)
    return CallToolResult(content=[TextContent(type="text", text=texto)], structuredContent=payload)


def recursos(año: int) -> DataToolOutput:
    """Recursos de un año."""
    resultado = CallToolResult(
        content=[TextContent(type="text", text=f"Recursos de {año}")],
        structuredContent={"source": [FUENTE], "table": [["Rubro", "Monto"]]},  # expect: MCP102@27 # expect: MCP201@28
    )
    return resultado


def deuda(año: int):  # expect: MCP001@5
    """Deuda a fin de año."""
    return text_result(queries.debt(año), source_url=FUENTE)


def partidas(año: int, código: str) -> DataToolOutput:
    """Partidas de un programa."""
    partida, error = queries.find(año, código)
    if error:
        return error
    if partida is None:
        return None  # expect: MCP106@16
    return text_result(partida.text, source_url=partida.url)


def ejecución(año: int) -> DataToolOutput:  # expect: MCP106@5
    """Porcentaje ejecutado."""
    try:
        return text_result(queries.executed(año), source_url=FUENTE)
    except LookupError:
        print(f"sin datos: {año}")


def metas(año: int) -> DataToolOutput:
    """Metas físicas."""
    for meta in queries.goals(año):
        yield text_result(meta, source_url=FUENTE)  # expect: MCP107@9


def _auditado(función):
    @functools.wraps(función)
    def dentro(*args, **kwargs):
        print(función.__name__)
        return función(*args, **kwargs)

    return dentro


def register_tools(mcp):
    for herramienta in (gasto, recursos, deuda, partidas, ejecución):
        mcp.tool()(herramienta)
    mcp.tool(name="metas_físicas")(metas)
    mcp.tool()(aggregate.by_year)
    mcp.tool(name="by_function")(aggregate.by_function)

    for dimensión in dimensions.all():
        def por_dimensión(año: int, límite: int = 10) -> DataToolOutput:
            return text_result(aggregate.by(dimensión, año, límite), source_url=FUENTE)

        por_dimensión.__doc__ = DESCRIPCIÓN.format(dimensión=dimensión)
        mcp.tool(name=f"gasto_por_{dimensión}")(por_dimensión)

    def total(año: int) -> DataToolOutput:
        return text_result(aggregate.total(año), source_url=FUENTE)

    total.__doc__ = f"Total de {FUENTE}."
    mcp.tool()(total)

    @mcp.tool()
    @_auditado
    def saldo(año: int) -> DataToolOutput:
        """Resultado financiero."""
        return CallToolResult(
            content=f"Saldo de {año}",  # expect: MCP105@21
            structuredContent={"sources": [FUENTE]},
        )

    @mcp.resource("presupuesto://metodología")
    def metodología() -> str:
        return queries.methodology()
