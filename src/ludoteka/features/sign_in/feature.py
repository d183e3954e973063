"""Sign-in through identity providers, as a part of a house."""

from ludoteka.features.sign_in.attempts import Attempts
from ludoteka.features.sign_in.calls import PREFIX, calls, refusal_page
from ludoteka.features.sign_in.providers import SignInServices
from ludoteka.server.foundation import Feature, Foundation


def add_sign_in(house: Foundation) -> None:
    """Let users sign in through identity providers."""
    services, key = SignInServices(house.settings.providers, house.store.guest_key), house.store.guest_key
    house.services.add_all(services, Attempts(key))
    house.refusal_pages[PREFIX] = refusal_page
    house.closing.append(services.close)


FEATURE = Feature(add_sign_in, (calls,))
