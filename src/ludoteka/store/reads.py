"""Reads of a store as methods, from the queries that they ask."""

from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Reader(Protocol):
    """What can run a query: a store, or a part of one."""

    async def read(self, query: Callable[[Connection], Found]) -> Found:
        """Return the answer to a query."""


def reads(
    query: Callable[Concatenate[Connection, Given], Found],
) -> Callable[Concatenate[Any, Given], Coroutine[Any, Any, Found]]:
    """Return the method of a `Reader` that asks a query; it takes what the query takes after the connection."""

    async def read(self: Reader, /, *given: Given.args, **named: Given.kwargs) -> Found:
        return await self.read(lambda connection: query(connection, *given, **named))

    update_wrapper(read, query)
    return read
