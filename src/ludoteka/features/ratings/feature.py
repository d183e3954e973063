"""Ratings, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.ratings.calls import calls
from ludoteka.features.ratings.rater import Rater, export_changes, export_ratings
from ludoteka.server.foundation import Feature, Foundation


def add_ratings(house: Foundation) -> None:
    """Rate the matches of users."""
    rater = Rater(house.store)
    house.services.add_all(rater, rater.store)
    house.background.append(rater.run)
    house.services[Exports].add(partial(export_ratings, rater.store, house.now), partial(export_changes, rater.store))


FEATURE = Feature(add_ratings, (calls,))
