"""The setup of a match from the options of the command line."""

import json
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.games import find_game
from ludoteka.players.levels import highest_level, usual_level
from ludoteka.referee.events import FREE, Occupant, Setup
from ludoteka.referee.match_creation import create_setup

ME = "me"  # the holder of the seats at the terminal
RANDOM = "random"
LARGEST = 1 << 20  # bytes of a file with the value of an option


def setup_of(name: str, options: tuple[str, ...], seat: str, level: int | None, person: str = "") -> Setup:
    """Return the setup of a match; with level 0 the person takes all seats; the seat "random" is chosen at random.

    Raises:
        Refused: "no-such-game", "no-file", "bad-option", "bad-seats".
    """
    game = find_game(name)
    chosen = game.check_options(parse_options(game, options, is_alone=level != 0))
    return create_setup(game, chosen, occupants(game, chosen, seat, level, person))


def parse_options(
    game: Game, options: tuple[str, ...], *, is_alone: bool = False, between_computers: bool = False
) -> dict[str, object]:
    """Return the options of a new match, unchecked: those given as NAME=VALUE, and defaults for the others.

    `is_alone`: nobody but the computer plays with the person.  Raises the same as `_content`.
    """
    closed = {option.name: option.choices[0][0] for option in game.options if is_alone and option.for_guests}
    usual = game.suggested_options(between_computers=between_computers)
    return usual | closed | dict(_option(game, wish) for wish in options)


def occupants(
    game: Game, options: dict[str, Any], seat: str, level: int | None, person: str = ""
) -> dict[str, Occupant]:
    """Return the occupants of the seats, by letter; `options` are checked.  Raises Refused: "bad-seats"."""
    letters = [one.letter for one in game.seats(options) if not one.is_guest]
    if seat == RANDOM:
        seat = secrets.choice(letters)
    if seat and seat not in letters:
        known = ", ".join(letters)
        raise Refused("bad-seats", Message("There is no seat {seat}. The seats are: {seats}.", seat=seat, seats=known))
    if level is None:
        level = usual_level(game)
    if level > highest_level(game):
        raise Refused("bad-seats", Message("The computer has no such level in this game."))
    computer, mine = Occupant("computer", level), Occupant("person", 0, ME, person)
    guests = {one.letter: FREE for one in game.seats(options) if one.is_guest}
    return {letter: mine if not level or letter == (seat or letters[0]) else computer for letter in letters} | guests


def _option(game: Game, wish: str) -> tuple[str, object]:
    """Parse NAME=VALUE: one of the choices, else JSON, a file of JSON (@FILE), or a text."""
    name, _, written = wish.partition("=")
    choices = [value for option in game.options if option.name == name for value, _ in option.choices]
    for choice in choices:
        if str(choice) == written:
            return name, choice
    if written.startswith("@"):
        return name, _content(Path(written[1:]))
    with suppress(ValueError, RecursionError):
        return name, json.loads(written)
    return name, written


def _content(path: Path) -> object:
    """Read a JSON file.  Raises Refused: "no-file", "bad-option"."""
    try:
        with path.open("rb") as file:
            return json.loads(file.read(LARGEST))
    except OSError as error:
        text = Message("{name} cannot be read: {reason}.", name=str(path), reason=str(error.strerror))
        raise Refused("no-file", text) from error
    except (ValueError, RecursionError) as error:
        raise Refused("bad-option", Message("{name} is not JSON.", name=str(path))) from error
