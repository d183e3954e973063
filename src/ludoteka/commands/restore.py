"""Put a backup back."""

from pathlib import Path

import click

from ludoteka.commands import database_of, keeping, reader, speaks


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace a house that is not empty; it is kept as a backup.")
@keeping
@speaks
def command(file: Path, force: bool, data: Path | None, database: str) -> None:
    """Put the backup FILE into a house that is closed and empty (docs/keeping.md)."""
    from ludoteka.core.message import Message
    from ludoteka.store.maintenance.backups import restore

    copied, kept = restore(file, database_of(data, database), force)
    if kept:
        click.echo(reader().say(Message("What was there before is kept in {file}.", file=str(kept))))
    done = Message("{file} is restored. Matches: {matches}, events: {events}.", file=str(file), **copied._asdict())
    click.echo(reader().say(done))
