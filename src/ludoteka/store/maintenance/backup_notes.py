"""A note in a house of when it was last backed up, for its owner."""

import asyncio
import time
from pathlib import Path

from ludoteka.core.message import Refused
from ludoteka.store.backends.dispatch import open_beside
from ludoteka.store.house_settings import BACKED_UP, SettingStore
from ludoteka.store.refusals import NotStored
from ludoteka.store.store import Store


def note_backup(place: Path | str) -> bool:
    """Write down that a house was backed up just now; return whether that could be stored."""

    async def note() -> None:
        store = Store(open_beside(place))
        try:
            await SettingStore(store).change({BACKED_UP: str(time.time())})
        finally:
            await store.close()

    try:
        asyncio.run(note())
    except (NotStored, Refused):  # the backup is good all the same: it may be made by somebody who only reads
        return False
    return True
