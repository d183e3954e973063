"""The page of settings of a house, over HTTP (docs/operating/settings.md)."""

import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.accounts.roles import is_owner
from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import compose
from ludoteka.server.accounts.sessions import signed_in
from ludoteka.server.house import House
from ludoteka.server.moderation.subjects import clean_text
from ludoteka.server.operations.metrics import is_local
from ludoteka.server.owner.facts import house_facts
from ludoteka.server.owner.first_owner import become_owner
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.owner_requests import OwnerRequest, SettingsRequest, read_owner_request
from ludoteka.store.accounts.models import Account
from ludoteka.store.moderation.models import ModerationAction

LONGEST_NAME = 40  # characters


async def _owner(request: Request) -> tuple[House, Account]:
    """Return the house and the owner who asks.  Raises Refused: "not-signed-in", "not-owner"."""
    house, who = request.app.state.house, signed_in(request)
    account = await house.accounts.account(who)
    if not is_owner(account.role):
        raise Refused("not-owner", Message("Only an owner of this house sees its settings."))
    return house, account


async def _settings(request: Request) -> Response:
    """Return the settings and facts about the house.  Raises Refused: as `_owner`."""
    house, _ = await _owner(request)
    await house.own_settings.reload()
    own = house.own_settings.own
    return json_answer(
        {"settings": {**own._asdict(), "languages": list(own.languages)}, "facts": await house_facts(house)}
    )


async def _change(request: Request) -> Response:
    """Change settings.  Raises Refused: "bad-message", "bad-words", "confirm-first", "not-stored", and as `_owner`."""
    wish = read_owner_request(SettingsRequest, await read_short_body(request))
    house, account = await _owner(request)
    house.accounts.check_confirmed(signed_in(request))
    values = _read_values(wish)
    act = ModerationAction(
        secrets.token_urlsafe(12), house.now(), account.id, "settings", detail=" ".join(sorted(values))
    )
    await house.own_settings.change(values, act)
    return json_answer({})


def _read_values(wish: SettingsRequest) -> dict[str, str]:
    """Return the settings to be stored, by name.  Raises Refused: "bad-words"."""
    values: dict[str, Any] = {"registration": wish.registration}
    values["name"] = None if wish.name is None else clean_text(wish.name)
    values["welcome"] = None if wish.welcome is None else clean_text(wish.welcome)
    values["languages"] = None if wish.languages is None else " ".join(dict.fromkeys(wish.languages))
    if len(values["name"] or "") > LONGEST_NAME:
        many = Message("Use at most {count} character.", plural="Use at most {count} characters.", count=LONGEST_NAME)
        raise Refused("bad-words", many)
    if values["languages"] == "":
        raise Refused("bad-words", Message("Choose one language at least."))
    return {name: compose(value) for name, value in values.items() if value is not None}


async def _state(request: Request) -> Response:
    """Return whether the house has an owner, and whether the reader can become it."""
    house: House = request.app.state.house
    return json_answer({"has_owner": await house.own_settings.store.has_owner(), "is_local": is_local(request)})


async def _become(request: Request) -> Response:
    """Become the first owner, with the printed code.

    Raises:
        Refused: "bad-message", "not-signed-in", "not-local", "has-owner", "bad-code",
            "not-stored".
    """
    house: House = request.app.state.house
    wish = read_owner_request(OwnerRequest, await read_short_body(request))
    who = signed_in(request)
    if not is_local(request):
        text = Message(
            "That works only on the machine that runs the server. There, `ludoteka account role NAME owner` does the same."
        )
        raise Refused("not-local", text)
    account, key = await house.accounts.account(who), house.store.guest_key
    await become_owner(house.own_settings.store, account, wish.code, key, house.now())
    return json_answer({})


async def _settings_call(request: Request) -> Response:
    return await (_change(request) if request.method == "POST" else _settings(request))


ROUTES = [
    Route("/api/settings", _settings_call, methods=["GET", "POST"]),
    Route("/api/owner", _state),
    Route("/api/owner", _become, methods=["POST"]),
]
