"""The tables of a database: those of matches and people, and those of the features."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, NamedTuple

from sqlalchemy import Column, Index, MetaData, Table, text

metadata = MetaData()


def load_tables() -> MetaData:
    """Return all tables."""
    import_module("ludoteka.store.schema")
    load_features("tables")
    return metadata


def load_features(module: str) -> None:
    """Import this module of each feature that has one, so that the store knows its tables ("tables") or its writes ("store")."""
    features = import_module("ludoteka.features")
    for feature in iter_modules(features.__path__, "ludoteka.features."):
        if find_spec(f"{feature.name}.{module}"):
            import_module(f"{feature.name}.{module}")


def columns_of(table: Table, kind: type[NamedTuple]) -> list[Column[Any]]:
    """Return the columns of a table with the fields of its rows."""
    return [table.c[name] for name in kind._fields]


def partial_index(name: str, *columns: Column[Any], where: str, unique: bool = False) -> Index:
    """Describe an index of the rows that meet a condition.

    Only the migrations create indexes in a house.  Saying the condition for PostgreSQL too would import its dialect, which
    takes a house with a file a twentieth of its start.
    """
    return Index(name, *columns, unique=unique, sqlite_where=text(where))
