"""The building blocks of the HTTP API's description."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ludoteka.server.protocol.schemas import Schema

JSON, HTML, PLAIN, SVG = "application/json", "text/html", "text/plain", "image/svg+xml"
MADE = (400, 403, 413)  # further statuses of calls that change something


class DescribedCall(NamedTuple):
    """A call of the API: its request and its responses."""

    path: str
    summary: str
    content: str = JSON
    answer: Schema | None = None
    method: str = "get"
    status: int = 200
    refused: tuple[int, ...] = ()
    body: Schema | None = None
    accepts: str = JSON
    query: Mapping[str, Schema] = MappingProxyType({})
