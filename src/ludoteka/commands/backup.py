"""Back up a house."""

import asyncio
import contextlib
import time
from pathlib import Path

import click

from ludoteka.commands._options import add_store_options, database_of
from ludoteka.core.message import Message, Refused


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@add_store_options
def command(file: Path, data: Path | None, database: str) -> list[Message]:
    """Write all matches, names and keys to a new FILE.  The house may be open (docs/operating/backups.md)."""
    from ludoteka.store.maintenance.backups import back_up

    place = database_of(data, database)
    size = back_up(place, file)
    with contextlib.suppress(Refused):  # the backup is still good: it may be made with read-only access
        asyncio.run(_note_time(place))
    return [
        Message(
            "Backup {file} written and checked. Matches: {matches}, events: {events}.", file=str(file), **size._asdict()
        )
    ]


async def _note_time(place: Path | str) -> None:
    """Store, for the owner, that a house has just been backed up.  Raises Refused."""
    from ludoteka.server.own_settings import BACKED_UP, setting_writes
    from ludoteka.store import Store
    from ludoteka.store.backends.dispatch import open_beside

    store = Store(open_beside(place))
    try:
        await store.write(setting_writes({BACKED_UP: str(time.time())}))
    finally:
        await store.close()
