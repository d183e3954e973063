"""The settings that the owner changes on a page of the house; others come from the command line."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from sqlalchemy import Connection, bindparam, delete, insert, select

from ludoteka.server.calls.answers import Answer
from ludoteka.server.operations.repetition import repeat
from ludoteka.store.schema import house_settings
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import Statements, Write
from ludoteka.surfaces.texts import LANGUAGES

SETTINGS = "settings"  # the subject of the broadcast that settings have changed
PAUSE_SECONDS = 10.0  # between two reads of the database, in case a broadcast was lost
Registration = Literal["", "open", "invitation", "providers", "closed"]
_writes = Statements("settings")
DELETE_SETTING = _writes.add(delete(house_settings).where(house_settings.c.name == bindparam("which")))
INSERT_SETTING = _writes.add(insert(house_settings))
BACKED_UP = "backed_up_at"  # the name of the setting with the time of the last backup


def all_settings(connection: Connection) -> dict[str, str]:
    """Return all values by their names."""
    wanted = select(house_settings.c.name, house_settings.c.value)
    return {row.name: row.value for row in connection.execute(wanted)}


def setting_writes(values: Mapping[str, str]) -> list[Write]:
    """Return the writes that replace some values."""
    writes: list[Write] = [(DELETE_SETTING, {"which": name}) for name in values]
    return writes + [(INSERT_SETTING, {"name": name, "value": value}) for name, value in values.items()]


class OwnSettings(Answer):
    """The owner's settings."""

    name: str  # of the house; "" for Ludoteka
    welcome: str  # the text of the start page; "" for the default
    languages: tuple[str, ...]  # that the house offers
    registration: Registration  # who can register; "" for the setting of the command line
    backed_up_at: float | None  # when `ludoteka backup` was last run, in seconds since 1970


class LiveSettings:
    """The owner's settings, as one server knows them."""

    def __init__(self, store: Store, broadcast: Callable[[str, str], None]) -> None:
        self._store = store
        self._broadcast = broadcast
        self.own = read_settings({})

    async def run(self) -> None:
        await repeat(self.reload, PAUSE_SECONDS, "the settings of the house could not be read")

    async def reload(self) -> None:
        self.own = read_settings(await self._store.read(all_settings))

    async def change(self, values: Mapping[str, str], more: Sequence[Write] = ()) -> None:
        """Change some settings on all servers; do `more` in the same transaction.  Raises NotStored, StoreRefused."""
        await self._store.write([*more, *setting_writes(values)])
        await self.reload()
        self._broadcast(SETTINGS, "")


def read_settings(values: Mapping[str, str]) -> OwnSettings:
    """Return settings from their stored form; invalid values count as not set."""
    languages = tuple(language for language in LANGUAGES if language in values.get("languages", "").split())
    backed_up = values.get(BACKED_UP, "")
    return OwnSettings(
        values.get("name", ""),
        values.get("welcome", ""),
        languages or tuple(LANGUAGES),
        values.get("registration", ""),  # type: ignore[arg-type]  # the store keeps these values only
        float(backed_up) if backed_up else None,
    )
