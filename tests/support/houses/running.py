"""A real house in a process of its own, and clients that talk to it."""

import json
import os
import signal
import ssl
import subprocess
import time
from contextlib import ExitStack, contextmanager, nullcontext
from uuid import uuid4

import httpx2
import pytest
from programs import forked
from websockets.sync.client import connect

PLAIN_HTTP = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without the system's certificates, which take 20 ms to read


class RunningHouse:
    """A house started by its command; it can be killed and reopened with the same files and port."""

    def __init__(
        self,
        folder,
        port=0,
        moment=None,
        database=None,
        broker=None,
        options=(),
        environment=None,
        log=None,
        is_fresh=False,
    ):
        self.folder = folder
        self.port = port
        self.moment = moment  # seconds for which people see a throw
        self.database, self.broker = database, broker
        self.options = options  # additional options of the command
        self.environment = environment or {}  # additional environment variables
        self.is_fresh = is_fresh  # for measurements; otherwise it is forked, and shares memory with others
        self.log = log  # an open file; otherwise `complaints` holds the log once the house is closed
        self.open()

    def fill_disk(self, longest_file):
        """Limit the size of the files that the house writes from now on, as on a full disk."""
        import resource  # noqa: PLC0415 - Windows lacks it, where no disk is filled

        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (longest_file, longest_file))

    def arguments(self):
        """Return the arguments of `ludoteka serve`."""
        given = {"--port": self.port, "--data": self.folder, "--moment": self.moment}
        given |= {"--database": self.database, "--broker": self.broker, "--loop": "asyncio"}
        return [part for name, value in given.items() if value is not None for part in (name, str(value))] + [
            *self.options
        ]

    def open(self):
        self.process = forked.start(
            "serve",
            *self.arguments(),
            stdout=subprocess.PIPE,
            stderr=self.log or subprocess.PIPE,
            text=True,
            env=os.environ | {"LANGUAGE": "en"} | self.environment,
            is_fresh=self.is_fresh,
        )
        line = self.process.stdout.readline()
        if not line:
            pytest.fail(f"the house did not open: {self.process.communicate()[1]}")
        self.address = line.split()[-1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        if self.process.returncode is None:
            self.close()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def close(self):
        self.process.terminate()
        self._wait()

    def _wait(self):
        self.process.wait(timeout=20)
        self.process.stdout.close()
        if self.process.stderr:
            self.complaints = self.process.stderr.read()
            self.process.stderr.close()

    weak_hashes = nullcontext  # a process takes its time over passwords

    def guest(self):
        """Return an HTTP client that keeps its cookies, like a new browser."""
        return httpx2.Client(base_url=self.address, timeout=60, verify=PLAIN_HTTP)


PERSON = {"kind": "person"}
HOT_SEAT = {"a": PERSON, "d": PERSON}


def make(client, game="tavlei", seats=HOT_SEAT, **options):
    answer = client.post("/api/matches", json={"game": game, "seats": seats, "options": options})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def changed(view, change):
    """Return the view after a change, as docs/protocol.md describes."""
    beside = {name: value for name, value in change.items() if name not in ("scene", "moves")}
    scene = view["scene"] | {name: value for name, value in change.get("scene", {}).items() if name != "pieces"}
    pieces = change.get("scene", {}).get("pieces", {"set": [], "gone": []})
    by_id = {one["id"]: one for one in view["scene"]["pieces"] if one["id"] not in pieces["gone"]}
    scene["pieces"] = list((by_id | {one["id"]: one for one in pieces["set"]}).values())
    new = change.get("moves", {"from": len(view["moves"]["list"]), "list": []})
    moves = {"from": 0, "list": view["moves"]["list"][: new["from"]] + new["list"]}
    return view | beside | {"scene": scene, "moves": moves}


class Player:
    """One socket to one match."""

    def __init__(self, client, match):
        address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
        cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
        headers = {"Cookie": cookie} if cookie else {}
        headers |= {name: client.headers[name] for name in ("X-Forwarded-For",) if name in client.headers}
        self.open = ExitStack()
        self.socket = self.open.enter_context(
            connect(
                f"{address}/api/matches/{match}/socket",
                additional_headers=headers,
                compression=None,
            )
        )
        self.number = 0
        self.view = None
        self.frames = []  # all received messages, unparsed

    def send(self, message):
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def next(self, *kinds):
        """Return the next message of one of these kinds; views are remembered, and changes applied to them."""
        while True:
            self.frames.append(self._receive())
            message = json.loads(self.frames[-1])
            if message["t"] == "view":
                self.view, self.number = message["d"], message["n"]
            if message["t"] == "event":  # tests wait for the resulting view
                self.view, self.number = changed(self.view, message.get("d", {})), message["n"]
                message |= {"t": "view", "d": self.view, "change": message.get("d")}
            if message["t"] == "ping":
                self.send({"t": "pong", "d": message["d"]})
            if message["t"] in kinds:
                return message

    def _receive(self):
        try:
            return self.socket.recv(timeout=60)
        except TimeoutError:
            state = {name: self.view[name] for name in ("to_act", "result", "watching")} if self.view else None
            pytest.fail(f"nothing arrived within a minute after event {self.number}; the match: {state}")

    def hello(self, room=None):
        """Ask for everything, or, given the room of the last view, for what was missed; return the view."""
        self.send({"t": "hello", "n": self.number, "d": room and {"room": room}})
        while "change" in self.next("view") and not room:
            pass
        return self.view

    def until(self, is_so):
        """Return the first view for which a predicate holds."""
        while not is_so(self.view):
            self.next("view")
        return self.view

    def command(self, kind, content=None, number=None, name=None):
        """Send a command and return its one answer."""
        name = name or uuid4().hex
        self.send({"t": kind, "id": name, "n": self.number if number is None else number, "d": content})
        answer = self.next("done", "refused")
        assert answer["id"] == name
        return answer

    def act(self, what, **more):
        return self.command("act", what, **more)

    def lift(self):
        """Lift the curtain for the seat that the screen is handed over to."""
        return self.command("lift", self.view["curtain"])

    def close(self):
        self.open.close()


def until(ask, is_so=bool, seconds=60):
    """Poll ten times a second, where changes are not announced; return the first answer for which a predicate holds."""
    deadline = time.monotonic() + seconds
    while not is_so(answer := ask()):
        assert time.monotonic() < deadline, answer
        time.sleep(0.1)
    return answer


@contextmanager
def registering(house):
    """Provide a function that returns an HTTP client with an account of a name."""
    with ExitStack() as clients:

        def register(name):
            client = clients.enter_context(house.guest())
            client.get("/")
            wish = {"name": name, "password": "seven green herons wade"}
            with house.weak_hashes():
                answer = client.post("/api/account/register", json=wish)
            assert answer.status_code == 201, answer.text
            return client

        yield register


@contextmanager
def seated(client, match):
    player = Player(client, match)
    try:
        player.hello()
        yield player
    finally:
        player.close()


def make_token(client, *scopes):
    """Return a new token of an account with these scopes."""
    answer = client.post("/api/account/tokens", json={"label": "a program", "scopes": list(scopes)})
    assert answer.status_code == 200, answer.text
    return answer.json()["token"]


def program(house, token):
    """Return an HTTP client that sends a token and no cookies."""
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.Client(base_url=house.address, headers=headers, timeout=60, verify=PLAIN_HTTP)


@contextmanager
def streaming(client, path):
    """Provide an iterator over the lines of a stream, decoded."""
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"] == "application/x-ndjson"
        yield (json.loads(line) for line in answer.iter_lines() if line)
