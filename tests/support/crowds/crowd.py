"""Many people who play at once. Like browsers, their clients reconnect after a lost connection and repeat an unanswered command."""

import asyncio
import json
import time
from contextlib import asynccontextmanager, suppress
from random import Random
from uuid import uuid4

import httpx2
from houses import PLAIN_HTTP
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from ludoteka.core.paths import read_paths

PERSON, FREE = {"kind": "person"}, {"kind": "free"}
LOST = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage)
SHORTEST_PAUSE, LONGEST_PAUSE = 0.02, 0.5  # seconds before a client reconnects
DEADLINE = 8  # seconds for an answer, after which a client reconnects, as a page does
LONGEST = 120  # seconds to wait for anything
PACE = 0.3  # seconds that a player thinks at most
AGAIN = {"not-stored", "broken", "too-often"}  # refusals after which a client retries the command


def folded(view, change):
    """Return the view after a change, like web/match/connection.js."""
    scene, parts = view["scene"], change.get("scene", {})
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    for gone in parts.get("pieces", {}).get("gone", ()):
        pieces.pop(gone, None)
    pieces |= {piece["id"]: piece for piece in parts.get("pieces", {}).get("set", ())}
    return view | change | {"scene": scene | parts | {"pieces": list(pieces.values())}}


class Browser:
    """One page of one match that reconnects whenever it is cut off."""

    def __init__(self, address, cookie, match, seed=0):
        self.match = match
        self.view, self.number = None, 0
        self.acknowledged = {}  # the id of a command -> the number of its event
        self.refused = []  # codes
        self.waits = []  # seconds from each command until it was acknowledged
        self.chat, self.cuts = [], 0
        self._address = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/socket"
        self._cookie = cookie
        self._random = Random(seed)
        self._pending = None  # the command that is not answered yet
        self._socket = None
        self._changed = asyncio.Condition()

    async def run(self, pace=PACE):
        """Run until cancelled; play at random, with up to `pace` seconds for each move, or not at all if it is None."""
        playing = asyncio.create_task(self._play(pace))
        self.plays = pace is not None
        try:
            while True:
                with suppress(*LOST):
                    await self._visit()
                self._socket = None
                self.cuts += 1
                await asyncio.sleep(self._random.uniform(SHORTEST_PAUSE, LONGEST_PAUSE))
        finally:
            playing.cancel()

    async def _visit(self):
        headers = {"Cookie": self._cookie}
        settings = {"compression": None, "proxy": None, "open_timeout": 5, "close_timeout": 1, "ping_timeout": None}
        async with connect(self._address, additional_headers=headers, max_queue=None, **settings) as socket:
            room = {"room": self.view["room"]} if self.view else None
            await socket.send(json.dumps({"t": "hello", "n": self.number, "d": room}))
            async for message in socket:
                await self._take(json.loads(message), socket)

    async def _take(self, message, socket):
        kind, content = message["t"], message.get("d")
        if kind == "ping":
            await socket.send(json.dumps({"t": "pong", "d": content}))
        elif kind == "chat":
            self.chat += content if isinstance(content, list) else [content]
        elif kind in ("view", "event"):
            self.view = content if kind == "view" else folded(self.view, content or {})
            self.number = message["n"]
        elif kind in ("done", "refused") and self._pending and message["id"] == self._pending["id"]:
            self._answered(message)
        if kind in ("view", "event") and self._socket is not socket:
            self._socket = socket  # the hello was answered, so an unanswered command can be repeated
            await self._send()
        async with self._changed:
            self._changed.notify_all()

    def _answered(self, message):
        if message["t"] == "done":
            self.acknowledged[self._pending["id"]] = message["n"]
            self.waits.append(time.monotonic() - self._asked_at)
        else:
            self.refused.append(message["d"]["code"])
            if message["d"]["code"] in AGAIN:
                asyncio.get_running_loop().call_later(0.1, lambda: asyncio.ensure_future(self._send()))
                return
        self._pending = None

    async def _play(self, pace):
        while True:
            async with self._changed:
                await self._changed.wait_for(self._may_play)
            await asyncio.sleep(self._random.uniform(0, pace))
            if self._may_play() and (move := self.move()):
                await self.ask(*move)

    def _may_play(self):
        return self.plays and self.is_idle and self.view and (self.view["yours"] or self.view["can"]["throw"])

    def move(self):
        """Return a random command that is possible now: its kind and content, or nothing."""
        if self.view["result"] is not None:
            return None
        if self.view["can"]["throw"]:
            return "throw", None
        texts = sorted(read_paths(self.view["scene"]["paths"]).values()) if self.view["yours"] else []
        return ("act", self._random.choice(texts)) if texts else None

    async def ask(self, kind, content=None):
        """Send a command, and repeat it after every reconnection until it is answered; return its id, or None if it is already answered."""
        self._pending = {"t": kind, "id": uuid4().hex, "n": self.number, "d": content}
        self._asked_at = time.monotonic()
        await self._send()
        return self._pending["id"] if self._pending else None

    async def _send(self):
        if self._pending and self._socket:
            asyncio.get_running_loop().call_later(DEADLINE, self._reconnect, self._socket, self._pending)
            with suppress(*LOST):
                await self._socket.send(json.dumps(self._pending))

    def _reconnect(self, socket, command):
        """Close a connection if a command that was sent over it is still unanswered."""
        if self._socket is socket and self._pending is command:
            self._closing = asyncio.ensure_future(socket.close())

    async def until(self, is_so, seconds=LONGEST):
        """Wait until a predicate holds; it is checked after every message."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: is_so(self))

    def __repr__(self):
        shown = {name: (self.view or {}).get(name) for name in ("room", "yours", "to_act", "waiting", "result", "can")}
        return f"{self.match}: event {self.number}, {shown}, {self._pending=}, {self._socket=}, {self.cuts=}, {self.refused[-3:]=}"

    @property
    def is_idle(self):
        """Return whether every command is answered."""
        return self._pending is None


@asynccontextmanager
async def client(address):
    """Open an HTTP client with the cookie of a new guest."""
    limits = httpx2.Limits(max_keepalive_connections=0)  # each request may go to another server
    async with httpx2.AsyncClient(
        base_url=address, timeout=20, limits=limits, trust_env=False, verify=PLAIN_HTTP
    ) as one:
        await asked(one, "GET", "/")
        yield one


async def asked(one, method, path, **more):
    """Return the answer to a request, which is retried if a server dies."""
    async with asyncio.timeout(60):
        while True:
            with suppress(httpx2.TransportError):
                answer = await one.request(method, path, **more)
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer
            await asyncio.sleep(0.1)


def cookie_of(one):
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in one.cookies.jar)


async def made(one, game="tavlei", **seats):
    """Make a match; return its id."""
    body = {"game": game, "seats": seats or {"a": PERSON, "d": PERSON}, "options": {}}
    answer = await asked(one, "POST", "/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


class Table:
    """A match between two people who play at random."""

    def __init__(self, host, guest, match, seed):
        address = str(host.base_url).rstrip("/")
        self.match = match
        self.browsers = [Browser(address, cookie_of(one), match, 2 * seed + k) for k, one in enumerate((host, guest))]
        self._tasks = []

    async def open(self, seat):
        """Connect both browsers, and let the second one take the free seat."""
        host, guest = self.browsers
        self._tasks = [asyncio.create_task(browser.run()) for browser in self.browsers]
        await host.until(lambda one: one.view and one.view["invitation"])
        await guest.until(lambda one: one.view)
        while host.view["waiting"]:
            if guest.is_idle:
                await guest.ask("sit", {"seat": seat, "secret": host.view["invitation"]})
            with suppress(TimeoutError):
                await host.until(lambda one: not one.view["waiting"], 1)

    @property
    def is_over(self):
        return any(browser.view and browser.view["result"] is not None for browser in self.browsers)

    @property
    def acknowledged(self):
        return {name: number for browser in self.browsers for name, number in browser.acknowledged.items()}

    async def finish(self):
        """Stop playing, and wait until every command is answered."""
        for browser in self.browsers:
            browser.plays = False
        for browser in self.browsers:
            await browser.until(lambda one: one.is_idle)

    async def close(self):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Crowd:
    """A fixed number of tables; when a match is over, the next one begins."""

    def __init__(self, address, tables=20, game="tavlei", free="d", seated="a"):
        self.address, self.game, self.free, self.seated = address, game, free, seated
        self.tables = []  # including past ones
        self._wanted = tables
        self._stops = False
        self._rows = []

    async def __aenter__(self):
        self._rows = [asyncio.create_task(self._row(number)) for number in range(self._wanted)]
        return self

    async def _row(self, number):
        async with client(self.address) as host, client(self.address) as guest:
            while not self._stops:
                match = await made(host, self.game, **{self.seated: PERSON, self.free: FREE})
                table = Table(host, guest, match, len(self.tables))
                self.tables.append(table)
                try:
                    await table.open(self.free)
                    while not (table.is_over or self._stops):
                        with suppress(TimeoutError):
                            await table.browsers[0].until(lambda one, table=table: table.is_over, 0.2)
                    await table.finish()
                finally:
                    await table.close()

    @property
    def acknowledged(self):
        return sum(len(browser.acknowledged) for table in self.tables for browser in table.browsers)

    async def until_acknowledged(self, more, seconds=LONGEST):
        """Wait until this many more commands are acknowledged."""
        goal = self.acknowledged + more
        try:
            async with asyncio.timeout(seconds):
                while self.acknowledged < goal:
                    self.look()
                    await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(
                [browser for table in self.tables for browser in table.browsers if not table.is_over]
            ) from None

    def look(self):
        """Raise the error of a table that failed, if one did."""
        for row in self._rows:
            if row.done() and row.exception():
                raise row.exception()

    async def __aexit__(self, *failure):
        self._stops = True
        outcomes = await asyncio.gather(*self._rows, return_exceptions=True)
        if not failure[0]:
            assert not [outcome for outcome in outcomes if outcome], (
                outcomes,
                [table.browsers for table in self.tables[-self._wanted :]],
            )
