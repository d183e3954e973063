"""Streams and commands for programs, as a part of a house."""

from ludoteka.features.challenges.store import ChallengeStore
from ludoteka.features.programs.account_events import AccountEvents
from ludoteka.features.programs.calls import calls
from ludoteka.server.foundation import Feature, Foundation


def add_programs(house: Foundation) -> None:
    """Let programs follow accounts and play."""
    house.services.add_all(AccountEvents(house.store, house.services[ChallengeStore], house.news))


FEATURE = Feature(add_programs, (calls,))
