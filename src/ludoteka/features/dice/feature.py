"""Statistics and verification of dice, as a part of a house."""

from ludoteka.features.dice.calls import calls
from ludoteka.features.dice.throw_counts import ThrowCounts
from ludoteka.server.foundation import Feature, Foundation


def add_dice(house: Foundation) -> None:
    """Show statistics of all dice, and what is needed to verify a match."""
    house.services.add_all(ThrowCounts(house.store))


FEATURE = Feature(add_dice, (calls,))
