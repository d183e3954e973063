"""Tournaments, as a part of a house."""

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.tournaments.calls import calls
from ludoteka.features.tournaments.director import Director, keep_tables_going
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.features.tournaments.tournaments import Tournaments
from ludoteka.server.foundation import Feature, Foundation


def add_tournaments(house: Foundation) -> None:
    """Hold tournaments."""
    store = TournamentStore(house.store)
    director = Director(store, house.now, house.work, house.news.tell)
    tournaments = Tournaments(store, house.services[RatingStore], house.now, house.store.person)
    house.services.add_all(tournaments)
    house.background += [director.run, lambda: keep_tables_going(store, house.rooms)]
    house.services[Exports].add(store.export)


FEATURE = Feature(add_tournaments, (calls,))
