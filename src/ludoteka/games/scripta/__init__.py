"""XII Scripta: the Roman race with three dice; being built."""

from pathlib import Path

from ludoteka.core.game import Planned
from ludoteka.core.message import Message

GAME = Planned(
    name="scripta",
    title=Message("XII Scripta"),
    summary=Message(
        "The Roman game of twelve lines: three dice, thirty-six points, and fifteen men to bring around and off the board."
    ),
    folder=Path(__file__).parent,
)
