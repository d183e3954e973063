"""The opening handshake of a WebSocket, which the ASGI application decides."""

import asyncio
import zlib

import pytest
from houses.raw_websockets import TEXT, Owner, arrives, close_frame, connected, serving


def test_the_application_runs_the_handshake():
    async def scene():
        owner = Owner()
        async with serving(owner) as connect:
            status, headers = await connect().handshake("X-Name: \xe9\r\n")
        assert status == 101
        assert headers["x-made-by"] == "the application"
        assert "sec-websocket-extensions" not in headers
        assert (owner.scope["type"], owner.scope["path"], owner.scope["query_string"]) == (
            "websocket",
            "/a path",
            b"x=1",
        )
        assert owner.scope["client"][0] == "127.0.0.1"
        assert (b"x-name", b"\xe9") in owner.scope["headers"]

    asyncio.run(scene())


def test_the_application_can_reject_a_connection():
    async def application(scope, receive, send):
        await send({"type": "websocket.close", "code": 1000})

    async def scene():
        async with serving(application) as connect:
            status, _ = await connect().handshake()
            return status

    assert asyncio.run(scene()) == 403


@pytest.mark.parametrize("has_accepted", [False, True], ids=["before it accepts", "after it accepts"])
def test_an_application_that_fails_closes_the_connection(has_accepted, caplog):
    async def application(scope, receive, send):
        if has_accepted:
            await send({"type": "websocket.accept"})
        raise LookupError("a bug")

    async def scene():
        async with serving(application) as connect:
            client = connect()
            status, _ = await client.handshake()
            return status, await client.frame() if has_accepted else None

    assert asyncio.run(scene()) == ((101, close_frame(1011)) if has_accepted else (500, None))
    assert "a bug" in caplog.text


def test_an_application_that_forgets_to_answer_is_a_server_error():
    async def application(scope, receive, send):
        pass

    async def scene():
        async with serving(application) as connect:
            status, _ = await connect().handshake()
            return status

    assert asyncio.run(scene()) == 500


def test_an_invalid_handshake_never_reaches_the_application():
    async def scene():
        owner = Owner()
        async with serving(owner) as connect:
            status, _ = await connect().handshake("Sec-WebSocket-Version: 12\r\n")
        assert not hasattr(owner, "scope")
        return status

    assert asyncio.run(scene()) == 400


def test_compression_follows_the_setting_of_uvicorn():
    async def scene():
        owner = Owner()
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        async with connected(owner, extension, ws_per_message_deflate=True) as client:
            await arrives(owner, client)
            owner.connection.post(b"again and again and again")
            return await client.frame()

    code, content = asyncio.run(scene())
    assert code == 0x80 | 0x40 | TEXT
    assert zlib.decompressobj(-15).decompress(content + b"\0\0\xff\xff") == b"again and again and again"
