"""What belongs to accounts: it is deleted with them, and nothing is written for a deleted account.

The latter holds also if the account is deleted at the same time: writers wait for each other.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Executable, bindparam, delete, or_, select, update

from ludoteka.core.message import Message
from ludoteka.store.people import NOT_SIGNED_IN, accounts
from ludoteka.store.writing.statements import HELD, HOLDER, ID, OWNERS, PEOPLE, Grouped, Statements, Write

IS_DELETED = accounts.c.deleted_at.is_not(None)
_IS_NAMED = IS_DELETED & (accounts.c.name.is_not(None) | (accounts.c.password != ""))
_ERASE = update(accounts).where(_IS_NAMED).values(name=None, skeleton=None, password="")
_belonging: dict[Column[Any], Column[Any]] = {}  # columns of rows that are deleted with an account: how they name it
_endings: list[tuple[Executable, Column[Any]]] = []  # statements that delete an account's data: how they name it
_repairs: dict[Column[Any], tuple[ColumnElement[bool], Executable]] = {ID: (_IS_NAMED, _ERASE)}
_writes = Statements("owners", PEOPLE)


def delete_with_accounts(*columns: Column[Any], names: Column[Any] = ID) -> None:
    """Delete the rows that name an account in one of these columns with the account; `names` is ID or HOLDER."""
    for column in columns:
        _belonging[column] = names
        end_with_accounts(_writes.add(delete(column.table).where(column == bindparam("whose"))), names)


def end_with_accounts(statement: Executable, names: Column[Any]) -> None:
    """Execute a statement for `whose`, the id or the holder of an account, when it is deleted."""
    _endings.append((statement, names))


def repair_orphans(column: Column[Any], condition: ColumnElement[bool], repair: Executable) -> None:
    """Count the rows that meet a condition as leftovers of deleted accounts, which `repair` removes."""
    _repairs[column] = condition, repair


def account_deletion(account: str, holder: str) -> list[Write]:
    """Return the writes that delete what belongs to an account."""
    return [(statement, {"whose": account if names is ID else holder}) for statement, names in _endings]


def orphaned() -> dict[Column[Any], ColumnElement[bool]]:
    """Return the conditions of leftovers of deleted accounts, by the columns that name them."""
    found = {column: column.in_(select(names).where(IS_DELETED)) for column, names in _belonging.items()}
    return found | {column: condition for column, (condition, _) in _repairs.items()}


def sweep_orphans() -> list[Write]:
    """Return the writes that remove leftovers of deleted accounts from older versions."""
    deleting = [delete(column.table).where(orphaned()[column]) for column in _belonging]
    return [(statement, {}) for statement in [*deleting, *(repair for _, repair in _repairs.values())]]


def hold_owners(connection: Connection, grouped: Grouped) -> None:
    """Lock the accounts for which this transaction writes.

    All of them at once and in one order, so that two transactions never wait for each other.
    """
    named: dict[Column[Any], set[Any]] = {ID: set(), HOLDER: set()}
    for statement, rows in grouped:
        for name, column in HELD.get(statement, {}).items():
            named[column] |= {row[name] for row in rows}
    if any(named.values()) and connection.dialect.name == "postgresql":  # SQLite has one writer
        whose = or_(*(column.in_(values) for column, values in named.items() if values))
        connection.execute(select(ID).where(whose).order_by(ID).with_for_update(key_share=True))


def check_owners(connection: Connection, statement: Executable, rows: Collection[dict[str, Any]]) -> None:
    """Refuse to write for accounts that are deleted, perhaps in this transaction.  Raises Refused: "not-signed-in"."""
    for name, column in OWNERS.get(statement, {}).items():
        owners = select(accounts.c.deleted_at).where(column.in_({row[name] for row in rows}))
        if any(connection.execute(owners).scalars()):
            raise NOT_SIGNED_IN(Message("This account was deleted."))
