"""The tables of a database: those of matches and people, and those of the features."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from sqlalchemy import Column, Float, ForeignKey, Index, MetaData, Table, text

metadata = MetaData()
KEY, INDEXED, UNIQUE = {"primary_key": True}, {"index": True}, {"unique": True}  # in types of fields, for `table_of`


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


def table_of(name: str, kind: type[NamedTuple], *more: Column[Any] | Index) -> Table:
    """Describe a table by the fields of its rows; `more` are indexes, and columns that the rows lack.

    `Annotated` says the type of a column, which is Float otherwise, or the column to which it refers ("accounts.id"), and
    KEY, INDEXED or UNIQUE.  A column may be null if the field may be None.
    """
    columns = []
    for field, hint in get_type_hints(kind, include_extras=True).items():
        bare, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        options = {key: value for note in notes if isinstance(note, dict) for key, value in note.items()}
        types = [ForeignKey(note) if isinstance(note, str) else note for note in notes if not isinstance(note, dict)]
        columns.append(Column(field, *(types or [Float]), nullable=NoneType in get_args(bare), **options))
    return Table(name, metadata, *columns, *more)


def columns_of(table: Table, kind: type[NamedTuple]) -> list[Column[Any]]:
    """Return the columns of a table with the fields of its rows."""
    return [table.c[name] for name in kind._fields]


def partial_index(name: str, *columns: Column[Any], where: str, unique: bool = False) -> Index:
    """Describe an index of the rows that meet a condition.

    Only the migrations create indexes in a house.  Saying the condition for PostgreSQL too would import its dialect, which
    takes a house with a file a twentieth of its start.
    """
    return Index(name, *columns, unique=unique, sqlite_where=text(where))
