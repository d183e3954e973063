"""The owner's page of settings, as a part of a house."""

from ludoteka.features.settings.calls import calls, has_owner, owner_code
from ludoteka.server.foundation import Feature, Foundation


def add_settings(house: Foundation) -> None:
    """Let the owner change settings on a page."""

    async def find_code() -> None:
        house.owner_code = "" if await house.store.read(has_owner) else owner_code(house.store)

    house.opening.append(find_code)


FEATURE = Feature(add_settings, (calls,))
