"""The machine-readable descriptions of the HTTP API and of the WebSocket."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from ludoteka.server.calls.call import PUBLIC, Calls
from ludoteka.server.protocol.asyncapi import asyncapi_document


class ApiDescription:
    """The description of the HTTP API, which is written when somebody first asks for it."""

    def __init__(self, write: Callable[[], dict[str, Any]]) -> None:
        self._write = write

    @cached_property
    def document(self) -> dict[str, Any]:
        """The whole description."""
        return self._write()


calls = Calls()


@calls.add("GET /api/openapi.json", costs={"read": 1}, scope=PUBLIC)
async def describe_calls(description: ApiDescription) -> dict[str, Any]:
    """This description."""
    return description.document


@calls.add("GET /api/asyncapi.json", costs={"read": 1}, scope=PUBLIC)
async def describe_socket() -> dict[str, Any]:
    """The description of the WebSocket."""
    return asyncapi_document()
