"""What all tables of the schema belong to."""

from typing import Any

from sqlalchemy import Column, Index, MetaData, text

metadata = MetaData()


def partial_index(name: str, *columns: Column[Any], where: str, unique: bool = False) -> Index:
    """Describe an index of the rows that meet a condition.

    Only the migrations create indexes in a house.  Saying the condition for PostgreSQL too would import its dialect, which
    takes a house with a file a twentieth of its start.
    """
    return Index(name, *columns, unique=unique, sqlite_where=text(where))
