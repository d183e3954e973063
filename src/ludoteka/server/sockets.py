"""The WebSocket of a match: reads commands, answers each once, and sends views."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteka.core.message import Message, Refused
from ludoteka.server import metrics
from ludoteka.server.audience import Audience
from ludoteka.server.chat import told
from ludoteka.server.guests import check_origin
from ludoteka.server.house import House
from ludoteka.server.limits import HELLO, MOST_REFUSED, TooOften
from ludoteka.server.messages import Hello, Incoming, Saying, command_of, encoded, read_incoming, refusal
from ludoteka.server.room import Room

logger = logging.getLogger(__name__)
NO_SUCH_MATCH, NOT_SERVED, TOO_SLOW, TOO_MUCH = 4404, 4403, 4008, 4029  # close codes
CLOSED = {"no-such-match": NO_SUCH_MATCH, "too-often": TOO_MUCH, "too-many": TOO_MUCH}
MOST_WAITING = 100  # messages not yet taken by a slow reader; then the connection is given up


class Connection:
    """One browser's connection to one match."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self._socket = socket
        self._house = house
        self._outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self._match: str = socket.path_params["match"]
        self._audience = Audience(socket.scope["holder"], self._post)
        self._room: Room | None = None  # once it was greeted there
        self._close_code, self._close_reason = TOO_SLOW, "too-slow"
        self._refused = 0  # messages in a row that came too often

    async def run(self) -> None:
        """Serve the connection until it ends."""
        await self._socket.accept()
        sender = asyncio.create_task(self._send())
        try:
            await self._serve()
        except (WebSocketDisconnect, RuntimeError):  # gone; the latter when it went while being answered
            pass
        finally:
            await self._house.rooms.leave(self._match, self._audience)
            self._post(None)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(sender, timeout=1)

    async def _serve(self) -> None:
        try:
            check_origin(self._socket.headers)
            with self._door():
                async with self._house.rooms.borrowed(self._match):
                    await self._listen()
        except Refused as refused:
            self._answer({"t": "refused", "id": None, "d": _counted(refused)})
            self._close_code, self._close_reason = CLOSED.get(refused.code, NOT_SERVED), refused.code
            metrics.TURNED_AWAY.labels(refused.code).inc()
            self._post(None)

    @contextlib.contextmanager
    def _door(self) -> Iterator[None]:
        """Let the connection in.  Raises Refused: "too-many"."""
        who = (self._audience.holder, self._socket.client.host if self._socket.client else "")
        if not self._house.doors.enter(*who):
            raise Refused("too-many", Message("Too many pages of this house are open. Close some of them."))
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            self._house.doors.leave(*who)

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._take(message.get("text") or message.get("bytes") or "")
            if self._refused >= MOST_REFUSED:
                raise TooOften(1, Message("That was too much at once. Please wait a little."))
            await asyncio.sleep(0)  # a flood of messages leaves room for others

    async def _take(self, text: str | bytes) -> None:
        incoming: Incoming | None = None
        try:
            self._count()
            incoming = read_incoming(text)
            await self._do(incoming)
        except Refused as refused:
            if refused.code == "stale":  # first what the match has come to, then why that was too late
                await self._enter(Incoming("hello", n=incoming.n if incoming else 0))
            answer: dict[str, Any] = {"t": "refused", "id": incoming.id if incoming else None, "d": _counted(refused)}
            if self._room:
                answer["n"] = self._room.referee.number
            self._answer(answer)

    def _count(self, weight: int = 1) -> None:
        """Count a message.  Raises TooOften; but who goes on and on is not answered any more."""
        try:
            self._house.messages.count(self._audience.holder, weight=weight)
        except TooOften as error:
            self._refused += 1
            text = Message("That was too much at once. Please wait a little.")
            raise TooOften(error.seconds, text) from error
        self._refused = 0

    async def _enter(self, hello: Incoming) -> None:
        token = hello.d.room if isinstance(hello.d, Hello) else ""
        self._room = await self._house.rooms.enter(self._match, self._audience, hello.n, token)

    async def _do(self, incoming: Incoming) -> None:
        if incoming.t == "hello":
            self._count(HELLO - 1)
            await self._enter(incoming)
            await self._tell_chat()
        elif isinstance(incoming.d, Saying):
            await self._say(incoming, incoming.d)
        elif incoming.t == "pong":
            self._audience.pong(incoming.d)
        else:
            async with self._house.rooms.borrowed(self._match) as room:
                name = await self._house.store.name_of(self._audience.holder) if incoming.t == "sit" else ""
                number = await room.command(self._audience, command_of(incoming, name))
            self._answer({"t": "done", "id": incoming.id, "n": number})

    async def _say(self, incoming: Incoming, what: Saying) -> None:
        async with self._house.rooms.borrowed(self._match) as room:
            await self._house.say(room, self._audience.holder, what.text, what.phrase)
            self._answer({"t": "done", "id": incoming.id, "n": room.referee.number})

    async def _tell_chat(self) -> None:
        """Tell what was said last; entries that come meanwhile may come twice, under the same number."""
        if said := await self._house.chat.said(self._match):
            self._answer({"t": "chat", "d": [told(one, self._audience.holder) for one in said]})

    def _answer(self, answer: dict[str, Any]) -> None:
        self._post(encoded(answer))

    def _post(self, text: bytes | None) -> None:
        """Put a message (None: the end) where the sender takes it; never wait for a slow reader."""
        try:
            self._outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self._outgoing.get_nowait()
            self._outgoing.put_nowait(None)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._outgoing.get()) is not None:
                await self._socket.send_text(text.decode())
            await self._socket.close(self._close_code, self._close_reason)


def _counted(refused: Refused) -> dict[str, Any]:
    metrics.REFUSED.labels(refused.code).inc()
    return refusal(refused)
