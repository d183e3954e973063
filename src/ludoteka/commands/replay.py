"""Replay matches, for programs and people."""

import sys
from pathlib import Path

import click

from ludoteka.commands import reader, speaks


@click.command("replay")
@click.option("--record", type=click.Path(path_type=Path), help="Say where this record of a match ends.")
@speaks
def command(record: Path | None) -> None:
    """Replay matches: JSON Lines in, JSON Lines out (docs/terminal.md)."""
    from ludoteka.terminal.tools.records import describe
    from ludoteka.terminal.tools.replay import answer_stream

    if record:
        position, words = describe(record)
        click.echo(position)
        for one in words:
            click.echo(reader().say(one))
        return
    answer_stream(sys.stdin.buffer, sys.stdout.buffer)
