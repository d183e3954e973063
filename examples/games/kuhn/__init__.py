"""Kuhn poker: three cards, two chips each, and one bluff (rules.en.md)."""

from pathlib import Path

from ludoteka.core.game import Draw, Game, Scores, Seat, sentences_per_entry
from ludoteka.core.message import Message
from ludoteka.games.kuhn import encoding, notation, rules
from ludoteka.games.kuhn.computer import decide, sample_world
from ludoteka.games.kuhn.scene import scene

SEATS = (Seat(rules.FIRST, "f", Message("First")), Seat(rules.SECOND, "s", Message("Second")))


def throw(state: rules.State, draw: Draw) -> int:
    """Deal one of the cards that are left."""
    left = [card for card in rules.CARDS if card not in state.cards]
    return left[draw(rules.dealt_to(state), len(left)) - 1]


GAME = Game(
    name="kuhn",
    title=Message("Kuhn poker"),
    summary=Message("The smallest poker there is: three cards, one bet, and already a reason to bluff."),
    seats=lambda options: SEATS,
    longest=lambda options: 5,  # two cards; check, bet, and the answer
    rules=rules,
    notation=notation,
    scene=scene,
    folder=Path(__file__).parent,
    encoding=encoding,
    throw=throw,
    visible_action=notation.visible_action,
    answers=notation.answers,
    describe_log=sentences_per_entry(notation.sentences),
    decide=decide,
    sample_world=sample_world,
    scores=Scores(resigned=-rules.MOST, others=rules.MOST),
)
