"""Let this machine compute moves for a house."""

import os
from contextlib import suppress

import click

from ludoteka.commands import say
from ludoteka.commands._options import house_option, require_extra
from ludoteka.core.message import Message


@click.command("worker")
@house_option("--broker", required=True, metavar="URL", help="The Redis server of the house, redis://...")
@click.option(
    "--concurrency",
    default=os.cpu_count() or 1,
    show_default="one per core",
    type=click.IntRange(1, 256),
    help="Moves computed at the same time; each may need 200 MB of memory.",
)
def command(broker: str, concurrency: int) -> None:
    """Compute the moves of a house's computer players outside its servers."""
    import asyncio

    require_extra("Redis")
    from ludoteka.features.reviews.review_questions import REVIEW_PARTS
    from ludoteka.server.broker.thinking_queue import run_worker

    with suppress(KeyboardInterrupt):  # that is how a worker is stopped
        asyncio.run(run_worker(broker, concurrency, _tell, more=[REVIEW_PARTS]))


def _tell(place: str, is_ready: bool) -> None:
    ready = Message("Computing moves for the house at {place}", place=place)
    say(ready if is_ready else Message("Waiting for Redis at {place}", place=place))
