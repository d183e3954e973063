"""Hints: what a strong computer would play for a person who plays against computers only."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE
from ludoteka.players.levels import hint_level
from ludoteka.players.turn import Turn, build_turn
from ludoteka.referee.projection import Projection


def offers_hints(projection: Projection, holder: str) -> bool:
    """Tell whether this person plays an unrated match against computers only, in a game in which the computer has a plan."""
    if projection.setup.rated:
        return False
    kinds = {one.kind for one in projection.occupants.values() if one.holder != holder}
    return "computer" in kinds and "person" not in kinds and hint_level(projection.game) > 0


def check_hint(projection: Projection, holder: str) -> str:
    """Return the letter of the seat for which this person can ask for a hint now; the match is not over.

    Raises:
        Refused: "no-hints", "not-your-turn".
    """
    if not offers_hints(projection, holder):
        raise Refused("no-hints", Message("Hints work only when all your opponents are computers."))
    if projection.seat == CHANCE:
        raise Refused("not-your-turn", Message("The dice must be thrown first."))
    letter = str(projection.match.letter(projection.seat))
    if letter not in projection.seats_of(holder):
        raise Refused("not-your-turn", Message("It is not your turn."))
    return letter


def hint_turn(projection: Projection) -> Turn:
    """Return the turn that a hint is the answer to.

    It offers every action that the seat may try, even one that would be refused, because the seat can't know which.
    """
    return build_turn(
        projection.match, projection.match.offers(), hint_level(projection.game), projection.thinking_seed
    )
