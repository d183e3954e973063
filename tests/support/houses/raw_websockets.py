"""WebSockets in bytes: a client, and an ASGI application that takes one connection over."""

import asyncio
import socket
from contextlib import asynccontextmanager, contextmanager, suppress

import uvicorn

from ludoteka.server.sockets.websocket import EXTENSION, WebSocketProtocol

CONT, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
HANDSHAKE = (
    "GET /a%20path?x=1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
TIMEOUT = 10.0  # seconds that a test waits for what must happen


def frame(content=b"", code=TEXT, fin=True):
    """A client's frame, masked with zeros."""
    size = len(content)
    head = [size] if size < 126 else [126, *size.to_bytes(2)] if size < 1 << 16 else [127, *size.to_bytes(8)]
    return bytes([0x80 * fin | code, 0x80 | head[0], *head[1:], 0, 0, 0, 0]) + content


class Owner:
    """An ASGI application that takes one connection over."""

    def __init__(self, on_message=None):
        self.messages = asyncio.Queue()
        self.on_message = on_message or self.messages.put_nowait
        self.other_frames = 0
        self.is_closed = asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.scope = {name: value for name, value in scope.items() if name != "extensions"}
        assert await receive() == {"type": "websocket.connect"}
        await send({"type": "websocket.accept", "headers": [(b"x-made-by", b"the application")]})
        self.connection = scope["extensions"][EXTENSION]
        self.connection.take_over(self.on_message, self.on_other_frame, self.on_close)

    def on_other_frame(self):
        self.other_frames += 1

    async def on_close(self):
        self.is_closed.set()


class Client:
    """A client that sends and receives raw bytes."""

    def __init__(self, address):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(address)
        self.socket.setblocking(False)
        self.reader = bytearray()

    async def send(self, content):
        await asyncio.get_running_loop().sock_sendall(self.socket, content)

    async def handshake(self, more=""):
        """Ask for a connection; return the response's status and headers."""
        await self.send(HANDSHAKE.format(more=more).encode("latin-1"))
        while b"\r\n\r\n" not in self.reader:
            assert await self._fill()
        head, _, rest = bytes(self.reader).partition(b"\r\n\r\n")
        self.reader[:] = rest
        status, *headers = head.decode().split("\r\n")
        return int(status.split()[1]), dict(header.lower().split(": ", 1) for header in headers)

    async def _fill(self):
        part = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self.socket, 65536), TIMEOUT)
        self.reader += part
        return bool(part)

    async def frame(self):
        """The next frame of the server: its first byte and its content."""
        while True:
            size = self.reader[1] if len(self.reader) > 1 else 0
            begin = {126: 4, 127: 10}.get(size, 2)
            if len(self.reader) >= begin:
                size = size if begin == 2 else int.from_bytes(self.reader[2:begin])
                if len(self.reader) >= begin + size > 1:
                    code, content = self.reader[0], bytes(self.reader[begin : begin + size])
                    del self.reader[: begin + size]
                    return code, content
            assert await self._fill(), "the connection has ended"

    async def rest(self):
        """Everything until the server closes the network connection."""
        while await self._fill():
            pass
        return bytes(self.reader)


@asynccontextmanager
async def serving(application, **settings):
    """A server with small buffers; yields a function that opens clients, and stops the server in the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    settings = {"ws_per_message_deflate": False, "lifespan": "off", "timeout_graceful_shutdown": 3} | settings
    server = uvicorn.Server(uvicorn.Config(application, ws=WebSocketProtocol, **settings))
    task = asyncio.create_task(server.serve([listener]))
    clients = []

    def connect():
        clients.append(Client(listener.getsockname()))
        return clients[-1]

    try:
        yield connect
        server.should_exit = True
        await asyncio.wait_for(task, TIMEOUT)
    finally:
        task.cancel()
        for client in clients:
            client.socket.close()


@asynccontextmanager
async def connected(owner, more="", **settings):
    """A client whose connection is open."""
    async with serving(owner, **settings) as connect:
        client = connect()
        status, _ = await client.handshake(more)
        assert status == 101
        yield client


async def arrives(owner, client, content=b"now"):
    """Send a message, and wait until the owner of the connection has received it."""
    await client.send(frame(content))
    assert await asyncio.wait_for(owner.messages.get(), TIMEOUT) == content


async def ends(owner):
    await asyncio.wait_for(owner.is_closed.wait(), TIMEOUT)


def close_frame(code, reason=b""):
    return 0x80 | CLOSE, code.to_bytes(2) + reason


@contextmanager
def raw_socket(house, match, **headers):
    """Ask for the socket of a match."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=60) as connection:
        head = HANDSHAKE.format(more="".join(f"{name}: {value}\r\n" for name, value in headers.items()))
        connection.sendall(head.replace("/a%20path?x=1", f"/api/matches/{match}/socket").encode())
        yield connection


def read_until(connection, end):
    """Return what the house sends, up to some bytes or the end of the stream."""
    content = bytearray()
    while end not in content[-100_000:] and (part := connection.recv(1 << 16)):
        content += part
    return bytes(content)


def is_let_in(connection):
    """Ask for something over a WebSocket; tell whether the house answers instead of closing it, as there are too many."""
    read_until(connection, b"\r\n\r\n")
    with suppress(ConnectionError):  # it is closed already
        connection.sendall(frame(b'{"t":"act","id":"here","n":0,"d":"nowhere"}'))
        return b'"here"' in read_until(connection, b'"here"')
    return False
