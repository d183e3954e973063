"""Labyrinth: a hidden maze with a moderator; being built."""

from pathlib import Path

from ludoteka.core.game import Planned
from ludoteka.core.message import Message

GAME = Planned(
    name="labyrinth",
    title=Message("Labyrinth"),
    summary=Message(
        "A maze that nobody sees: feel your way by what the moderator says, find the key, and leave before the others find you."
    ),
    folder=Path(__file__).parent,
)
