"""Solve puzzles in the terminal."""

import datetime

import click

from ludoteka.commands import reader, usage_error
from ludoteka.commands._options import LANGUAGE
from ludoteka.core.message import Message, Refused


@click.command("puzzle")
@click.argument("game", required=False)
@click.option("--daily", is_flag=True, help="The puzzle of the day; so without --number.")
@click.option("--theme", help="The puzzle of the day among those of GAME with this theme; --themes lists them.")
@click.option(
    "--themes", is_flag=True, help="List the themes of the puzzles of GAME, with the numbers of their puzzles."
)
@click.option("--number", type=click.IntRange(1), help="The number of a puzzle of GAME; the first is the easiest.")
@LANGUAGE
def command(
    game: str | None, daily: bool, theme: str | None, themes: bool, number: int | None, language: str | None
) -> None:
    """Solve a puzzle of GAME, or the puzzle of the day."""
    from ludoteka.games import find_game, games
    from ludoteka.puzzles.puzzle import daily_puzzle, find_group, find_puzzle, group_puzzles, puzzles_of
    from ludoteka.terminal.plain.puzzle_session import PuzzleSession

    if number and (daily or not game):
        raise usage_error(Message("--number needs a game, and not --daily."))
    if (theme or themes) and (number or not game):
        raise usage_error(Message("--theme and --themes need a game, and not --number."))
    if game and themes:
        for name, title, numbers in group_puzzles(find_game(game)):
            click.echo(f"{name} – {reader().say(title)}: {' '.join(map(str, numbers))}")
        return
    if game and number:
        puzzle = find_puzzle(find_game(game), number)
    else:
        chosen = [find_game(game)] if game else games().values()
        known = [one for each in chosen for one in (find_group(each, theme) if theme else puzzles_of(each))]
        if not known:
            raise Refused("no-such-puzzle", Message("This game has no puzzles."))
        puzzle = daily_puzzle(known, datetime.datetime.now(datetime.UTC).date())
    PuzzleSession(find_game(puzzle.game), puzzle, reader()).run()
