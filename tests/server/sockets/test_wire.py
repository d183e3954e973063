"""The way past ASGI, over real sockets with small buffers: what is posted, and how connections end."""

import asyncio
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn

from ludoteka.server.sockets import wire
from ludoteka.server.sockets.wire import MAX_UNSENT, NAME, Wire

CLOSING = 8
HEAD = (
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
AT_MOST = 10.0  # seconds that a test waits for what must happen


def frame(content=b"", code=1):
    """A frame of a client, masked with nothing."""
    size = len(content)
    head = [0x80 | size] if size < 126 else [0xFE, size >> 8, size & 255]
    return bytes([0x80 | code, *head, 0, 0, 0, 0]) + content


class Taker:
    """An application that takes one connection over."""

    def __init__(self, on_message=None):
        self.wire = None
        self.said = asyncio.Queue()
        self.on_message = on_message or self.said.put_nowait
        self.has_ended = asyncio.Event()

    async def __call__(self, scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        self.wire = scope["extensions"][NAME]
        self.wire.take_over(self.on_message, self.end)

    async def end(self):
        self.has_ended.set()


@asynccontextmanager
async def connected(taker):
    """A server with small buffers and a client of it."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    config = uvicorn.Config(taker, ws=Wire, ws_per_message_deflate=False, lifespan="off", timeout_graceful_shutdown=3)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(listener.getsockname())
    client.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, HEAD.encode())
    assert (await loop.sock_recv(client, 1000)).endswith(b"\r\n\r\n")
    try:
        yield client
        server.should_exit = True
        await asyncio.wait_for(serving, AT_MOST)
    finally:
        serving.cancel()
        client.close()


async def sent(taker, client, content=b"now"):
    """Send a message and wait until it has come."""
    await asyncio.get_running_loop().sock_sendall(client, frame(content))
    assert await asyncio.wait_for(taker.said.get(), AT_MOST) == content


async def closes(client):
    await asyncio.get_running_loop().sock_sendall(client, frame(code=CLOSING))


def test_what_is_posted_in_one_turn_comes_in_order():
    async def scene():
        taker = Taker()
        async with connected(taker) as client:
            await sent(taker, client)
            for text in (b"one", b"two", b"three"):
                taker.wire.post(text)
            return await asyncio.get_running_loop().sock_recv(client, 1000)

    assert asyncio.run(scene()) == b"\x81\x03one\x81\x03two\x81\x05three"


def test_what_was_answered_comes_before_the_answer_to_a_close():
    async def scene():
        taker = Taker(lambda text: taker.wire.post(b"heard " + text))
        async with connected(taker) as client:
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(client, frame(b"this") + frame(code=CLOSING))
            await asyncio.wait_for(taker.has_ended.wait(), AT_MOST)
            return await loop.sock_recv(client, 1000)

    assert asyncio.run(scene()).startswith(b"\x81\x0aheard this\x88")


@pytest.mark.parametrize("unsent", [MAX_UNSENT // 2, 2 * MAX_UNSENT], ids=["much unsent", "far too much unsent"])
def test_who_closes_and_takes_nothing_any_more_is_left_after_a_while(monkeypatch, unsent):
    monkeypatch.setattr(wire, "SECONDS_TO_CLOSE", 0.2)

    async def scene():
        taker = Taker()
        async with connected(taker) as client:
            await sent(taker, client)
            taker.wire.post(bytes(unsent))
            await sent(taker, client)
            taker.wire.post(b"")  # now it is known how much is unsent
            await closes(client)
            await asyncio.wait_for(taker.has_ended.wait(), AT_MOST)

    asyncio.run(scene())


def test_a_server_ends_though_somebody_has_closed_and_takes_nothing(monkeypatch):
    monkeypatch.setattr(wire, "SECONDS_TO_CLOSE", 60)

    async def scene():
        taker = Taker()
        async with connected(taker) as client:
            await sent(taker, client)
            taker.wire.post(bytes(MAX_UNSENT // 2))
            await sent(taker, client)
            await closes(client)
        assert taker.has_ended.is_set()

    asyncio.run(scene())
