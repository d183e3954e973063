"""Quagmire: a race of pawns around a bog for two to four players (rules.en.md)."""

from itertools import combinations
from pathlib import Path

from ludoteka.core.game import DICE, Game, Option, Seat, Training
from ludoteka.core.message import Message
from ludoteka.games.quagmire import notation, rules
from ludoteka.games.quagmire.diagrams import DIAGRAMS
from ludoteka.games.quagmire.evaluation import features, readable
from ludoteka.games.quagmire.motifs import MOTIFS
from ludoteka.games.quagmire.scene import BOARD, TITLES, remarks, scene
from ludoteka.games.quagmire.tips import TIPS
from ludoteka.late_module import LateModule

SEATS = tuple(Seat(seat, letter, TITLES[seat]) for seat, letter in enumerate(rules.LETTERS))
FEWEST = 2  # seats in a game


def _choice(chosen: tuple[Seat, ...]) -> tuple[str, Message]:
    """Return one choice of the option `seats`: the letters of the seats, and the title of the choice."""
    value, titles = "".join(seat.letter for seat in chosen), [seat.title for seat in chosen]
    if len(titles) == rules.SEATS:
        return value, Message("all four")
    if len(titles) == FEWEST:
        return value, Message("{first}, {second}", first=titles[0], second=titles[1])
    return value, Message("{first}, {second}, {third}", first=titles[0], second=titles[1], third=titles[2])


GAME = Game(
    name="quagmire",
    title=Message("Quagmire"),
    summary=Message(
        "A race around a bog for two to four players, with shortcuts, fens, and a quagmire in the middle for captured pawns."
    ),
    seats=lambda options: tuple(seat for seat in SEATS if seat.letter in options["seats"]),
    rules=rules,
    notation=notation,
    scene=scene,
    board=BOARD,
    folder=Path(__file__).parent,
    tips=TIPS,
    minutes=(20, 40),
    luck="much",
    remarks=remarks,
    options=(
        Option(
            "seats",
            Message("Seats"),
            tuple(
                _choice(chosen) for count in range(rules.SEATS, FEWEST - 1, -1) for chosen in combinations(SEATS, count)
            ),
            at_tables={2: "bt", 3: "blt", 4: "bltr"},
        ),
        DICE,
    ),
    throw=lambda state, draw: rules.PASS + draw(state.turn, rules.FACES),
    die=rules.FACES,
    thrower=lambda state: state.turn,
    evaluation=LateModule(f"{__name__}.evaluation.exact"),
    encoding=LateModule(f"{__name__}.encoding"),
    level_ratings=(1347, 1387, 1426, 1464, 1500, 1535, 1580, 1625, 1661, 1712),  # level 5 is the anchor
    training=Training(
        features=features,
        opponent=readable,
        options=({"seats": "bt"}, {"seats": "bl"}, {"seats": "bt"}, {"seats": "br"}),
        file=features.NETWORK,
    ),
    noises=(2500, 235, 128, 83, 58, 40, 26, 18, 8, 0),  # luck decides so much that small errors cost little
    diagrams=DIAGRAMS,
    motifs=MOTIFS,
)
