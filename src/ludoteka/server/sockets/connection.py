"""The WebSocket of a match: reads commands, answers each once, and sends views."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteka.core.message import Message, Refused
from ludoteka.server.house import House
from ludoteka.server.http.guests import check_origin
from ludoteka.server.operations import metrics
from ludoteka.server.operations.limits import HELLO_WEIGHT, MAX_REFUSALS, RateLimited
from ludoteka.server.protocol.messages import (
    ChatRequest,
    ClientMessage,
    Hello,
    encode,
    encode_refusal,
    internal_error,
    read_client_message,
    to_command,
)
from ludoteka.server.rooms.room import Room
from ludoteka.server.rooms.subscribers import Subscriber
from ludoteka.server.sockets.websocket import EXTENSION, WebSocketProtocol

logger = logging.getLogger(__name__)
NO_SUCH_MATCH, NOT_SERVED, TOO_MUCH, NOT_NOW, BROKEN = 4404, 4403, 4029, 1013, 1011  # close codes
CLOSED = {"no-such-match": NO_SUCH_MATCH, "too-often": TOO_MUCH, "too-many": TOO_MUCH}
CLOSED |= {"store-unreachable": NOT_NOW, "broken": BROKEN}  # whoever comes back is served
MAX_WAITING = 100  # messages that have come and are not answered; then no more are read for a while
TOO_MUCH_AT_ONCE = Message("That was too much at once. Please wait a little.")


class ClientConnection:
    """One browser's connection to one match."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self._house = house
        self._websocket: WebSocketProtocol = socket.scope["extensions"][EXTENSION]
        self._match: str = socket.path_params["match"]
        self._address = socket.client.host if socket.client else ""
        self._audience = Subscriber(socket.scope["holder"], self._websocket.post)
        self._room: Room | None = None  # lent as long as the connection lasts
        self._is_in = False  # counted among the open connections
        self._is_greeted = False
        self._waiting: list[bytes] = []  # messages; a list is small while it is empty, as it mostly is
        self._working: asyncio.Task[None] | None = None
        self._refused = 0  # messages that came too often, less those that did not

    async def open(self, socket: WebSocket) -> None:
        """Accept the connection, or turn it away; then it goes on by what comes over the wire."""
        with contextlib.suppress(WebSocketDisconnect):  # gone meanwhile
            await socket.accept()
            headers = Headers(scope=socket.scope)
            self._websocket.take_over(self._come, self._end)
            await self._begin(headers)

    async def _begin(self, headers: Headers) -> None:
        try:
            check_origin(headers)
            self._enter_house()
            self._room = await self._house.rooms.acquire(self._match)
        except Refused as refused:
            self._turn_away(refused)
        self._go()
        if not self._websocket.is_connected:  # gone meanwhile
            await self._end()

    async def _end(self) -> None:
        """Give back what was lent, once what was asked is done, though nobody waits for the answer."""
        if self._working:
            await asyncio.wait([self._working])
        room, self._room = self._room, None
        if self._is_in:
            self._is_in = False
            metrics.SOCKETS.dec()
            self._house.connection_limits.release(self._audience.holder, self._address)
        if room:
            try:
                await self._house.rooms.leave(room.id, self._audience)
            finally:
                await self._house.rooms.release(room)

    def _turn_away(self, refused: Refused) -> None:
        """Say why, and close."""
        self._answer({"t": "refused", "id": None, "d": _count_refusal(refused)})
        metrics.SOCKETS_CLOSED.labels(refused.code).inc()
        self._websocket.close(CLOSED.get(refused.code, NOT_SERVED), refused.code)

    def _enter_house(self) -> None:
        """Be counted among the open connections.  Raises Refused: "too-many"."""
        if not self._house.connection_limits.admit(self._audience.holder, self._address):
            raise Refused("too-many", Message("Too many pages of this house are open. Close some of them."))
        self._is_in = True
        metrics.SOCKETS.inc()

    def _come(self, message: bytes) -> None:
        """Take a message as it comes; it waits for those before."""
        self._waiting.append(message)
        if len(self._waiting) == MAX_WAITING:
            self._websocket.pause_reading()
        self._go()

    def _go(self) -> None:
        if self._working is None and self._room and self._waiting:
            self._working = asyncio.get_running_loop().create_task(self._work(self._room))

    async def _work(self, room: Room) -> None:
        try:
            while self._waiting:
                await self._take(room, self._waiting.pop(0))
                if len(self._waiting) == MAX_WAITING - 1:
                    self._websocket.resume_reading()
                if self._refused >= MAX_REFUSALS:
                    self._waiting.clear()
                    self._turn_away(RateLimited(1, TOO_MUCH_AT_ONCE))
                if self._waiting:
                    await asyncio.sleep(0)  # a flood of messages leaves room for others
        except Refused as refused:  # while another refusal was answered
            self._turn_away(refused)
        except Exception:
            logger.exception("a message could not be answered")
            self._turn_away(internal_error())
        finally:
            self._working = None

    async def _take(self, room: Room, text: bytes) -> None:
        incoming: ClientMessage | None = None
        try:
            self._count()
            incoming = read_client_message(text)
            await self._do(room, incoming)
        except Refused as refused:
            if refused.code == "stale" and not self._is_greeted:  # who is has been shown what the match has come to
                await self._enter(ClientMessage("hello", n=incoming.n if incoming else 0))
            answer: dict[str, Any] = {
                "t": "refused",
                "id": incoming.id if incoming else None,
                "d": _count_refusal(refused),
            }
            if self._is_greeted:
                answer["n"] = room.referee.number
            self._answer(answer)

    def _count(self, weight: int = 1) -> None:
        """Count a message.  Raises TooOften; but who goes on and on is not answered any more."""
        try:
            self._house.message_limit.count(self._audience.holder, weight=weight)
        except RateLimited as error:
            self._refused += 1
            raise RateLimited(error.seconds, TOO_MUCH_AT_ONCE) from error
        self._refused = max(0, self._refused - 1)

    async def _enter(self, hello: ClientMessage) -> None:
        token = hello.d.room if isinstance(hello.d, Hello) else ""
        await self._house.rooms.enter(self._match, self._audience, hello.n, token)
        self._is_greeted = True

    async def _do(self, room: Room, incoming: ClientMessage) -> None:
        if incoming.t == "hello":
            self._count(HELLO_WEIGHT - 1)
            await self._enter(incoming)
            await self._tell_chat()
        elif incoming.t == "pong":
            self._audience.pong(incoming.d)
        elif isinstance(incoming.d, ChatRequest):
            await self._house.say(room, self._audience.holder, incoming.id, incoming.d)
            self._answer({"t": "done", "id": incoming.id, "n": room.referee.number})
        elif incoming.t == "lift":
            number = await room.lift(self._audience, incoming.d)
            self._answer({"t": "done", "id": incoming.id, "n": number})
        else:
            name = await self._house.store.name_of(self._audience.holder) if incoming.t == "sit" else ""
            number = await room.command(self._audience, to_command(incoming, name))
            self._answer({"t": "done", "id": incoming.id, "n": number})

    async def _tell_chat(self) -> None:
        """Tell what was said last."""
        if news := self._audience.news(await self._house.chat.said(self._match)):
            self._answer({"t": "chat", "d": news})

    def _answer(self, answer: dict[str, Any]) -> None:
        self._websocket.post(encode(answer))


def _count_refusal(refused: Refused) -> dict[str, Any]:
    metrics.REFUSED.labels(refused.code).inc()
    return encode_refusal(refused)
