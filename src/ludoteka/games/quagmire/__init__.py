"""Quagmire: a race of pawns around a bog; being built."""

from pathlib import Path

from ludoteka.core.game import Planned
from ludoteka.core.message import Message

GAME = Planned(
    name="quagmire",
    title=Message("Quagmire"),
    summary=Message(
        "A race of pawns around a bog for two to four, with shortcuts, fens, and a mire in the middle that swallows the slow."
    ),
    folder=Path(__file__).parent,
)
