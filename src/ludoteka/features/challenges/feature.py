"""Challenges, as a part of a house."""

from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.challenges.calls import calls
from ludoteka.features.challenges.challenges import Challenges
from ludoteka.features.challenges.store import ChallengeStore
from ludoteka.server.foundation import Feature, Foundation


def add_challenges(house: Foundation) -> None:
    """Let users challenge each other."""
    store, accounts = ChallengeStore(house.store), house.services[AccountStore]
    challenges = Challenges(store, accounts, house.matches, house.rooms, house.seating, house.news, house.time)
    house.services.add_all(store, challenges)


FEATURE = Feature(add_challenges, (calls,))
