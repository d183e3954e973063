"""Count action sequences."""

import signal

import click

from ludoteka.commands import speaks


@click.command("perft")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 30))
@click.option("--position", help="The position text to count from.")
@click.option("--divide", is_flag=True, help="Count behind each first action.")
@speaks
def command(game: str, depth: int, position: str | None, divide: bool) -> None:
    """Count the action sequences of exactly DEPTH plies of GAME."""
    from ludoteka.terminal.tools.perft import count_sequences, divide_sequences

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python would wait for the end of the compiled count
    if divide:
        for text, number in divide_sequences(game, depth, position):
            click.echo(f"{text} {number}")
    else:
        click.echo(count_sequences(game, depth, position))
