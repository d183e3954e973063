"""Replay matches, for programs and people."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ludoteka.commands import reader, usage_error
from ludoteka.commands._options import PATH
from ludoteka.core.message import Message


@click.command("replay")
@click.option("--record", type=PATH, help="Show the final position of this match record.")
@click.option(
    "--picture",
    type=PATH,
    metavar="FILE",
    help="Save the record as a picture: .png and .svg show its end, .gif all turns, and .html replays it offline.",
)
def command(record: Path | None, picture: Path | None) -> Iterator[str | Message]:
    """Replay matches from standard input, one JSON object per line (docs/terminal.md)."""
    from ludoteka.terminal.tools.records import describe, save_picture
    from ludoteka.terminal.tools.replay import answer_stream

    if picture:
        if record is None:
            raise usage_error(Message("--picture needs a record: --record FILE."))
        yield save_picture(record, picture, reader())
    elif record:
        position, sentences = describe(record)
        yield position
        yield from sentences
    else:
        answer_stream(sys.stdin.buffer, sys.stdout.buffer)
