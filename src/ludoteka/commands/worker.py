"""Think for a house of several servers."""

import os
from contextlib import suppress

import click

from ludoteka.commands import reader, speaks


@click.command("worker")
@click.option(
    "--broker",
    required=True,
    envvar="LUDOTEKA_BROKER",
    metavar="URL",
    help="redis://..., as the servers of the house were told.",
)
@click.option(
    "--concurrency",
    default=os.cpu_count() or 1,
    show_default="one for every core",
    type=click.IntRange(1, 256),
    help="Decisions made at the same time; each may take 200 MB.",
)
@speaks
def command(broker: str, concurrency: int) -> None:
    """Think for the computers of a house, beside its servers."""
    import asyncio

    from ludoteka.server.broker.thinking_queue import work

    with suppress(KeyboardInterrupt):  # that is how a worker is stopped
        asyncio.run(work(broker, concurrency, _tell))


def _tell(place: str) -> None:
    from ludoteka.core.message import Message

    click.echo(reader().say(Message("Ludoteka is thinking for the house at {place}", place=place)))
