"""Profiles, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.exports import Exports
from ludoteka.features.profiles.calls import calls
from ludoteka.features.profiles.store import ProfileStore, export_following
from ludoteka.server.foundation import Feature, Foundation


def add_profiles(house: Foundation) -> None:
    """Show who users are and what they have played."""
    profiles = ProfileStore(house.store)
    house.services.add_all(profiles)
    house.services[Exports].add(partial(export_following, profiles, house.now))


FEATURE = Feature(add_profiles, (calls,))
