"""The settings that the owner changes on a page of the house; others come from the command line."""

import asyncio
import base64
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Literal

from sqlalchemy import Connection, bindparam, delete, insert, select

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts import store as account_statements
from ludoteka.features.accounts.roles import ROLES
from ludoteka.features.moderation import store as moderation_statements
from ludoteka.features.moderation.store import ID_BYTES, ModerationAction
from ludoteka.features.settings.tables import house_settings
from ludoteka.server.calls.answers import Answer
from ludoteka.store import StoreRefused
from ludoteka.store.people import Account, accounts
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import Statements, Write
from ludoteka.store.writing.writer import Guard
from ludoteka.surfaces.texts import LANGUAGES

logger = logging.getLogger(__name__)
SETTINGS = "settings"  # the subject of the broadcast that settings have changed
PAUSE_SECONDS = 10.0  # between two reads of the database, in case a broadcast was lost
CODE_BYTES = 10  # of the code for becoming the owner
OWNER = ROLES[-1]
HAS_OWNER = Refusal("has-owner", Message("This house has an owner already."), 409)
BAD_CODE = Refusal("bad-code", Message("This is not the code that the server has printed."), 403)
Registration = Literal["", "open", "invitation", "providers", "closed"]
_writes = Statements("settings")
DELETE_SETTING = _writes.add(delete(house_settings).where(house_settings.c.name == bindparam("which")))
INSERT_SETTING = _writes.add(insert(house_settings))
BACKED_UP = "backed_up_at"  # the name of the setting with the time of the last backup


class SettingStore:
    """The settings in a store, by name.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> dict[str, str]:
        """Return all values by their names."""
        wanted = select(house_settings.c.name, house_settings.c.value)
        return await self._store.read(lambda connection: {row.name: row.value for row in connection.execute(wanted)})

    async def change(self, values: Mapping[str, str], act: ModerationAction | None = None) -> None:
        """Replace some values, with an entry for the moderation log that says who did it."""
        writes: list[Write] = [(moderation_statements.INSERT_ACT, act._asdict())] if act else []
        for name, value in values.items():
            writes += [(DELETE_SETTING, {"which": name}), (INSERT_SETTING, {"name": name, "value": value})]
        await self._store.write(writes)

    async def has_owner(self) -> bool:
        """Tell whether an open account has the role of an owner."""
        return await self._store.read(_has_owner)

    async def make_first_owner(self, act: ModerationAction, account: str, check: Callable[[bool], None]) -> None:
        """Make an account the owner, unless `check` refuses because there is one already."""
        guard = Guard("first owner", lambda connection: check(_has_owner(connection)))
        role = {"whose": account, "new_role": OWNER}
        await self._store.write(
            [(moderation_statements.INSERT_ACT, act._asdict()), (account_statements.SET_ROLE, role)], guard
        )


def _has_owner(connection: Connection) -> bool:
    wanted = select(1).where(accounts.c.role == OWNER, accounts.c.closed_at.is_(None))
    return connection.execute(wanted).first() is not None


class OwnSettings(Answer):
    """The owner's settings."""

    name: str  # of the house; "" for Ludoteka
    welcome: str  # the text of the start page; "" for the default
    languages: tuple[str, ...]  # that the house offers
    registration: Registration  # who can register; "" for the setting of the command line
    backed_up_at: float | None  # when `ludoteka backup` was last run, in seconds since 1970


class HouseSettings:
    """The settings of a house, as one server knows them."""

    def __init__(self, store: SettingStore, broadcast: Callable[[str, str], None]) -> None:
        self.store = store
        self._broadcast = broadcast
        self.own = read_settings({})

    async def run(self) -> None:
        """Read the settings regularly until cancelled."""
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                await self.reload()
            except StoreRefused as error:
                logger.warning("the settings of the house could not be read: %s", str(error).partition("\n")[0])

    async def reload(self) -> None:
        """Read the settings.  Raises StoreRefused."""
        self.own = read_settings(await self.store.all())

    async def change(self, values: Mapping[str, str], act: ModerationAction) -> None:
        """Change some settings on all servers.  Raises NotStored, StoreRefused."""
        await self.store.change(values, act)
        await self.reload()
        self._broadcast(SETTINGS, "")

    async def become_owner(self, account: Account, code: str, key: bytes, now: float) -> None:
        """Make an account the first owner of the house, whose key is given.  Raises NotStored, Refused: "has-owner", "bad-code"."""
        _check_no_owner(await self.store.has_owner())
        if not hmac.compare_digest(code.strip().upper().encode(), owner_code(key).encode()):
            raise BAD_CODE()
        detail = f"{account.role} → {OWNER}"
        act = ModerationAction(secrets.token_urlsafe(ID_BYTES), now, "", "role", account.holder, "", detail)
        await self.store.make_first_owner(act, account.id, _check_no_owner)


def read_settings(values: Mapping[str, str]) -> OwnSettings:
    """Return settings from their stored form; invalid values count as not set."""
    languages = tuple(one for one in LANGUAGES if one in values.get("languages", "").split())
    backed_up = values.get(BACKED_UP, "")
    return OwnSettings(
        values.get("name", ""),
        values.get("welcome", ""),
        languages or tuple(LANGUAGES),
        values.get("registration", ""),  # type: ignore[arg-type]  # the store keeps these values only
        float(backed_up) if backed_up else None,
    )


def owner_code(key: bytes) -> str:
    """Return the code for becoming the owner; it is derived from the key of the house, so all servers know it."""
    digest = hmac.digest(key, b"owner of this house", hashlib.sha256)
    return base64.b32encode(digest[:CODE_BYTES]).decode()


def _check_no_owner(has_owner: bool) -> None:
    if has_owner:
        raise HAS_OWNER()
