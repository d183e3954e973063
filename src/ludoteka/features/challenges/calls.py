"""Challenges over HTTP (docs/api.md)."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.features.accounts.requests import NoRequest, read_account_request
from ludoteka.features.accounts.sessions import signed_in
from ludoteka.features.challenges.challenges import (
    accept_challenge,
    challenge_entry,
    challenge_resident,
    decline_challenge,
    read_challenge_request,
)
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.ids import check_match_id

if TYPE_CHECKING:
    from ludoteka.house.house import House


async def _challenges(request: Request) -> Response:
    """List the user's open challenges, received and sent, newest first, or make one."""
    house: House = request.app.state.house
    if request.method != "POST":
        who = signed_in(request)
        return json_answer([challenge_entry(one, who.holder) for one in await house.challenges.open(who.holder)])
    wish = read_challenge_request(await read_short_body(request))
    who, key = signed_in(request), rate_limit_key(request)
    return json_answer({"id": await challenge_resident(house, wish, who.holder, key.address)}, 201)


def _reply(reply: Callable[["House", str, str], Awaitable[None]]) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a reply to a challenge.

    Raises:
        Refused: "bad-message", "not-signed-in", and what the reply raises.
    """

    async def answer(request: Request) -> Response:
        house: House = request.app.state.house
        read_account_request(NoRequest, await read_short_body(request))
        who = signed_in(request)
        await reply(house, check_match_id(request.path_params["match"]), who.holder)
        return json_answer({})

    return answer


_ONE = "/api/challenges/{match}"
ROUTES = [
    Route("/api/challenges", _challenges, methods=["GET", "POST"]),
    Route(_ONE + "/accept", _reply(accept_challenge), methods=["POST"]),
    Route(_ONE + "/decline", _reply(decline_challenge), methods=["POST"]),
]
