"""The settings that the owner changes on a page of the house; others come from the command line."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludoteka.store import StoreRefused
from ludoteka.store.house_settings import BACKED_UP, SettingStore
from ludoteka.store.moderation.models import ModerationAction
from ludoteka.surfaces.texts import LANGUAGES

logger = logging.getLogger(__name__)
SETTINGS = "settings"  # the subject of the broadcast that settings have changed
PAUSE_SECONDS = 10.0  # between two reads of the database, in case a broadcast was lost


class OwnSettings(NamedTuple):
    """The owner's settings."""

    name: str = ""  # of the house; "" for Ludoteka
    welcome: str = ""  # the text of the start page; "" for the default
    languages: tuple[str, ...] = tuple(LANGUAGES)  # that the house offers
    registration: str = ""  # who can register; "" for the setting of the command line
    backed_up_at: float | None = None  # when `ludoteka backup` was last run, in seconds since 1970


class HouseSettings:
    """The settings of a house, as one server knows them."""

    def __init__(self, store: SettingStore, broadcast: Callable[[str, str], None]) -> None:
        self.store = store
        self._broadcast = broadcast
        self.own = OwnSettings()

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


def read_settings(values: Mapping[str, str]) -> OwnSettings:
    """Return settings from their stored form; invalid values count as not set."""
    languages = tuple(one for one in LANGUAGES if one in values.get("languages", "").split())
    backed_up = values.get(BACKED_UP, "")
    return OwnSettings(
        values.get("name", ""),
        values.get("welcome", ""),
        languages or tuple(LANGUAGES),
        values.get("registration", ""),
        float(backed_up) if backed_up else None,
    )
