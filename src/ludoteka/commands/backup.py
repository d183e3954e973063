"""Back up a house."""

import contextlib
import time
from pathlib import Path

import click

from ludoteka.commands._options import PATH, add_store_options, database_of, use_store
from ludoteka.core.message import Message, Refused


@click.command("backup")
@click.argument("file", type=PATH)
@add_store_options
def command(file: Path, data: Path | None, database: str) -> list[Message]:
    """Write all matches, names and keys to a new FILE.  The house may be open (docs/operating/backups.md)."""
    from ludoteka.server.own_settings import BACKED_UP, setting_writes
    from ludoteka.store.maintenance.backups import back_up

    place = database_of(data, database)
    size = back_up(place, file)
    with contextlib.suppress(Refused):  # the backup is still good: it may be made with read-only access
        use_store(place, lambda store: store.write(setting_writes({BACKED_UP: str(time.time())})))
    return [
        Message(
            "Backup {file} written and checked. Matches: {matches}, events: {events}.", file=str(file), **size._asdict()
        )
    ]
