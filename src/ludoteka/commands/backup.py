"""Back up all that a house keeps."""

from pathlib import Path

import click

from ludoteka.commands import database_of, keeping, reader, speaks


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@keeping
@speaks
def command(file: Path, data: Path | None, database: str) -> None:
    """Write all matches, names and keys into a new FILE; the house may be open meanwhile (docs/keeping.md)."""
    from ludoteka.core.message import Message
    from ludoteka.store.maintenance.backups import back_up

    copied = back_up(database_of(data, database), file)
    done = Message(
        "{file} is written and whole. Matches: {matches}, events: {events}.", file=str(file), **copied._asdict()
    )
    click.echo(reader().say(done))
