"""Nine Men's Morris: each seat places nine men, forms mills and takes the other's men (rules.en.md)."""

from pathlib import Path

from ludoteka.core.game import REPETITION, Game, Seat, sentences_per_entry
from ludoteka.core.message import Message
from ludoteka.games.morris import encoding, evaluation, notation, rules
from ludoteka.games.morris.diagrams import DIAGRAMS
from ludoteka.games.morris.scene import BOARD, scene

SEATS = (Seat(rules.WHITE, "w", Message("White")), Seat(rules.BLACK, "b", Message("Black")))

GAME = Game(
    name="morris",
    title=Message("Nine Men's Morris"),
    summary=Message("Nine men a side: three in a line are a mill, and every mill takes a man."),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    board=BOARD,
    folder=Path(__file__).parent,
    options=(REPETITION,),
    evaluation=evaluation,
    encoding=encoding,
    answers=notation.answers,
    describe_log=sentences_per_entry(notation.sentences),
    diagrams=DIAGRAMS,
)
