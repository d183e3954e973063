"""Streams and match commands for programs, over HTTP (docs/api.md)."""

import asyncio
import secrets
from typing import get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message
from ludoteka.features.programs.account_events import AccountEvents
from ludoteka.referee.referee import NOT_YOUR_SEAT, STALE
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import BAD_FILTER, LINES, Calls, Holder, MatchId
from ludoteka.server.operations.limits import (
    HELLO_WEIGHT,
    LENGTH_PER_WEIGHT,
    TOO_MANY_CONNECTIONS,
    LimitKey,
    RateLimits,
)
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol import socket_messages as messages
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.protocol.messages import Name, Number, encode, read_message
from ludoteka.server.replays import REPLAY_REFUSALS
from ludoteka.server.rooms.chat import Chat
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.rooms.seating import Seating
from ludoteka.server.rooms.subscribers import Subscriber, without_page
from ludoteka.server.streams.line_stream import LineStream, Streams

PER_WEIGHT = 10  # matches and challenges per additional unit of cost when an event stream is opened
ID_BYTES = 12  # of a command without an id


class StreamQuery(msgspec.Struct):
    """Where the client left off: the last event that it has seen, and the room of its view."""

    number: str = ""
    room: str = ""


class CommandDone(Answer):
    """The number of the last event."""

    number: Whole


calls = Calls()


@calls.add("GET /api/events", content=LINES, costs={"read": 5}, scope="match:read", refuses=(TOO_MANY_CONNECTIONS,))
async def stream_events(
    events: AccountEvents, streams: Streams, limits: RateLimits, user: SignedIn, client: LimitKey, request: Request
) -> Response:
    """The user's events, as a stream of lines.

    They are about its matches and challenges.
    """
    current = await events.challenges.current(user.holder)
    limits["read"].count(client, (len(current.matches) + len(current.challenges)) // PER_WEIGHT)
    return streams.answer(request, lambda stream: events.follow(stream, user.holder))


@calls.add(
    "GET /api/matches/{match}/stream",
    content=LINES,
    costs={"message": HELLO_WEIGHT},  # and by the length of the match
    scope="match:read",
    refuses=(*REPLAY_REFUSALS, TOO_MANY_CONNECTIONS),
)
async def stream_match(
    rooms: Rooms,
    chat: Chat,
    streams: Streams,
    limits: RateLimits,
    match: MatchId,
    holder: Holder,
    client: LimitKey,
    request: Request,
    query: StreamQuery,
) -> Response:
    """A match, as a stream of lines.

    They are the messages of its WebSocket, from a view on or from where the client left off.
    """
    number = query.number
    if not (number.isascii() and number.isdigit() and len(number) < 10) and number:
        raise BAD_FILTER(Message("The number must be that of the last event you have seen."))
    async with rooms.room_of(match, client.address) as found:
        limits["message"].count(client, found.referee.number // LENGTH_PER_WEIGHT)

    async def produce(stream: LineStream) -> None:
        subscriber = Subscriber(holder, stream.post, can_answer=False)
        try:
            await rooms.enter(match, subscriber, int(number or 0), query.room)
            if lines := subscriber.take_new_lines(await chat.recent_lines(match)):
                stream.post(encode(messages.ChatMessage(lines)))
            await asyncio.Event().wait()  # the room posts to the stream until the client disconnects
        finally:
            await rooms.leave(match, subscriber)

    return streams.answer(request, produce)


def _add_command(kind: type[messages.ClientCommand]) -> None:
    """Declare a command in a match; its body is the message of the WebSocket without its type."""
    tag = str(kind.__struct_config__.tag)
    fields = [("id", Name, ""), ("n", Number | None, None)]  # made up, and the last event, if missing
    body = msgspec.defstruct(
        f"{tag.capitalize()}Command", fields, bases=(kind,), module=__name__, tag=False, kw_only=True
    )
    decoder = msgspec.json.Decoder(body)

    async def carry_out(
        rooms: Rooms, chat: Chat, seating: Seating, match: MatchId, holder: Holder, client: LimitKey, request: Request
    ) -> CommandDone:
        sent = read_message(decoder, await read_body(request) or b"{}")
        sent.id = sent.id or secrets.token_urlsafe(ID_BYTES)
        async with rooms.room_of(match, client.address) as room:
            if isinstance(sent, messages.Say):
                await chat.say(room, holder, sent.id, sent.d)
                return CommandDone(room.referee.number)
            person = await seating.person_to_seat(room, holder) if isinstance(sent, messages.Sit) else None
            if sent.n is None:
                sent.n = room.referee.number
            return CommandDone(await room.command(without_page(holder), sent.command(person)))

    carry_out.__doc__ = kind.__doc__
    calls.add(
        f"POST /api/matches/{{match}}/{tag}",
        takes=body,
        costs={"message": 1},
        scope="match:play",
        refuses=(*REPLAY_REFUSALS, NOT_YOUR_SEAT, STALE, "game-over", *kind.refuses),
    )(carry_out)


for _kind in get_args(messages.Play | messages.Agreement | messages.Say):
    if _kind is not messages.Hint:  # which helps people, not programs
        _add_command(_kind)
