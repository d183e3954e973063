"""Streams and match commands for programs, over HTTP (docs/api.md)."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.server.operations.limits import LENGTH_PER_WEIGHT
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.people.sessions import signed_in
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.server.protocol.messages import ChatRequest, Kind, encode, read_command, to_command
from ludoteka.server.protocol.token_scopes import COMMANDS
from ludoteka.server.rooms.subscribers import Subscriber, without_page
from ludoteka.server.streams.line_stream import LineStream

if TYPE_CHECKING:
    from ludoteka.house.house import House


PER_WEIGHT = 10  # matches and challenges per additional unit of cost when an event stream is opened
ID_BYTES = 12  # of a command without an id


async def _events(request: Request) -> Response:
    """Stream an account's events: its matches and challenges.

    Raises:
        Refused: "not-signed-in", "too-often", "too-many".
    """
    house: House = request.app.state.house
    who = signed_in(request)
    current = await house.challenges.current(who.holder)
    house.limits["read"].count(rate_limit_key(request), (len(current.matches) + len(current.challenges)) // PER_WEIGHT)
    return house.streams.answer(request, lambda stream: house.account_events.follow(stream, who.holder))


async def _match(request: Request) -> Response:
    """Stream a match: the messages of its WebSocket, from a view on or from where the client left off.

    Raises:
        Refused: "no-such-match", "bad-filter", "too-often", "too-many".
    """
    house: House = request.app.state.house
    match, key = check_match_id(request.path_params["match"]), rate_limit_key(request)
    number, room = _read_position(request)
    async with house.rooms.room_of(match, key.address) as found:
        house.limits["message"].count(key, found.referee.number // LENGTH_PER_WEIGHT)

    async def produce(stream: LineStream) -> None:
        subscriber = Subscriber(request.scope["holder"], stream.post, can_answer=False)
        try:
            await house.rooms.enter(match, subscriber, number, room)
            if lines := subscriber.take_new_lines(await house.chat.recent_lines(match)):
                stream.post(encode({"t": "chat", "d": lines}))
            await asyncio.Event().wait()  # the room posts to the stream until the client disconnects
        finally:
            await house.rooms.leave(match, subscriber)

    return house.streams.answer(request, produce)


def _read_position(request: Request) -> tuple[int, str]:
    """Return the number of the last event that the client has seen, and the room of its view."""
    written, room = (request.query_params.get(name, "") for name in ("number", "room"))
    if not (written.isascii() and written.isdigit() and len(written) < 10) and written:
        raise Refused("bad-filter", Message("The number must be that of the last event you have seen."))
    return int(written or 0), room


def _command(kind: Kind) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a command in a match.

    Raises:
        Refused: "bad-message", "no-such-match", and as the same command over a WebSocket.
    """

    async def answer(request: Request) -> Response:
        house: House = request.app.state.house
        match, key = check_match_id(request.path_params["match"]), rate_limit_key(request)
        body = await read_short_body(request)
        holder = request.scope["holder"]
        async with house.rooms.room_of(match, key.address) as room:
            sent = read_command(kind, body, room.referee.number)
            sent.id = sent.id or secrets.token_urlsafe(ID_BYTES)
            if isinstance(sent.d, ChatRequest):
                await house.talk.say(room, holder, sent.id, sent.d)
                return json_answer({"number": room.referee.number})
            person = await house.seating.person_to_seat(room, holder) if kind == "sit" else None
            return json_answer({"number": await room.command(without_page(holder), to_command(sent, person))})

    return answer


ROUTES = [
    Route("/api/events", _events),
    Route("/api/matches/{match}/stream", _match),
    *(Route(f"/api/matches/{{match}}/{kind}", _command(kind), methods=["POST"]) for kind in COMMANDS),
]
