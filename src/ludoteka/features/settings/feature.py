"""The owner's page of settings, as a part of a house."""

from ludoteka.features.settings.calls import calls
from ludoteka.features.settings.ownership import Ownership
from ludoteka.server.foundation import Feature, Foundation


def add_settings(house: Foundation) -> None:
    """Let the owner change settings on a page."""
    ownership = Ownership(house.store)
    house.services.add_all(ownership)

    async def find_code() -> None:
        house.owner_code = "" if await ownership.has_owner() else ownership.code()

    house.opening.append(find_code)


FEATURE = Feature(add_settings, (calls,))
