"""Balance energético: un plugin con todas sus herramientas dentro de `register_tools(mcp)`.

Así se escribe una herramienta:

    @registry.tool()
    def ejemplo():
        return "esto es documentación, no código"
"""
from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcp.types import CallToolResult, TextContent

from energy import catalogue, h
from mcp_server import DataToolOutput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_server import Registry

logger = logging.getLogger(__name__)
FUENTE = "https://example.org/balance"
FUENTES = [FUENTE, "https://example.org/metodología"]
UNIDADES = {"ktep": 1.0, "TJ": 41.868, "GWh": 11.63}


@dataclass(frozen=True)
class Flujo:
    nombre: str
    valor: float


def _flujos(año: int, fuente: str) -> list[Flujo]:
    return [Flujo(nombre, valor) for nombre, valor in catalogue.read(año, fuente)]


def _buscar(nombre: str) -> tuple[str | None, DataToolOutput | None]:
    """Return the code of an energy source, or the error to show."""
    código = catalogue.codes().get(nombre.lower())
    if código is None:
        return None, _error(f"No hay ninguna fuente de energía que se llame {nombre}.")
    return código, None


def _error(texto: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=texto)], isError=True)


def _resultado(texto: str, tabla: list[list[str]], fuentes: Iterable[str] = FUENTES) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=texto)],
        structuredContent={"sources": list(fuentes), "table": tabla},
    )


def register_tools(mcp: Registry) -> None:
    """Register the tools of the energy balance."""

    @mcp.tool(title="Producción")
    def producción(año: int, fuente: str = "gas") -> DataToolOutput:
        """Producción primaria de una fuente de energía en un año."""
        código, error = _buscar(fuente)
        if error:
            return error
        flujos = _flujos(año, código)
        if not flujos:
            return h.text_result(f"No hay datos de {fuente} en {año}.", source_url=FUENTE)
        tabla = [["Flujo", "ktep"]]
        for flujo in flujos:
            tabla.append([flujo.nombre, f"{flujo.valor:.1f}"])
        return _resultado(f"Producción de {fuente} en {año}: {json.dumps(tabla)}", tabla)

    @mcp.tool()
    def consumo(sectores: list[str], año: int, unidad: str = "ktep") -> DataToolOutput:
        """Consumo final por sector."""
        if unidad not in UNIDADES:
            return _error(f"Unidad desconocida: {unidad}")
        payload = {"sources": []}
        filas = []
        for sector in sectores:
            try:
                valor, url = catalogue.consumption(sector, año)
            except LookupError:
                logger.warning("sin datos: %s", sector)
                continue
            filas.append([sector, valor * UNIDADES[unidad]])
            payload["sources"].append(url)
        if not filas:
            raise LookupError(f"Sin datos en {año}")
        payload["table"] = [["Sector", unidad], *filas]
        if len(filas) > 1:
            payload["charts"] = [
                {
                    "type": "bar",
                    "data": {
                        "labels": [fila[0] for fila in filas],
                        "datasets": [{"label": unidad, "data": [fila[1] for fila in filas]}],
                    },
                }
            ]
        texto = "\n".join(f"{sector}: {valor:.1f} {unidad}" for sector, valor in filas)
        return CallToolResult(content=[TextContent(type="text", text=texto)], structuredContent=payload)

    @mcp.tool()
    async def intercambios(año: int) -> DataToolOutput:
        """Importaciones y exportaciones."""
        async with catalogue.session() as session:
            datos = await session.trade(año)
        match datos:
            case {"error": motivo}:
                return _error(motivo)
            case {"imports": entrada, "exports": salida}:
                tabla = [["Flujo", "ktep"], ["Importaciones", entrada], ["Exportaciones", salida]]
                return _resultado(f"En {año}: entran {entrada} ktep y salen {salida}.", tabla)
            case _:
                return h.text_result("Sin datos.", source_url=FUENTE)

    @mcp.tool()
    def unidades():  # expect: MCP001@9
        """Unidades en que se puede pedir un dato."""
        return h.text_result(", ".join(UNIDADES), source_url=FUENTE)

    @mcp.tool()
    def años(fuente: str) -> CallToolResult:  # expect: MCP002@30
        """Años con datos de una fuente de energía."""
        return h.text_result(catalogue.years(fuente), source_url=FUENTE)

    @mcp.tool()
    def resumen(año: int) -> DataToolOutput:
        """Resumen del año, con el total y nada más."""
        total = sum(flujo.valor for flujo in _flujos(año, "total"))
        return CallToolResult(  # expect: MCP101@16
            content=[TextContent(type="text", text=f"Total de {año}: {total:.1f} ktep")],
        )

    @mcp.tool()
    def intensidad(año: int, país: str | None = None) -> DataToolOutput:
        """Intensidad energética."""
        payload: dict[str, object] = {}
        if país is None:
            payload["table"] = [["Año", "Intensidad"], [año, catalogue.intensity(año)]]
        else:
            payload["table"] = [["Año", "País", "Intensidad"], [año, país, catalogue.intensity(año, país)]]
        return CallToolResult(
            content=[TextContent(type="text", text=f"Intensidad de {año}")],
            structuredContent=payload,  # expect: MCP102@31
        )

    # @mcp.tool()
    def borrador(año: int):
        return f"todavía no: {año}"

    logger.info("registrado: %s", borrador)
