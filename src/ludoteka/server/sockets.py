"""The WebSocket of a match: reads commands, answers each once, and sends views."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteka.core.message import Refused
from ludoteka.server.audience import Audience
from ludoteka.server.guests import check_origin
from ludoteka.server.house import House
from ludoteka.server.messages import Hello, Incoming, command_of, encoded, read_incoming, refusal
from ludoteka.server.room import Room

logger = logging.getLogger(__name__)
NO_SUCH_MATCH, NOT_SERVED, TOO_SLOW = 4404, 4403, 4008  # close codes
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
        self._close_code = TOO_SLOW

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
            async with self._house.rooms.borrowed(self._match):
                await self._listen()
        except Refused as refused:
            self._answer({"t": "refused", "id": None, "d": refusal(refused)})
            self._close_code = NO_SUCH_MATCH if refused.code == "no-such-match" else NOT_SERVED
            self._post(None)

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._take(message.get("text") or message.get("bytes") or "")
            await asyncio.sleep(0)  # a flood of messages leaves room for others

    async def _take(self, text: str | bytes) -> None:
        incoming: Incoming | None = None
        try:
            incoming = read_incoming(text)
            await self._do(incoming)
        except Refused as refused:
            if refused.code == "stale":  # first what the match has come to, then why that was too late
                await self._enter(Incoming("hello", n=incoming.n if incoming else 0))
            answer: dict[str, Any] = {"t": "refused", "id": incoming.id if incoming else None, "d": refusal(refused)}
            if self._room:
                answer["n"] = self._room.referee.number
            self._answer(answer)

    async def _enter(self, hello: Incoming) -> None:
        token = hello.d.room if isinstance(hello.d, Hello) else ""
        self._room = await self._house.rooms.enter(self._match, self._audience, hello.n, token)

    async def _do(self, incoming: Incoming) -> None:
        if incoming.t == "hello":
            await self._enter(incoming)
        elif incoming.t == "pong":
            self._audience.pong(incoming.d)
        else:
            async with self._house.rooms.borrowed(self._match) as room:
                name = await self._house.store.name_of(self._audience.holder) if incoming.t == "sit" else ""
                number = await room.command(self._audience, command_of(incoming, name))
            self._answer({"t": "done", "id": incoming.id, "n": number})

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
            await self._socket.close(self._close_code)
