"""What was wished for on the command line, made into a match."""

import secrets
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.games import games, planned
from ludoteka.players.levels import levels
from ludoteka.referee.beginning import new_match
from ludoteka.referee.events import Occupant, Setup

ME = "me"  # who sits at the terminal
RANDOM = "random"
USUAL_LEVEL = 3


def game_named(name: str) -> Game:
    """Return a game.

    Raises:
        Refused: "no-such-game", with the names of those there are.
    """
    if name in games():
        return games()[name]
    if name in planned():
        raise Refused("no-such-game", Message("{game} is still being built.", game=planned()[name].title))
    known = ", ".join(games())
    raise Refused("no-such-game", Message("There is no such game here. There are: {games}.", games=known))


def setup_of(name: str, options: tuple[str, ...], seat: str, level: int | None) -> Setup:
    """Return the setup of a match; a level of 0 seats the person everywhere, the seat "random" where chance has it.

    Raises:
        Refused: "no-such-game", "bad-option", "bad-seats".
    """
    game = game_named(name)
    return seated(game, game.checked(dict(_option(game, wish) for wish in options)), seat, level)


def seated(game: Game, options: dict[str, Any], seat: str, level: int | None) -> Setup:
    """Return the setup of a match under checked options; seats as above.

    Raises:
        Refused: "bad-seats".
    """
    letters = [one.letter for one in game.seats(options)]
    if seat == RANDOM:
        seat = secrets.choice(letters)
    if seat and seat not in letters:
        known = ", ".join(letters)
        raise Refused("bad-seats", Message("There is no seat {seat}. There are: {seats}.", seat=seat, seats=known))
    if level is None:
        level = min(USUAL_LEVEL, levels(game))
    if level > levels(game):
        raise Refused("bad-seats", Message("The computer has no such level in this game."))
    computer, mine = Occupant("computer", level), Occupant("person", 0, ME)
    seats = {letter: mine if not level or letter == (seat or letters[0]) else computer for letter in letters}
    return new_match(game, options, seats)


def _option(game: Game, wish: str) -> tuple[str, object]:
    """Return an option that was written as NAME=VALUE; a value is known by how it is written."""
    name, _, written = wish.partition("=")
    choices = [value for option in game.options if option.name == name for value, _ in option.choices]
    return name, next((value for value in choices if str(value) == written), written)
