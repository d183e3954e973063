"""Back up a house."""

from pathlib import Path

import click

from ludoteka.commands._options import add_store_options, database_of
from ludoteka.core.message import Message


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@add_store_options
def command(file: Path, data: Path | None, database: str) -> list[Message]:
    """Write all matches, names and keys to a new FILE.  The house may be open (docs/operating/backups.md)."""
    from ludoteka.features.settings.backup_notes import note_backup
    from ludoteka.store.maintenance.backups import back_up

    size = back_up(database_of(data, database), file)
    note_backup(database_of(data, database))
    return [
        Message(
            "Backup {file} written and checked. Matches: {matches}, events: {events}.", file=str(file), **size._asdict()
        )
    ]
