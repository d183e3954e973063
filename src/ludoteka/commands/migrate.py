"""Migrate the database of a house."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ludoteka.commands._options import add_store_options, database_of
from ludoteka.core.message import Message


@click.command("migrate")
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a migration is needed.")
@add_store_options
def command(check: bool, data: Path | None, database: str) -> Iterator[Message]:
    """Migrate the database to the revision of this Ludoteka, as opening the house does (docs/operating/backups.md)."""
    from ludoteka.store.backends.dispatch import display_name, open_database, read_revision
    from ludoteka.store.schema import HEAD

    place = database_of(data, database)
    name, found = display_name(place), read_revision(place)
    if found == HEAD:
        yield Message("{place} is up to date, at revision {newest}.", place=name, newest=HEAD)
    elif check and found:
        yield Message(
            "{place} needs a migration from revision {found} to {newest}.", place=name, found=found, newest=HEAD
        )
    elif check:
        yield Message("There is no house in {place} yet.", place=name)
    else:
        opened = open_database(place)
        opened.engine.dispose()
        opened.release()
        if found:
            yield Message(
                "{place} was migrated from revision {found} to {newest}.", place=name, found=found, newest=HEAD
            )
        else:
            yield Message("{place} was created at revision {newest}.", place=name, newest=HEAD)
    if check and found != HEAD:
        sys.exit(1)
