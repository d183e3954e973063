"""Puzzles, as a part of a house."""

from ludoteka.features.puzzles.calls import calls
from ludoteka.server.foundation import Feature, Foundation


def add_puzzles(house: Foundation) -> None:
    """Offer puzzles, which need nothing but the queue of replays."""


FEATURE = Feature(add_puzzles, (calls,))
