# settings: strict=true
"""A plugin that makes its results with `mcp_server.results` alone: strict mode knows them all."""
from elsewhere import cost, fetch, rows_of, series
from mcp_server import DataToolOutput
from mcp_server.results import force_result, text_result
from mcp_server import results

FUENTE = "https://example.org/datos"
FUENTES = [FUENTE, "https://example.org/más"]


def _fila(año: int, valor: float) -> list:
    return [str(año), f"{valor:.1f}"]


def _respuesta(texto: str, *, tabla=None):
    return text_result(texto, FUENTE, tabla)


def register_tools(mcp):
    @mcp.tool()
    def producción(año: int) -> DataToolOutput:
        """La producción de un año."""
        return text_result(f"Producción: {fetch(año)} TWh", source_url=FUENTE)

    @mcp.tool()
    def por_año(desde: int, hasta: int) -> DataToolOutput:
        """La producción de varios años."""
        tabla = [["Año", "TWh"]]
        for año in range(desde, hasta + 1):
            tabla.append(_fila(año, fetch(año)))
        return text_result("Producción por año", FUENTE, tabla, repeat_table=True)

    @mcp.tool()
    def con_gráfico(país: str) -> DataToolOutput:
        """Un gráfico."""
        valores = series(país)
        if not valores:
            return text_result(f"No hay datos de {país}", FUENTE)
        gráfico = {"type": "bar", "data": {"labels": list(valores), "datasets": [{"data": list(valores.values())}]}}
        return text_result(f"Datos de {país}", sources=FUENTES, charts=[gráfico])

    @mcp.tool()
    def desde_ayuda(año: int) -> DataToolOutput:
        """Con una ayuda."""
        try:
            tabla = rows_of(año)
        except LookupError:
            return _respuesta("No existe")
        return _respuesta("Existe", tabla=tabla)

    @mcp.tool()
    async def fuente_calculada(año: int) -> DataToolOutput:
        """La fuente se calcula."""
        url = f"https://example.org/{año}"
        respuesta = results.text_result("Calculada", url) if año > 2000 else force_result("Antes", url)
        return respuesta

    @mcp.tool()
    def fuente_desconocida(url: str, urls: list[str]) -> DataToolOutput:
        """Las fuentes las da quien llama."""
        match cost(url):
            case 0:
                return text_result("Gratis", url)
            case 1:
                return text_result("Una", source=cost(url))
            case _:
                return text_result("Varias", sources=urls)
