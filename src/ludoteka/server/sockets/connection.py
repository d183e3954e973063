"""A client's connection to a match: it receives commands, answers each once, and sends views."""

import asyncio
import contextlib
import logging
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteka.core.message import Message, Refused
from ludoteka.server.calls.answers import RefusalContent
from ludoteka.server.operations import metrics
from ludoteka.server.operations.limits import HELLO_WEIGHT, LENGTH_PER_WEIGHT, MAX_REFUSALS, RateLimit, RateLimited
from ludoteka.server.people.connections import OpenConnections, client_of
from ludoteka.server.people.guests import check_origin
from ludoteka.server.protocol.messages import MAX_CHARACTERS, check_match_id, encode, encode_refusal, internal_error
from ludoteka.server.protocol.socket_messages import (
    ChatMessage,
    ClientMessage,
    DoneMessage,
    Hello,
    Hint,
    HouseMessage,
    Lift,
    MatchCommand,
    Pong,
    RefusedMessage,
    Say,
    Sit,
    read_client_message,
)
from ludoteka.server.rooms.chat import Chat
from ludoteka.server.rooms.room import Room
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.rooms.seating import Seating
from ludoteka.server.rooms.subscribers import Subscriber
from ludoteka.server.sockets.websocket import EXTENSION, WebSocketProtocol

logger = logging.getLogger(__name__)
NO_SUCH_MATCH, NOT_SERVED, TOO_MUCH, NOT_NOW, BROKEN = 4404, 4403, 4029, 1013, 1011  # close codes
CLOSED = {"no-such-match": NO_SUCH_MATCH, "too-often": TOO_MUCH, "too-many": TOO_MUCH}
CLOSED |= {"store-unreachable": NOT_NOW, "broken": BROKEN}  # the client may reconnect
MAX_WAITING: Final = 100  # unanswered messages, after which no more are read for a while
TOO_FAST: Final = Message("That was too much at once. Please wait a moment.")


class MatchSockets(NamedTuple):
    """What the connections of a server share."""

    rooms: Rooms
    chat: Chat
    seating: Seating
    messages: RateLimit
    hints: RateLimit
    connections: OpenConnections

    async def serve(self, socket: WebSocket) -> None:
        """Serve a new connection until it is driven by its messages."""
        await ClientConnection(socket, self).open(socket)


class ClientConnection:
    """One client's connection to one match."""

    def __init__(self, socket: WebSocket, shared: MatchSockets) -> None:
        self._shared = shared
        self._websocket: WebSocketProtocol = socket.scope["extensions"][EXTENSION]
        self._match: str = socket.path_params["match"]
        self._client = client_of(socket)
        self._subscriber = Subscriber(socket.scope["holder"], self._websocket.post)
        self._unknown: Refused | None = socket.scope.get("refused")  # why the person can't be identified
        self._room: Room | None = None  # borrowed while the connection lasts
        self._is_admitted = False  # whether it counts as an open connection
        self._is_greeted = False
        self._waiting: list[bytes] = []  # messages; a list, because an empty deque takes more memory
        self._working: asyncio.Task[None] | None = None
        self._refusals = 0  # messages sent too fast, minus those that were not

    async def open(self, socket: WebSocket) -> None:
        """Accept the connection; from then on it is driven by its messages."""
        with contextlib.suppress(WebSocketDisconnect):  # the client has left
            await socket.accept()
            headers = Headers(scope=socket.scope)
            self._websocket.take_over(self._on_message, self._on_other_frame, self._on_close)
            await self._begin(headers)

    async def _begin(self, headers: Headers) -> None:
        try:
            check_origin(headers)
            if self._unknown:
                raise self._unknown
            self._admit()
            self._room = await self._shared.rooms.acquire(check_match_id(self._match), self._client.key.address)
        except Refused as refused:
            self._refuse(refused)
        self._start_working()
        if not self._websocket.is_connected:  # the client has left
            await self._on_close()

    async def _on_close(self) -> None:
        """Release everything, once the current command is done."""
        if self._working:
            await asyncio.wait([self._working])
        room, self._room = self._room, None
        if self._is_admitted:
            self._is_admitted = False
            metrics.SOCKETS.dec()
            self._shared.connections.close(self._client, self._refuse)
            self._shared.connections.release(self._client)
        if room:
            await self._shared.rooms.leave_borrowed(room, self._subscriber)

    def _refuse(self, refused: Refused) -> None:
        self._answer(RefusedMessage(None, _count_refusal(refused)))
        metrics.SOCKETS_CLOSED.labels(refused.code).inc()
        self._websocket.close(CLOSED.get(refused.code, NOT_SERVED), refused.code)

    def _admit(self) -> None:
        """Count the connection as open.  Raises Refused: "too-often", "too-many"."""
        self._shared.connections.admit(self._client)
        self._is_admitted = True
        metrics.SOCKETS.inc()
        self._shared.connections.open(self._client, self._refuse)

    def _on_message(self, message: bytes) -> None:
        """Queue a message behind those that came before it."""
        self._waiting.append(message)
        if len(self._waiting) == MAX_WAITING:
            self._websocket.pause_reading()
        self._start_working()

    def _on_other_frame(self) -> None:
        """Count a frame that ends no message, such as a ping."""
        with contextlib.suppress(RateLimited):
            self._count()
        self._close_if_flooding()

    def _close_if_flooding(self) -> None:
        if self._refusals >= MAX_REFUSALS:
            self._waiting.clear()
            self._refuse(RateLimited(1, TOO_FAST))

    def _start_working(self) -> None:
        if self._working is None and self._room and self._waiting:
            self._working = asyncio.get_running_loop().create_task(self._work(self._room))

    async def _work(self, room: Room) -> None:
        try:
            while self._waiting:
                await self._answer_message(room, self._waiting.pop(0))
                if len(self._waiting) == MAX_WAITING - 1:
                    self._websocket.resume_reading()
                self._close_if_flooding()
                if self._waiting:
                    await asyncio.sleep(0)  # let other connections run during a flood of messages
        except Refused as refused:  # raised while another refusal was answered
            self._refuse(refused)
        except Exception:
            logger.exception("a message could not be answered")
            self._refuse(internal_error())
        finally:
            self._working = None

    async def _answer_message(self, room: Room, text: bytes) -> None:
        incoming: ClientMessage | None = None
        refused: Refused | None = None
        try:
            size = 1 + len(text) // MAX_CHARACTERS
            self._count(size, size)
            incoming = read_client_message(text)
            await self._execute(room, incoming)
        except Refused as error:
            refused = error.with_traceback(None)  # which would refer to this call, and so to itself
        if refused is None:
            return
        if refused.code == "stale" and not self._is_greeted:  # a greeted client already has the current state
            await self._greet(Hello(n=incoming.n if incoming else 0))
        answer = RefusedMessage(incoming.id if incoming else None, _count_refusal(refused))
        if self._is_greeted:
            answer.n = room.referee.number
        self._answer(answer)

    def _count(self, weight: int = 1, refusals: int = 1) -> None:
        """Count a message, as so many refusals if it came too fast.  Raises RateLimited."""
        try:
            self._shared.messages.count(self._client.key, weight)
        except RateLimited as error:
            self._refusals += refusals
            raise RateLimited(error.seconds, TOO_FAST) from error
        self._refusals = max(0, self._refusals - 1)

    async def _greet(self, hello: Hello) -> None:
        token = hello.d.room if hello.d else ""
        self._subscriber.pace = hello.d.pace if hello.d else "normal"
        await self._shared.rooms.enter(self._match, self._subscriber, hello.n, token)
        self._is_greeted = True

    async def _execute(self, room: Room, incoming: ClientMessage) -> None:
        if isinstance(incoming, Hello):
            self._count(HELLO_WEIGHT + room.referee.number // LENGTH_PER_WEIGHT - 1)
            await self._greet(incoming)
            if lines := self._subscriber.take_new_lines(await self._shared.chat.recent_lines(self._match)):
                self._answer(ChatMessage(lines))
        elif isinstance(incoming, Pong):
            self._subscriber.pong(incoming.d)
        elif isinstance(incoming, Say):
            await self._shared.chat.say(room, self._subscriber.holder, incoming.id, incoming.d)
            self._answer(DoneMessage(incoming.id, room.referee.number))
        elif isinstance(incoming, Lift):
            number = await room.lift(self._subscriber, incoming.d)
            self._answer(DoneMessage(incoming.id, number))
        elif isinstance(incoming, MatchCommand):
            if isinstance(incoming, Hint):
                self._shared.hints.count(self._client.key)
            holder, seating = self._subscriber.holder, self._shared.seating
            person = await seating.person_to_seat(room, holder) if isinstance(incoming, Sit) else None
            number = await room.command(self._subscriber, incoming.command(person))
            self._answer(DoneMessage(incoming.id, number))

    def _answer(self, answer: HouseMessage) -> None:
        self._websocket.post(encode(answer))


def _count_refusal(refused: Refused) -> RefusalContent:
    metrics.REFUSED.labels(refused.code).inc()
    return encode_refusal(refused)
