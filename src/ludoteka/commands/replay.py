"""Replay matches, for programs and people."""

import sys
from pathlib import Path

import click

from ludoteka.commands import guard, reader


@click.command("replay")
@click.option("--record", type=click.Path(path_type=Path), help="Show the final position of this match record.")
@guard
def command(record: Path | None) -> None:
    """Replay matches from standard input, one JSON object per line (docs/terminal.md)."""
    from ludoteka.terminal.tools.records import describe
    from ludoteka.terminal.tools.replay import answer_stream

    if record:
        position, sentences = describe(record)
        click.echo(position)
        for sentence in sentences:
            click.echo(reader().say(sentence))
        return
    answer_stream(sys.stdin.buffer, sys.stdout.buffer)
