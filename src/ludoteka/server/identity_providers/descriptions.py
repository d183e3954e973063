"""Identity providers as JSON for the account page."""

import time
from typing import Any

from starlette.requests import Request

from ludoteka.accounts.identities import identity_id
from ludoteka.server.house import House
from ludoteka.server.identity_providers.attempts import NEWCOMER, Newcomer, cookie_of, unseal
from ludoteka.store.accounts.models import Identity


def newcomer_of(request: Request) -> Newcomer | None:
    """Return the newcomer whom a provider has identified in this browser, or None."""
    key = request.app.state.house.store.guest_key
    return unseal(key, NEWCOMER, cookie_of(request, NEWCOMER), Newcomer, time.time())


def describe_providers(request: Request) -> dict[str, Any]:
    """Return the providers of the house and the newcomer, if any."""
    names = _names(house := request.app.state.house)
    newcomer = newcomer_of(request)
    is_new = newcomer is not None and newcomer.issuer in names and not request.scope["signed_in"]
    return {
        "providers": [{"id": one.id, "name": one.name} for one in house.sign_in_services.providers],
        "newcomer": {"provider": names[newcomer.issuer], "name": newcomer.name} if newcomer and is_new else None,
    }


def describe_identities(house: House, identities: list[Identity]) -> list[dict[str, Any]]:
    """Return the identities of an account; a provider that is no longer configured is named by its address."""
    names = _names(house)
    return [
        {
            "id": identity_id(one.issuer, one.subject),
            "provider": names.get(one.issuer, one.issuer),
            "made_at": one.made_at,
            "used_at": one.used_at,
            "is_open": one.issuer in names,
        }
        for one in identities
    ]


def _names(house: House) -> dict[str, str]:
    """Return the names of the providers by their issuers."""
    return {one.issuer: one.name for one in house.sign_in_services.providers}
