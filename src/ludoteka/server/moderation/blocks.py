"""Blocking other users, over HTTP (docs/keeping-order.md)."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import guest_number
from ludoteka.server.accounts.sessions import signed_in
from ludoteka.server.protocol.account_requests import NoRequest
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.server.residents.following import read_change, stored
from ludoteka.server.residents.profiles import is_shown, no_such_resident

MOST_BLOCKED = 500


async def _blocked(request: Request) -> Response:
    """List the users whom the reader has blocked.  Raises Refused: "not-signed-in"."""
    house, who = request.app.state.house, signed_in(request)
    found = await house.blocks.blocked(who.account)
    return json_answer([{"name": one.name, "guest": guest_number(one.holder)} for one in found])


async def _block(request: Request) -> Response:
    """Block a user; one with a hidden profile must have met the reader.

    Raises:
        Refused: "no-such-resident", "yourself", "too-many-blocked", and as `read_change`.
    """
    house, (who, _) = request.app.state.house, await read_change(request, NoRequest)
    account = await house.accounts.store.named(skeleton(request.path_params["name"]))
    if account and account.id == who.account:
        raise Refused("yourself", Message("That is you."))
    if account is None or not (is_shown(account) or await house.blocks.has_met(who.holder, account.holder)):
        raise no_such_resident()
    if await house.blocks.count(who.account) >= MOST_BLOCKED:
        raise Refused("too-many-blocked", Message("You have blocked as many people as this server allows."))
    await stored(house.blocks.block(who.account, account.id, house.now()))
    return json_answer({})


async def _unblock(request: Request) -> Response:
    """Unblock a user.  Raises Refused: as `read_change`."""
    house, (who, _) = request.app.state.house, await read_change(request, NoRequest)
    account = await house.accounts.store.named(skeleton(request.path_params["name"]))
    if account:
        await stored(house.blocks.unblock(who.account, account.id))
    return json_answer({})


ROUTES = [
    Route("/api/account/blocked", _blocked),
    Route("/api/residents/{name}/block", _block, methods=["POST"]),
    Route("/api/residents/{name}/unblock", _unblock, methods=["POST"]),
]
