"""Checks that nothing is written for a deleted account, even if it is deleted at the same time."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Executable, delete, func, or_, select, update

from ludoteka.core.message import Message, Refused
from ludoteka.store.accounts import statements as of_accounts
from ludoteka.store.moderation import statements as of_moderation
from ludoteka.store.notices import statements as of_notices
from ludoteka.store.schema import (
    accounts,
    api_tokens,
    blocks,
    follows,
    identities,
    mail_addresses,
    mail_links,
    notice_settings,
    passkeys,
    push_subscriptions,
    recovery_codes,
    sessions,
    tournament_entries,
    waiting_notices,
)
from ludoteka.store.tournaments import statements as of_tournaments
from ludoteka.store.writing.statements import Grouped, Write

_CHANGES = ("SET_PASSWORD", "SET_ROLE", "SET_NAME", "SET_CLOSED", "SET_HIDDEN", "SET_BOT")
_ROWS = ("PASSKEY", "IDENTITY", "CODE", "SESSION", "TOKEN", "MAIL_ADDRESS", "MAIL_LINK")
ID, HOLDER = accounts.c.id, accounts.c.holder
OWNERS: dict[Executable, dict[str, Column[Any]]] = {  # by statement: which of its values name accounts, and how
    **{getattr(of_accounts, name): {"whose": ID} for name in _CHANGES},
    **{getattr(of_accounts, f"INSERT_{name}"): {"account": ID} for name in _ROWS},
    of_accounts.INSERT_FOLLOW: {"follower": ID, "followed": ID},
    of_moderation.INSERT_BLOCK: {"blocker": ID, "blocked": ID},
    of_notices.INSERT_NOTICE_SETTINGS: {"account": ID},
    of_notices.INSERT_SUBSCRIPTION: {"account": ID},
    of_tournaments.INSERT_ENTRY: {"holder": HOLDER},
    of_tournaments.SET_IN: {"who": HOLDER},
}


ENDING = (of_accounts.ERASE_ACCOUNT, of_accounts.DELETE_SESSIONS, of_accounts.DELETE_MAIL_LINKS)  # proofs, too
HELD: dict[Executable, dict[str, Column[Any]]] = {**OWNERS, **{one: {"whose": ID} for one in ENDING}}
BELONGING: dict[Column[Any], Column[Any]] = {  # columns of rows that are deleted with an account, and how they name it
    **{table.c.account: ID for table in (passkeys, identities, recovery_codes, sessions, api_tokens)},
    **{table.c.account: ID for table in (mail_addresses, mail_links, notice_settings, push_subscriptions)},
    **dict.fromkeys((follows.c.follower, follows.c.followed, blocks.c.blocker, blocks.c.blocked), ID),
    waiting_notices.c.holder: HOLDER,
}
_IS_DELETED = accounts.c.deleted_at.is_not(None)
_IS_NAMED = _IS_DELETED & (accounts.c.name.is_not(None) | (accounts.c.password != ""))
_PLAYS = tournament_entries.c.is_in & tournament_entries.c.holder.in_(select(HOLDER).where(_IS_DELETED))
ORPHANED: dict[Column[Any], ColumnElement[bool]] = {
    column: column.in_(select(owner).where(_IS_DELETED)) for column, owner in BELONGING.items()
}
ORPHANED |= {ID: _IS_NAMED, tournament_entries.c.holder: _PLAYS}
SWEEP: list[Write] = [(delete(column.table).where(ORPHANED[column]), {}) for column in BELONGING]
SWEEP += [(update(accounts).where(_IS_NAMED).values(name=None, skeleton=None, password=""), {})]
SWEEP += [(update(tournament_entries).where(_PLAYS).values(is_in=False), {})]


def count_orphans(connection: Connection) -> dict[str, int]:
    """Count leftovers of deleted accounts, by the columns that name them; columns without any are left out."""
    counted = {
        str(column): connection.execute(select(func.count(column)).where(is_orphan)).scalar_one()
        for column, is_orphan in ORPHANED.items()
    }
    return {name: count for name, count in counted.items() if count}


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
            raise Refused("not-signed-in", Message("This account was deleted."))
