"""Count action sequences (perft)."""

import signal

import click

from ludoteka.commands import guard, needs_compiler


@click.command("perft")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 30))
@click.option("--position", help="The position text to count from.")
@click.option("--divide", is_flag=True, help="Count separately after each first action.")
@guard
@needs_compiler
def command(game: str, depth: int, position: str | None, divide: bool) -> None:
    """Count the action sequences of exactly DEPTH plies in GAME."""
    from ludoteka.terminal.tools.perft import count_sequences, divide_sequences

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python would wait until the compiled function returns
    if divide:
        for text, number in divide_sequences(game, depth, position):
            click.echo(f"{text} {number}")
    else:
        click.echo(count_sequences(game, depth, position))
