"""How many network connections a server accepts, and how long requests can take."""

import asyncio
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn
from houses.raw_websockets import HANDSHAKE, Owner
from programs.loops import LOOPS

from ludoteka.server.operations.connections import (
    AcceptingServer,
    Connections,
    ListeningSocket,
    RequestTimingMiddleware,
    TrustedProxies,
)
from ludoteka.server.operations.limits import NEW_CONNECTIONS, Rate
from ludoteka.server.sockets.websocket import WebSocketProtocol

NOW, NEVER = -1.0, 1000.0  # limits that everything, or nothing, has passed
TIMEOUT = 10.0  # seconds that a test waits for what must happen


class WatchedConnections(Connections):
    """Connections whose number can be awaited."""

    def __init__(self, *settings):
        super().__init__(*settings)
        self._changed = asyncio.Event()

    def admit(self, peer, connection):
        self._changed.set()
        return super().admit(peer, connection)

    def release(self, peer, connection):
        self._changed.set()
        super().release(peer, connection)

    async def become(self, count):
        """Wait until so many are open."""
        async with asyncio.timeout(TIMEOUT):
            while len(self) != count:
                self._changed.clear()
                await self._changed.wait()


class Service:
    """A server whose application answers once it has the whole body, or keeps a WebSocket."""

    def __init__(self, port, connections):
        self.port, self.connections = port, connections
        self.entered = asyncio.Event()  # once a request has arrived
        self.writers = []
        self.owner = Owner()

    async def connect(self, content=b"", source="127.0.0.1"):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))
        self.writers.append(writer)
        writer.write(content)
        return reader, writer

    async def application(self, scope, receive, send):
        self.entered.set()
        if scope["type"] == "websocket":
            await self.owner(scope, receive, send)
            return
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.request":
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})


@pytest.fixture(params=LOOPS)
def run(request):
    """Run a scene on each event loop: each accepts and closes connections in its own way."""
    with asyncio.Runner(loop_factory=LOOPS[request.param]) as runner:
        yield runner.run


@asynccontextmanager
async def service(most=100, per_address=0, proxies="", rate=NEW_CONNECTIONS):
    with ListeningSocket(socket.AF_INET) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.connections = WatchedConnections(most, per_address, TrustedProxies(proxies), rate)
        made = Service(listener.getsockname()[1], listener.connections)
        config = uvicorn.Config(
            RequestTimingMiddleware(made.application, listener.connections),
            ws=WebSocketProtocol,
            lifespan="off",
            log_config=None,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        server = AcceptingServer(config)
        task = asyncio.create_task(server.serve([listener]))
        try:
            yield made
        finally:
            for writer in made.writers:
                writer.close()
            await asyncio.gather(*(writer.wait_closed() for writer in made.writers), return_exceptions=True)
            server.should_exit = True
            await asyncio.wait_for(task, TIMEOUT)


async def rest(reader):
    """Everything until the server closes the connection."""
    try:
        return await asyncio.wait_for(reader.read(), TIMEOUT)
    except ConnectionError:
        return b""


HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"


def test_a_client_that_never_finishes_the_head_of_its_request_is_disconnected(run):
    async def scene():
        async with service() as server:
            reader, _ = await server.connect(HALF_A_HEAD)
            await server.connections.become(1)
            server.connections.drop_slow(NEVER, NOW)
            assert len(server.connections) == 1, "it has its time"

            server.connections.drop_slow(NOW, NEVER)

            assert await rest(reader) == b""
            await server.connections.become(0)

    run(scene())


def test_a_client_that_never_finishes_its_request_is_disconnected(run):
    async def scene():
        async with service() as server:
            reader, _ = await server.connect(HALF_A_BODY)
            await asyncio.wait_for(server.entered.wait(), TIMEOUT)
            server.connections.drop_slow(NOW, NEVER)
            assert len(server.connections) == 1, "its head has arrived"

            server.connections.drop_slow(NEVER, NOW)

            assert await rest(reader) == b""
            await server.connections.become(0)

    run(scene())


def test_the_next_request_of_a_connection_has_its_own_time(run):
    async def scene():
        async with service() as server:
            reader, writer = await server.connect(HALF_A_BODY)
            writer.write(b" more")
            assert b"204" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
            writer.write(HALF_A_HEAD)
            server.connections.drop_slow(NEVER, NOW)
            assert len(server.connections) == 1

            server.connections.drop_slow(NOW, NEVER)

            assert await rest(reader) == b""

    run(scene())


def test_a_websocket_has_no_time_limit(run):
    async def scene():
        async with service() as server:
            reader, writer = await server.connect(HANDSHAKE.format(more="").encode())
            assert b"101" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)

            server.connections.drop_slow(NOW, NOW)
            writer.write(b"\x89\x80\0\0\0\0")

            assert await asyncio.wait_for(reader.readexactly(2), TIMEOUT) == b"\x8a\x00"
            writer.close()
            await server.connections.become(0)

    run(scene())


def test_an_address_has_a_limited_number_of_connections_unless_it_is_a_proxy(run):
    async def scene():
        async with service(per_address=2, proxies="127.0.0.1, 192.0.2.0/24") as server:
            kept = [await server.connect(HALF_A_HEAD, "127.0.0.2") for _ in range(2)]
            reader, _ = await server.connect(HALF_A_HEAD, "127.0.0.2")
            assert await rest(reader) == b""
            kept += [await server.connect(HALF_A_HEAD) for _ in range(5)]
            await server.connections.become(7)

            kept[0][1].close()
            await server.connections.become(6)
            kept.append(await server.connect(HALF_A_HEAD, "127.0.0.2"))
            await server.connections.become(7)

    run(scene())


def test_an_address_opens_connections_at_a_limited_rate_unless_it_is_a_proxy(run):
    async def scene():
        async with service(per_address=100, proxies="127.0.0.1", rate=Rate(2, 1000.0)) as server:
            for _ in range(2):
                _, writer = await server.connect(HALF_A_HEAD, "127.0.0.2")
                await server.connections.become(1)
                writer.close()
                await server.connections.become(0)
            reader, _ = await server.connect(HALF_A_HEAD, "127.0.0.2")
            assert await rest(reader) == b""

            for _ in range(5):
                await server.connect(HALF_A_HEAD)
            await server.connect(HALF_A_HEAD, "127.0.0.3")
            await server.connections.become(6)

    run(scene())


def test_the_connections_of_a_home_with_ipv6_are_counted_together():
    connections = Connections(100, 2, TrustedProxies(""))
    homes = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
    one, other = socket.socketpair()
    with one, other:
        assert [connections.admit((home, 4000), one) for home in homes] == [True, True, False, True]
        connections.release((homes[0], 4000), one)
        assert connections.admit((homes[2], 4000), one)


def test_in_a_full_server_the_connection_that_waits_longest_for_its_request_makes_room(run):
    async def scene():
        async with service(most=2) as server:
            busy, _ = await server.connect(HALF_A_BODY)
            await asyncio.wait_for(server.entered.wait(), TIMEOUT)
            first, _ = await server.connect(HALF_A_HEAD)
            await server.connections.become(2)

            await server.connect(HALF_A_HEAD)

            assert await rest(first) == b""
            await server.connections.become(2)
            assert not busy.at_eof()

    run(scene())


def test_a_server_full_of_requests_refuses_connections(run):
    async def scene():
        async with service(most=1) as server:
            _, writer = await server.connect(HALF_A_BODY)
            await asyncio.wait_for(server.entered.wait(), TIMEOUT)

            refused, _ = await server.connect(HALF_A_HEAD)

            assert await rest(refused) == b""
            writer.write(b" more")
            await server.connections.become(1)

    run(scene())


@pytest.mark.parametrize(
    ("listed", "address", "is_trusted"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.2", False),
        ("10.0.0.0/8, ::1", "10.1.2.3", True),
        ("10.0.0.0/8, ::1", "::1", True),
        ("10.0.0.0/8, ::1", "fe80::1%eth0", False),
        ("*", "192.0.2.1", True),
        ("/run/proxy", "192.0.2.1", False),
        ("", "192.0.2.1", False),
    ],
)
def test_proxies_are_addresses_and_networks(listed, address, is_trusted):
    assert (address in TrustedProxies(listed)) == is_trusted


def test_a_port_that_a_client_uses_again_at_once_is_counted_for_each_connection():
    connections, peer = Connections(10, 10, TrustedProxies("127.0.0.1")), ("127.0.0.2", 4000)
    (old, its_end), (new, other_end) = socket.socketpair(), socket.socketpair()
    for one in (old, new):
        assert connections.admit(peer, one)

    connections.release(peer, old)
    assert len(connections) == 1
    connections.drop_slow(head_seconds=NOW)
    assert other_end.recv(1) == b"", "the newer connection is the one that is dropped"
    connections.release(peer, new)
    assert len(connections) == 0
    for end in (old, its_end, new, other_end):
        end.close()
