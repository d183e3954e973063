"""Play a game for other programs."""

import os
import sys

import click

from ludoteka.commands._game_command import GameCommand, game_option


@click.command("engine", cls=GameCommand)
@click.argument("game")
@game_option(help="Set an option of the game; ludoteka engine GAME --help lists them.")
def command(game: str, options: tuple[str, ...]) -> None:
    """Play GAME for other programs (docs/engine.md)."""
    from ludoteka.arena.engine import Engine
    from ludoteka.games import find_game
    from ludoteka.terminal.tables.setups import parse_options

    chosen = find_game(game)
    answers, sys.stdout = sys.stdout, sys.stderr  # so that nothing else is written between the answers
    engine = Engine(chosen, parse_options(chosen, options), answers)
    engine.run(line.decode("utf-8", "replace") for line in sys.stdin.buffer)
    os._exit(0)  # at once, even if the compiler is running
