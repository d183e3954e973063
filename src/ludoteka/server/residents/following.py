"""Following other users, and hiding one's profile."""

from collections.abc import Awaitable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import SignedIn, signed_in
from ludoteka.server.protocol.account_requests import HideRequest, NoRequest, read_account_request
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.residents.profiles import find_profile
from ludoteka.server.rooms.room import storage_refusal
from ludoteka.store import NotStored

MOST_FOLLOWED = 300  # all are shown at once


async def _followed(request: Request) -> Response:
    """List the users whom the reader follows, those who are playing first.  Raises Refused: "not-signed-in"."""
    house, who = request.app.state.house, signed_in(request)
    found = await house.residents.followed(who.account, house.now())
    return json_answer([{"name": one.name, "match": one.match or None, "game": one.game or None} for one in found])


async def _follow(request: Request) -> Response:
    """Follow a user.

    Raises:
        Refused: "no-such-resident", "yourself", "blocked", "too-many-followed", and as `read_change`.
    """
    house, (who, _) = request.app.state.house, await read_change(request, NoRequest)
    account, is_own = await find_profile(request)
    if is_own:
        raise Refused("yourself", Message("That is you."))
    if await house.blocks.has_blocked(account.id, who.account):
        raise Refused("blocked", Message("They don't want you to follow them."))
    if await house.residents.follow_count(who.account) >= MOST_FOLLOWED:
        raise Refused("too-many-followed", Message("You follow as many people as this server allows."))
    await stored(house.residents.follow(who.account, account.id, house.now()))
    return json_answer({})


async def _unfollow(request: Request) -> Response:
    """Unfollow a user, even one who has hidden their profile since.  Raises Refused: as `read_change`."""
    house, (who, _) = request.app.state.house, await read_change(request, NoRequest)
    account = await house.accounts.store.named(skeleton(request.path_params["name"]))
    if account:
        await stored(house.residents.unfollow(who.account, account.id))
    return json_answer({})


async def _hide(request: Request) -> Response:
    """Hide the reader's profile from everybody else, or show it.  Raises Refused: as `read_change`."""
    who, wish = await read_change(request, HideRequest)
    await stored(request.app.state.house.residents.hide(who.account, is_hidden=wish.is_hidden))
    return json_answer({})


async def read_change(request: Request, kind: type[Any]) -> tuple[SignedIn, Any]:
    """Return the signed-in user and the request's body.

    Raises:
        Refused: "too-large", "bad-message", "not-signed-in", later "not-stored".
    """
    wish = read_account_request(kind, await read_short_body(request))
    who = signed_in(request)
    return who, wish


async def stored(write: Awaitable[None]) -> None:
    """Wait until a write is stored.  Raises Refused: "not-stored"."""
    try:
        await write
    except NotStored as error:
        raise storage_refusal() from error


ROUTES = [
    Route("/api/account/following", _followed),
    Route("/api/account/hide", _hide, methods=["POST"]),
    Route("/api/residents/{name}/follow", _follow, methods=["POST"]),
    Route("/api/residents/{name}/unfollow", _unfollow, methods=["POST"]),
]
