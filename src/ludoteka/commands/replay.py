"""Replay matches, for programs and people."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ludoteka.commands._options import PATH
from ludoteka.core.message import Message


@click.command("replay")
@click.option("--record", type=PATH, help="Show the final position of this match record.")
def command(record: Path | None) -> Iterator[str | Message]:
    """Replay matches from standard input, one JSON object per line (docs/terminal.md)."""
    from ludoteka.terminal.tools.records import describe
    from ludoteka.terminal.tools.replay import answer_stream

    if record:
        position, sentences = describe(record)
        yield position
        yield from sentences
    else:
        answer_stream(sys.stdin.buffer, sys.stdout.buffer)
