"""Restore a house from a backup."""

from collections.abc import Iterator
from pathlib import Path

import click

from ludoteka.commands._options import PATH, add_store_options, database_of
from ludoteka.core.message import Message


@click.command("restore")
@click.argument("file", type=PATH)
@click.option("--force", is_flag=True, help="Replace a house that is not empty, after saving it as a backup.")
@add_store_options
def command(file: Path, force: bool, data: Path | None, database: str) -> Iterator[Message]:
    """Restore the backup FILE into a house that is closed and empty (docs/operating/backups.md)."""
    from ludoteka.store.maintenance.backups import restore

    size, replaced = restore(file, database_of(data, database), force)
    if replaced:
        yield Message("The replaced house has been saved as {file}.", file=str(replaced))
    yield Message("Backup {file} restored. Matches: {matches}, events: {events}.", file=str(file), **size._asdict())
