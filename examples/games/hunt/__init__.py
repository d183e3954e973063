"""The hunt: the fugitive is unseen, and the hunters hear only how the fugitive travels (rules.en.md).  An example of hidden movement."""

from pathlib import Path

from ludoteka.core.game import Game, Option, Seat, sentences_per_entry
from ludoteka.core.message import Message
from ludoteka.games.hunt import encoding, notation, rules
from ludoteka.games.hunt.computer import decide
from ludoteka.games.hunt.deduction import KINDS, LETTERS, deduce
from ludoteka.games.hunt.scene import scene

SEATS = tuple(Seat(seat, letter, notation.SIDES[seat]) for seat, letter in enumerate(LETTERS))


def visible_action(state: rules.State, action: int, seat: int) -> bool | str:
    """Let the others hear only by what means the fugitive travels (clause 8)."""
    if state.mover > 0 or seat == rules.FUGITIVE or action == rules.PASS:
        return True
    return (*KINDS, "hides")[action // rules.STRIDE]


GAME = Game(
    name="hunt",
    title=Message("The hunt"),
    summary=Message("A fugitive crosses the town. The hunters hear only how, and must work out where."),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    folder=Path(__file__).parent,
    longest=lambda options: options["rounds"] * (1 + options["hunters"]),
    options=(
        Option("hunters", Message("Hunters"), tuple((n, Message("{count}", count=n)) for n in (2, 3))),
        Option("rounds", Message("Rounds"), tuple((n, Message("{count}", count=n)) for n in (9, 6, 12))),
    ),
    encoding=encoding,
    visible_action=visible_action,
    answers=notation.answers,
    describe_log=sentences_per_entry(notation.sentences),
    deduce=deduce,
    decide=decide,
)
