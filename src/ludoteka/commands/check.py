"""Check a game against its contract."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludoteka.commands._options import default_option
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.core.game import Game
    from ludoteka.testing.suite import Report


@click.command("check")
@click.argument("game", metavar="NAME|FOLDER")
@default_option("--matches", default=5, type=click.IntRange(1), help="Matches played with each variant of the options.")
@default_option("--plies", default=200, type=click.IntRange(1), help="The maximum length of a match, in plies.")
@click.option("--traceback", is_flag=True, help="Show the traceback of an error in the game.")
def command(game: str, matches: int, plies: int, traceback: bool) -> list[Message]:
    """Check a game, given by its NAME or FOLDER, against everything that the house relies on.

    Exits with 1 if something is wrong.
    """
    from ludoteka.core.twins import require_compiler

    require_compiler()
    from ludoteka.games import error_cause

    one = _game(game)
    looked_at: list[Message] = []
    try:
        complaints = _complaints(one, matches, plies, looked_at.append)
    except Exception as error:
        if traceback:
            raise
        told = error_cause(error, one.folder, str(one.folder))
        where = next(iter(getattr(error, "__notes__", ())), one.name)
        complaints = [f"{where}: {told['reason']} ({told['place']})"]
    for complaint in complaints:
        click.echo(complaint, err=True)
    if complaints:
        sys.exit(1)
    return [*looked_at, Message("{game} passes all checks.", game=one.name)]


def _game(name: str) -> "Game":
    """Return a game by its name or folder; a name that no game has is taken for a folder."""
    from ludoteka.games import game_in, games

    is_path = os.sep in name or name in (os.curdir, os.pardir)
    if not is_path and name in games():
        return games()[name]
    if not Path(name).is_dir():
        text = Message(
            "There is no such game here, and no such folder. The games are: {games}.", games=", ".join(games())
        )
        raise Refused("no-such-game", text)
    return game_in(Path(name))


def _complaints(game: "Game", matches: int, plies: int, report: "Report") -> list[str]:
    """Return the complaints of the first check of the sources that has any; otherwise, the first of the other checks."""
    from ludoteka.testing import suite

    for check in suite.SOURCE_CHECKS:
        if found := [f"{game.name}: {complaint}" for complaint in check(game)]:
            return found
    steps = suite.check_steps(game, matches=matches, plies=plies, report=report)
    try:
        with click.progressbar(steps, file=sys.stderr, hidden=not sys.stderr.isatty()) as every:
            for step in every:
                step()
    except suite.Complaint as complaint:
        return [str(complaint)]
    return []
