"""Tournaments, as a part of a house."""

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.tournaments.calls import calls
from ludoteka.features.tournaments.director import Director, keep_tables_going
from ludoteka.features.tournaments.tournaments import Tournaments
from ludoteka.server.foundation import Feature, Foundation


def add_tournaments(house: Foundation) -> None:
    """Hold tournaments."""
    director = Director(house.store, house.now, house.work, house.news.tell)
    tournaments = Tournaments(director.store, house.services[RatingStore], house.now, house.store.person)
    house.services.add(tournaments)
    house.background += [director.run, lambda: keep_tables_going(director.store, house.rooms)]
    house.services[Exports].add(tournaments.store.export)


FEATURE = Feature(add_tournaments, (calls,))
