"""The time of a house's last backup, for its owner."""

import asyncio
import time
from pathlib import Path

from ludoteka.core.message import Refused
from ludoteka.features.settings.settings import BACKED_UP, SettingStore
from ludoteka.store.backends.dispatch import open_beside
from ludoteka.store.refusals import NotStored
from ludoteka.store.store import Store


def note_backup(place: Path | str) -> bool:
    """Store that a house has just been backed up; return whether that succeeded."""

    async def note() -> None:
        store = Store(open_beside(place))
        try:
            await SettingStore(store).change({BACKED_UP: str(time.time())})
        finally:
            await store.close()

    try:
        asyncio.run(note())
    except (NotStored, Refused):  # the backup is still good: it may be made with read-only access
        return False
    return True
