"""Ratings, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.ratings.calls import calls
from ludoteka.features.ratings.rater import export_changes, export_ratings, rate_matches
from ludoteka.features.ratings.store import RatingStore
from ludoteka.server.foundation import Feature, Foundation


def add_ratings(house: Foundation) -> None:
    """Rate the matches of users."""
    store = RatingStore(house.store)
    house.services.add_all(store)
    house.background.append(lambda: rate_matches(store))
    house.services[Exports].add(partial(export_ratings, store, house.now), partial(export_changes, store))


FEATURE = Feature(add_ratings, (calls,))
