"""Count action sequences (perft)."""

import signal
from collections.abc import Iterator

import click


@click.command("perft")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 30))
@click.option("--position", help="The position text to count from.")
@click.option("--divide", is_flag=True, help="Count separately after each first action.")
def command(game: str, depth: int, position: str | None, divide: bool) -> Iterator[str]:
    """Count the action sequences of exactly DEPTH plies in GAME."""
    from ludoteka.core.twins import require_compiler

    require_compiler()
    from ludoteka.terminal.tools.perft import count_sequences, divide_sequences

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python would wait until the compiled function returns
    if divide:
        yield from (f"{text} {number}" for text, number in divide_sequences(game, depth, position))
    else:
        yield str(count_sequences(game, depth, position))
