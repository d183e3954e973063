"""The positions of a finished match over HTTP."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.views.review import build_position
from ludoteka.server.house import House
from ludoteka.server.http.guests import rate_limit_key
from ludoteka.server.protocol.messages import encode


async def _position(request: Request) -> Response:
    """Serve the position of a finished match after the number of actions that the address names.

    Raises:
        Refused: "no-such-match", "not-over", "no-such-position".
    """
    house: House = request.app.state.house
    house.read_limit.count(rate_limit_key(request))
    stored = await house.store.load(request.path_params["match"])
    if stored is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    number = request.path_params["number"]
    async with house.replays:
        content = await asyncio.to_thread(_encode_position, house, *stored, request.scope["holder"], number)
    return Response(content, media_type="application/json")


def _encode_position(house: House, setup: Setup, events: list[Event], holder: str, number: int) -> bytes:
    return encode(build_position(house.referee(setup, events), holder, number))


ROUTES = [Route("/api/matches/{match}/positions/{number:int}", _position)]
