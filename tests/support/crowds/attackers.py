"""Attacks on a house, run in a process of their own: python -m crowds.attackers ADDRESS SECONDS.

Every attack comes from an address of its own on this machine, and repeats one expensive or hostile action as fast as the
house lets it.  What the house answers is counted by attack and printed as JSON; no answer stops an attack.
"""

import asyncio
import contextlib
import json
import os
import signal
import ssl
import sys
from collections import Counter
from itertools import count, cycle

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from crowds.floods import AT_ONCE, HOT_SEAT, PAUSE, PERSON, abort_uploads, flood_with_frames, half_open, reconnect
from crowds.residents import RESIDENT_ATTACKS

PLAIN_HTTP = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without the system's certificates, which take 20 ms to read
FREE = {"kind": "free"}
NICENESS = 5  # less than that of computers, or these would not let the attackers attack
MESSAGES = (("hello", None), ("chat", {"text": "\u3316" * 200}), ("pong", 1), ("nonsense", []))
LONG_MATCH = 19_998  # actions; with two that place the players, as many as a record may have
TOO_OFTEN = 429
FAILED = (OSError, httpx2.HTTPError, WebSocketException, TimeoutError, EOFError)


class Attacker:
    """Somebody with an address of their own."""

    def __init__(self, house, number):
        self.house, self.source = house, f"127.0.66.{number}"
        self.results = Counter()  # by status, close code or kind of failure

    def client(self, **more):
        """Return an HTTP client with a new cookie jar."""
        transport = httpx2.AsyncHTTPTransport(local_address=self.source, verify=PLAIN_HTTP)
        return httpx2.AsyncClient(base_url=self.house, transport=transport, timeout=20, **more)

    async def ask(self, client, method, path, **more):
        """Send a request and count its answer; return the answer, or None if there was none."""
        try:
            answer = await client.request(method, path, **more)
        except FAILED as failure:
            self.results[type(failure).__name__] += 1
            return None
        self.results[answer.status_code] += 1
        if answer.status_code == TOO_OFTEN:
            await asyncio.sleep(PAUSE)  # to leave the core to the other attacks
        return answer

    async def make(self, client, game, seats, **options):
        """Create a match; return its id, or "" if it was refused."""
        body = {"game": game, "seats": seats, "options": options}
        answer = await self.ask(client, "POST", "/api/matches", json=body)
        return answer.json()["id"] if answer is not None and answer.status_code == 201 else ""

    async def visit(self, match, cookies=None, deed=None):
        """Open a socket to a match, do something with it if given, and count how it ends."""
        address = f"{self.house.replace('http', 'ws', 1)}/api/matches/{match}/socket"
        headers = {"Cookie": "; ".join(f"{one.name}={one.value}" for one in cookies.jar)} if cookies else {}
        more = {"compression": None, "proxy": None, "open_timeout": 10, "close_timeout": 1, "ping_interval": None}
        try:
            async with connect(address, additional_headers=headers, local_addr=(self.source, 0), **more) as socket:
                if deed:
                    await deed(socket)
            self.results[f"closed {socket.close_code}"] += 1
        except FAILED as failure:
            self.results[type(failure).__name__] += 1
            await asyncio.sleep(PAUSE)

    async def flood(self, socket, kind, content=None, times=2000):
        """Send many messages without waiting for answers, then read whatever comes until the socket is silent."""
        for number in range(times):
            await socket.send(json.dumps({"t": kind, "id": f"{kind}{number}", "n": 0, "d": content}))
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(0.2):
                    await socket.recv()


LABYRINTH = {"P": PERSON, "Q": PERSON}
LONG_RECORD = f"""[Game "labyrinth"]

join:P@-1,-1,0 join:Q@-1,2,0 {" ".join(["stay"] * LONG_MATCH)}
"""


async def import_long_match(attacker, client):
    """Import a record of very many actions; return the id of its match, or of a new one if the record was refused."""
    match = await attacker.make(client, "labyrinth", LABYRINTH)
    answer = await attacker.ask(client, "POST", "/api/records", content=LONG_RECORD)
    return answer.json()["id"] if answer is not None and answer.status_code == 201 else match


async def open_long_matches(attacker):
    """Import a long match; open and close it again and again, and look at it now and then."""
    async with attacker.client() as client:
        match = await import_long_match(attacker, client)
        for deed in cycle((None, None, lambda socket: attacker.flood(socket, "hello", times=3))):
            await attacker.visit(match, client.cookies, deed)


async def create_matches(attacker):
    """Become a new guest for every few matches, and leave them all open in the lobby."""
    while True:
        async with attacker.client() as client:
            await attacker.ask(client, "GET", "/api/guest")
            for _ in range(5):
                body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public"}
                await attacker.ask(client, "POST", "/api/matches", json=body)


async def become_guests(attacker):
    """Become a new guest as often as possible."""
    async with attacker.client() as client:
        while True:
            client.cookies.clear()
            await attacker.ask(client, "GET", "/api/guest")


async def create_mazes(attacker):
    """Ask for the largest mazes."""
    seats = dict.fromkeys("PQRSTUVW", PERSON)
    while True:
        async with attacker.client() as client:
            await attacker.make(client, "labyrinth", seats, maze="huge", players=len(seats))


async def read_records(attacker):
    """Ask for the records and dice of a match that is not over."""
    async with attacker.client() as client:
        match = await import_long_match(attacker, client)
        for path in (path for _ in count() for path in ("record", "dice", "link.svg")):
            await attacker.ask(client, "GET", f"/match/{match}/{path}")


async def let_computers_think(attacker):
    """Make the strongest computers of a game think in many matches."""
    async with attacker.client() as client:
        seats = {"w": PERSON, "b": {"kind": "computer", "level": 10}}
        while True:
            if match := await attacker.make(client, "moksha", seats):
                await attacker.visit(match, client.cookies, lambda socket: attacker.flood(socket, "act", "a1-a2", 1))
            else:
                await asyncio.sleep(0.1)


async def ping_often(socket):
    """Send many pings."""
    for _ in range(2000):
        await socket.ping()


async def say_much(attacker):
    """Flood a socket with hellos, pings, long chat lines and nonsense."""

    def flooding(message):
        return lambda socket: attacker.flood(socket, *message)

    async with attacker.client() as client:
        match = await attacker.make(client, "tavlei", HOT_SEAT)
        while True:
            for deed in (*map(flooding, MESSAGES), ping_often):
                await attacker.visit(match, client.cookies, deed)


async def ask_for_catalogues(attacker):
    """Ask for what is large, compressed, or odd."""
    paths = (
        "/api/catalogue/ru",
        "/api/catalogue/cs",
        "/api/house",
        "/match/%00/record",
        "/match/x/link.svg",
        "/api/dice",
    )
    async with attacker.client() as client:
        for path in (path for _ in count() for path in paths):
            await attacker.ask(client, "GET", path)


ATTACKS = (
    open_long_matches,
    half_open,
    become_guests,
    create_matches,
    create_mazes,
    read_records,
    let_computers_think,
    reconnect,
    flood_with_frames,
    say_much,
    ask_for_catalogues,
    abort_uploads,
    *RESIDENT_ATTACKS,
)


async def attack(house, seconds):
    """Run all attacks at once for some seconds, and until each has had a result; return the results."""
    attackers = [Attacker(house, number) for number in range(1, len(ATTACKS) + 1)]
    tasks = [
        asyncio.create_task(deed(one))
        for deed, one in zip(ATTACKS, attackers, strict=True)
        for _ in range(
            2 if deed in RESIDENT_ATTACKS else AT_ONCE
        )  # of requests, two loops ask for more than is allowed
    ]
    done: set[asyncio.Task[None]] = set()
    while seconds > 0 or not (done or all(attacker.results for attacker in attackers)):
        done, _ = await asyncio.wait(tasks, timeout=max(seconds, 0.1), return_when=asyncio.FIRST_EXCEPTION)
        seconds = 0.0
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()  # raises what stopped an attack
    return {deed.__name__: dict(one.results) for deed, one in zip(ATTACKS, attackers, strict=True)}


def make_way():
    """Leave most of the processor to the house, on one core: in life, attackers have machines of their own."""
    os.nice(NICENESS)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


if __name__ == "__main__":
    make_way()
    signal.alarm(int(float(sys.argv[2])) + 60)  # in case somebody has killed the test
    sys.stdout.write(json.dumps(asyncio.run(attack(sys.argv[1], float(sys.argv[2])))))
