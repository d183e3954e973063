"""XII Scripta: the Roman race with three dice (rules.en.md)."""

from pathlib import Path

from ludoteka.core.game import DICE, Draw, Game, Option, Seat, Training
from ludoteka.core.message import Message
from ludoteka.games.scripta import notation, rules
from ludoteka.games.scripta.diagrams import DIAGRAMS
from ludoteka.games.scripta.evaluation import features, readable
from ludoteka.games.scripta.motifs import MOTIFS
from ludoteka.games.scripta.scene import BOARD, TITLES, remarks, scene
from ludoteka.games.scripta.tips import TIPS
from ludoteka.late_module import LateModule

SEATS = Seat(rules.YELLOW, "y", TITLES[0]), Seat(rules.GREEN, "g", TITLES[1], sits_opposite=True)
SHORT = 3  # men in the short game
# The games that set-up screens show side by side
USUAL = {rules.MEN: Message("15 men, about an hour"), SHORT: Message("3 men, about ten minutes")}
COUNTS = USUAL | {
    count: Message("{count} man", plural="{count} men", count=count) for count in range(1, rules.MEN) if count != SHORT
}
MANY = 10  # men; with so many, each match has far more decisions, so the same noise costs far more
NOISES_OF_FEW = (80, 50, 35, 25, 17, 38, 27, 37, 22, 0)
NOISES_OF_MANY = (80, 50, 35, 25, 17, 34, 28, 20, 12, 0)  # and a search of one throw ahead is rarely finished


def throw(state: rules.State, draw: Draw) -> int:
    """Throw three dice, each from the bag of the seat to act if there are bags."""
    low, middle, high = sorted(draw(state.turn, rules.FACES) for _ in range(rules.DICE))
    return rules.THROW + 100 * low + 10 * middle + high


GAME = Game(
    name="scripta",
    title=Message("XII Scripta"),
    summary=Message(
        "The Roman game of twelve lines: three dice, thirty-six points, and fifteen men to bring around and off the board."
    ),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    board=BOARD,
    turns_board=True,
    folder=Path(__file__).parent,
    tips=TIPS,
    minutes=(10, 60),
    luck="some",
    remarks=remarks,
    options=(
        Option("pieces", Message("Men"), tuple(COUNTS.items()), usual=len(USUAL)),
        Option(
            "must_move",
            Message("Passing"),
            ((False, Message("is always allowed")), (True, Message("only when no die can be used"))),
        ),
        DICE._replace(offered="bag"),  # the only dice of the original game
    ),
    throw=throw,
    die=rules.FACES,
    thrower=lambda state: state.turn,
    evaluation=LateModule(f"{__name__}.evaluation.exact"),
    encoding=LateModule(f"{__name__}.encoding"),
    level_ratings=(1063, 1210, 1318, 1411, 1500, 1582, 1660, 1745, 1836, 1908),  # level 5 is the anchor
    noises=lambda options: NOISES_OF_FEW if options["pieces"] < MANY else NOISES_OF_MANY,
    training=Training(
        features=features,
        opponent=readable,
        options=tuple(
            {"pieces": count, "must_move": True}  # whoever may pass blocks the entry points and waits forever
            for count in (rules.MEN, SHORT, 5, rules.MEN, SHORT, 1, SHORT, 9)
        ),
        file=Path(__file__).parent / "evaluation" / "network.json",
        is_guided=True,
    ),
    diagrams=DIAGRAMS,
    motifs=MOTIFS,
    interpret=notation.interpret,
)
