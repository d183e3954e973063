"""Look after the ratings of a house."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ludoteka.commands._options import add_store_options, database_of, use_store
from ludoteka.core.message import Message


@click.group("ratings")
def command() -> None:
    """Look after the ratings of a house."""


@command.command("recompute")
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a number differs.")
@add_store_options
def _recompute(check: bool, data: Path | None, database: str) -> Iterator[str | Message]:
    """Rate all rated matches again, in the order in which they were rated.  The house should be closed, or idle."""
    from ludoteka.features.ratings.store import RatingStore

    wrong = use_store(database_of(data, database), lambda store: RatingStore(store).recompute(is_check=check))
    if wrong:
        yield Message("Matches whose numbers differed: {count}", count=len(wrong))
        yield from (f"  {match}" for match in wrong)
    else:
        yield Message("All ratings are as they were.")
    if check and wrong:
        sys.exit(1)
