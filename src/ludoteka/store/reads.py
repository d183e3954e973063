"""Reads of a store as methods, from the queries that they ask."""

from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

Given = ParamSpec("Given")
Found = TypeVar("Found")


def reads(
    query: Callable[Concatenate[Connection, Given], Found],
) -> Callable[Concatenate[Any, Given], Coroutine[Any, Any, Found]]:
    """Return the method of a store, or of a `StorePart`, that asks a query; it takes what the query takes after the connection."""

    async def read(self: Any, /, *given: Given.args, **named: Given.kwargs) -> Found:
        answer: Found = await self.read(lambda connection: query(connection, *given, **named))
        return answer

    update_wrapper(read, query)
    return read
