"""WebSocket connections that bypass ASGI, over real network sockets with small buffers."""

import asyncio
import gc

import pytest
from houses.raw_websockets import (
    CLOSE,
    CONT,
    PING,
    PONG,
    TIMEOUT,
    Owner,
    arrives,
    close_frame,
    connected,
    ends,
    frame,
)
from websockets.protocol import Protocol

from ludoteka.server.sockets import websocket
from ludoteka.server.sockets.websocket import MAX_UNSENT, TOO_SLOW, WebSocketProtocol


def test_messages_posted_together_arrive_in_order():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            for text in (b"one", b"two", b"three"):
                owner.connection.post(text)
            return [await client.frame() for _ in range(3)]

    assert asyncio.run(scene()) == [(0x81, b"one"), (0x81, b"two"), (0x81, b"three")]


def test_a_message_in_fragments_arrives_as_one_message():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await client.send(frame(b"one ", fin=False) + frame(b"ping", PING) + frame(b"message", CONT))
            assert await asyncio.wait_for(owner.messages.get(), TIMEOUT) == b"one message"
            return await client.frame()

    assert asyncio.run(scene()) == (0x80 | PONG, b"ping")


def test_a_message_that_is_too_long_closes_the_connection():
    async def scene():
        owner = Owner()
        async with connected(owner, ws_max_size=100) as client:
            await client.send(frame(bytes(101)))
            code, content = await client.frame()
            await ends(owner)
        return code, content[:2]

    assert asyncio.run(scene()) == close_frame(1009)


def test_a_message_right_before_the_close_frame_is_delivered():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await client.send(frame(b"the last word") + frame(code=CLOSE))
            await ends(owner)
            return owner.messages.get_nowait(), await client.rest()

    assert asyncio.run(scene()) == (b"the last word", b"\x88\x00")


def test_a_posted_message_precedes_the_answer_to_a_close_frame():
    async def scene():
        owner = Owner(lambda text: owner.connection.post(b"heard " + text))
        async with connected(owner) as client:
            await client.send(frame(b"this"))
            first = await client.frame()
            owner.connection.post(b"and more")
            await client.send(frame(code=CLOSE))
            return first, await client.rest()

    assert asyncio.run(scene()) == ((0x81, b"heard this"), b"\x81\x08and more\x88\x00")


def test_the_owner_can_close_the_connection():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            owner.connection.pause_reading()
            owner.connection.post(b"bye")
            owner.connection.close(4404, "no-such-match")
            owner.connection.post(b"too late")
            frames = [await client.frame(), await client.frame()]
            await client.send(frame(b"not read any more") + frame(b"\x0f\xa4", CLOSE))
            assert await client.rest() == b""
            await ends(owner)
            assert owner.messages.empty()
            return frames

    assert asyncio.run(scene()) == [(0x81, b"bye"), close_frame(4404, b"no-such-match")]


def test_a_paused_connection_is_not_read():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            owner.connection.pause_reading()
            owner.connection.post(b"paused")
            await client.frame()
            await client.send(frame(b"later"))
            owner.connection.post(b"still paused")
            await client.frame()
            assert owner.messages.empty()
            owner.connection.resume_reading()
            return await asyncio.wait_for(owner.messages.get(), TIMEOUT)

    assert asyncio.run(scene()) == b"later"


def test_a_client_that_answers_pings_stays_connected():
    async def scene():
        owner = Owner()
        async with connected(owner, ws_ping_interval=0.01, ws_ping_timeout=TIMEOUT) as client:
            for _ in range(3):
                code, content = await client.frame()
                assert code == 0x80 | PING
                await client.send(frame(content, PONG))
            assert owner.connection.is_connected

    asyncio.run(scene())


def test_a_client_that_does_not_answer_a_ping_is_dropped():
    async def scene():
        owner = Owner()
        async with connected(owner, ws_ping_interval=0.01, ws_ping_timeout=0.01) as client:
            assert (await client.frame())[0] == 0x80 | PING
            await ends(owner)
            assert not owner.connection.is_connected
            return await client.frame()

    assert asyncio.run(scene()) == close_frame(1011, b"keepalive ping timeout")


def test_a_client_that_vanishes_is_noticed():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            client.socket.close()
            await ends(owner)

    asyncio.run(scene())


def test_a_client_that_reads_too_slowly_is_disconnected(monkeypatch):
    monkeypatch.setattr(websocket, "SECONDS_TO_CLOSE", 60)

    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            owner.connection.post(bytes(2 * MAX_UNSENT))
            await arrives(owner, client)
            owner.connection.post(b"more")
            size = len((await client.frame())[1])
            return size, await client.frame(), await client.frame()

    assert asyncio.run(scene()) == (2 * MAX_UNSENT, (0x81, b"more"), close_frame(TOO_SLOW))


@pytest.mark.parametrize("unsent", [MAX_UNSENT // 2, 2 * MAX_UNSENT], ids=["some unsent", "too much unsent"])
def test_a_client_that_closes_and_reads_nothing_is_dropped(monkeypatch, unsent):
    monkeypatch.setattr(websocket, "SECONDS_TO_CLOSE", 0.2)

    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            owner.connection.post(bytes(unsent))
            await arrives(owner, client)
            owner.connection.post(b"")  # makes the connection check the size of the write buffer
            await client.send(frame(code=CLOSE))
            await ends(owner)

    asyncio.run(scene())


def test_a_server_that_stops_closes_its_connections_with_code_1012():
    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            reading = asyncio.create_task(client.frame())
        assert owner.is_closed.is_set(), "the server has waited for the owner"
        return await reading

    assert asyncio.run(scene()) == close_frame(1012)


def test_a_server_stops_although_a_closing_client_reads_nothing(monkeypatch):
    monkeypatch.setattr(websocket, "SECONDS_TO_CLOSE", 60)

    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            owner.connection.post(bytes(MAX_UNSENT // 2))
            await arrives(owner, client)
            await client.send(frame(code=CLOSE))
        assert owner.is_closed.is_set()

    asyncio.run(scene())


def test_a_connection_at_rest_keeps_nothing_of_the_library():
    def parts():
        return sum(isinstance(one, Protocol) for one in gc.get_objects())

    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            await client.send(frame(b"here", PING))
            assert await client.frame() == (0x80 | PONG, b"here")
            before = parts()
            await client.send(frame(b"one ", fin=False) + frame(b"message", CONT))
            assert await asyncio.wait_for(owner.messages.get(), TIMEOUT) == b"one message"
            return before, parts()

    gc.collect()
    assert asyncio.run(scene()) == (0, 1)


def test_a_closed_connection_is_freed_without_the_garbage_collector():
    def connections():
        return [one for one in gc.get_objects() if isinstance(one, WebSocketProtocol)]

    async def scene():
        owner = Owner()
        async with connected(owner) as client:
            await arrives(owner, client)
            assert connections() == [owner.connection]
            await client.send(frame(code=CLOSE))
            await client.rest()
            await ends(owner)
        owner.connection = None
        assert connections() == []

    gc.collect()
    gc.disable()
    try:
        asyncio.run(scene())
    finally:
        gc.enable()
