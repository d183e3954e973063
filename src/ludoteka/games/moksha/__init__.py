"""Moksha: a climb of cubes on eight by eight; being built."""

from pathlib import Path

from ludoteka.core.game import Planned
from ludoteka.core.message import Message

GAME = Planned(
    name="moksha",
    title=Message("Moksha"),
    summary=Message(
        "Six cubes a side, from Mono to Okta: move, push and turn them, and give levels away until your Mono opens Moksha."
    ),
    folder=Path(__file__).parent,
)
