"""Link previews and embedded boards, as a part of a house."""

from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.previews.calls import calls, refused_board
from ludoteka.features.previews.descriptions import Descriptions
from ludoteka.features.previews.pictures import Pictures
from ludoteka.server.foundation import Feature, Foundation


def add_previews(house: Foundation) -> None:
    """Let pages describe themselves to other sites."""
    house.services.add_all(Pictures())
    house.refusal_pages["/embed/"] = refused_board
    house.previews |= Descriptions(house.store, house.services[AccountStore]).by_kind()


FEATURE = Feature(add_previews, (calls,))
