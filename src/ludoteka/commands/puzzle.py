"""Solve puzzles in the terminal."""

import datetime

import click

from ludoteka.commands import reader, usage_error
from ludoteka.commands._options import LANGUAGE
from ludoteka.core.message import Message, Refused


@click.command("puzzle")
@click.argument("game", required=False)
@click.option("--daily", is_flag=True, help="The puzzle of the day; so without --number.")
@click.option("--number", type=click.IntRange(1), help="The number of a puzzle of GAME; the first is the easiest.")
@LANGUAGE
def command(game: str | None, daily: bool, number: int | None, language: str | None) -> None:
    """Solve a puzzle of GAME, or the puzzle of the day."""
    from ludoteka.games import games
    from ludoteka.puzzles.puzzle import daily_puzzle, find_puzzle, puzzles_of
    from ludoteka.terminal.plain.puzzle_session import PuzzleSession
    from ludoteka.terminal.tables.setups import find_game

    if number and (daily or not game):
        raise usage_error(Message("--number needs a game, and not --daily."))
    if game and number:
        puzzle = find_puzzle(find_game(game), number)
    else:
        known = [one for each in ([find_game(game)] if game else games().values()) for one in puzzles_of(each)]
        if not known:
            raise Refused("no-such-puzzle", Message("This game has no puzzles."))
        puzzle = daily_puzzle(known, datetime.datetime.now(datetime.UTC).date())
    PuzzleSession(find_game(puzzle.game), puzzle, reader()).run()
