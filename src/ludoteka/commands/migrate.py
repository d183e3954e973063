"""Bring the database of a house up to date."""

import sys
from pathlib import Path

import click

from ludoteka.commands import database_of, keeping, reader, speaks


@click.command("migrate")
@click.option("--check", is_flag=True, help="Change nothing; end with 1 if there is something to do.")
@keeping
@speaks
def command(check: bool, data: Path | None, database: str) -> None:
    """Bring the database to the form that this Ludoteka uses, as opening the house does (docs/keeping.md)."""
    from ludoteka.core.message import Message
    from ludoteka.store.backends.dispatch import display_name, open_database, read_revision
    from ludoteka.store.schema import HEAD

    place = database_of(data, database)
    name, found = display_name(place), read_revision(place)
    if found == HEAD:
        done = Message("{place} is up to date, at revision {newest}.", place=name, newest=HEAD)
    elif check and found:
        done = Message(
            "{place} is to be migrated from revision {found} to {newest}.", place=name, found=found, newest=HEAD
        )
    elif check:
        done = Message("There is no house in {place} yet.", place=name)
    else:
        database_opened = open_database(place)
        database_opened.engine.dispose()
        database_opened.release()
        done = (
            Message("{place} was migrated from revision {found} to {newest}.", place=name, found=found, newest=HEAD)
            if found
            else Message("{place} was made, at revision {newest}.", place=name, newest=HEAD)
        )
    click.echo(reader().say(done))
    if check and found != HEAD:
        sys.exit(1)
