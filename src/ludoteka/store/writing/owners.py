"""What belongs to accounts: nothing is written for one that was deleted, however close the deletion is."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, Connection, Executable, delete, func, or_, select

from ludoteka.core.message import Message, Refused
from ludoteka.store.accounts import statements as of_accounts
from ludoteka.store.notices import statements as of_notices
from ludoteka.store.order import statements as of_order
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
    of_order.INSERT_BLOCK: {"blocker": ID, "blocked": ID},
    of_notices.INSERT_NOTICE_SETTINGS: {"account": ID},
    of_notices.INSERT_SUBSCRIPTION: {"account": ID},
    of_tournaments.INSERT_ENTRY: {"holder": HOLDER},
    of_tournaments.SET_IN: {"who": HOLDER},
}


HELD = {of_accounts.ERASE_ACCOUNT: {"whose": ID}, **OWNERS}
BELONGING: dict[Column[Any], Column[Any]] = {  # columns of rows that end with an account, and what names it in them
    **{table.c.account: ID for table in (passkeys, identities, recovery_codes, sessions, api_tokens)},
    **{table.c.account: ID for table in (mail_addresses, mail_links, notice_settings, push_subscriptions)},
    **dict.fromkeys((follows.c.follower, follows.c.followed, blocks.c.blocker, blocks.c.blocked), ID),
    waiting_notices.c.holder: HOLDER,
}
ORPHANED = {
    column: column.in_(select(owner).where(accounts.c.deleted_at.is_not(None))) for column, owner in BELONGING.items()
}
SWEEP: list[Write] = [(delete(column.table).where(is_orphan), {}) for column, is_orphan in ORPHANED.items()]


def count_orphans(connection: Connection) -> dict[str, int]:
    """Count the rows that belong to deleted accounts, by their columns; those without any are left out."""
    counted = {
        str(column): connection.execute(select(func.count()).where(is_orphan)).scalar_one()
        for column, is_orphan in ORPHANED.items()
    }
    named = select(func.count()).where(accounts.c.deleted_at.is_not(None), accounts.c.name.is_not(None))
    return {
        name: count for name, count in (counted | {"names": connection.execute(named).scalar_one()}).items() if count
    }


def hold_owners(connection: Connection, grouped: Grouped) -> None:
    """Keep other transactions from changing the accounts for which this one writes.

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
