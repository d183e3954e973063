"""Which matches can be rated."""

from collections.abc import Mapping

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game, Options
from ludoteka.core.message import Message, Refused

FEWEST = 2  # seats
WITH_ACCOUNT = ("resident", "bot")  # standings of those who can play rated matches
SPOILING = ("back", "hint", "abort")  # kinds of events after which a match is no longer rated


def can_be_rated(game: Game) -> bool:
    """Tell whether matches of a game can be rated: not if people join or leave while others play."""
    return game.late is None


def check_rated(game: Game, options: Options, kinds: Mapping[str, str], clock: TimeControl, standing: str) -> None:
    """Accept a new match as a rated one; `kinds` are those of the occupants by seat, `standing` is that of the host.

    Raises:
        Refused: "residents-only", "not-rated".
    """
    if standing not in WITH_ACCOUNT:
        raise Refused("residents-only", Message("Only people with an account play rated matches."))
    secrets = any(one.is_secret and options.get(one.name) != one.choices[0][0] for one in game.options)
    if len(kinds) < FEWEST or not can_be_rated(game):
        raise late_refusal()
    if list(kinds.values()).count("person") != 1:
        raise _not_rated(Message("In a rated match you have one seat; leave the others free, or to the computer."))
    if "computer" in kinds.values() and not game.level_ratings:
        raise _not_rated(Message("The computer has no ratings in this game."))
    if clock.kind == "none":
        raise _not_rated(Message("A rated match needs a clock."))
    if secrets:
        raise _not_rated(Message("In a rated match, nobody may know what is hidden."))


def late_refusal() -> Refused:
    """Return the refusal to rate matches of a game with late seats."""
    return _not_rated(Message("Matches of this game can't be rated: people join and leave while others play."))


def _not_rated(text: Message) -> Refused:
    return Refused("not-rated", text)
