"""Mutated messages, a hundred thousand in a campaign, sent to real sockets: no crash, no fault, no match changes."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from itertools import cycle, islice

import httpx2
from houses import PERSON, PLAIN_HTTP
from houses.inner import InnerHouse
from houses.mutations import Mutations
from plugins.campaign import scaled
from websockets.asyncio.client import connect

MESSAGES = scaled(100_000, 50)
EACH = 220  # messages of one guest: few enough not to be refused with "too-often"
GUESTS = -(-MESSAGES // EACH)
AT_ONCE = 60  # guests
OF_A_HOST = 3  # open tables, which is the most that one guest may have
BATCH = 44
FREE = {"kind": "free"}
MATCHES = [
    {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}},
    {"game": "moksha", "seats": {"w": PERSON, "b": FREE}},
    {"game": "quagmire", "seats": {"b": PERSON, "t": FREE}, "options": {"seats": "bt"}},
    {"game": "labyrinth", "seats": {"P": PERSON, "Q": FREE}, "options": {"players": ["P", "Q"]}},
]
OF_A_SEAT = ("hello", "pong", "act", "throw", "back", "accept", "decline", "claim", "sit")
OF_A_WATCHER = (*OF_A_SEAT, "resign", "leave", "offer", "abort", "salt", "chat", "view", "done")
CONTENTS = {
    "hello": {"room": "abcdefgh"},
    "pong": 1,
    "act": "d9-b9",
    "accept": "draw",
    "decline": "back",
    "claim": "win",
    "offer": "draw",
    "resign": "a",
    "leave": "a",
    "sit": {"seat": "a", "kind": "person", "level": 1, "secret": "x" * 20},
    "salt": {"seat": "a", "salt": "pepper"},
    "chat": {"text": "Hello!"},
}


class Guest:
    """One client, which sends hardly anything valid."""

    def __init__(self, number, address, match, seat):
        self.chance = random.Random(number)
        self.address, self.match, self.seat = address, match, seat
        self.kinds = OF_A_SEAT if seat else OF_A_WATCHER
        self.mutations = Mutations(self.chance, self.kinds)
        self.answers = []  # codes

    async def run(self):
        async with httpx2.AsyncClient(base_url=self.address, timeout=60, verify=PLAIN_HTTP) as client:
            await client.get("/")
            cookie = f"guest={client.cookies['guest']}"
        url = f"{self.address.replace('http', 'ws', 1)}/api/matches/{self.match}/socket"
        async with connect(url, additional_headers={"Cookie": cookie}, compression=None, open_timeout=None) as socket:
            await self._sit(socket)
            for batch in range(EACH // BATCH):
                for _ in range(BATCH):
                    await socket.send(self._message())
                await self._answered(socket, f"end of {batch}")
        return self

    async def _sit(self, socket):
        """Take the second seat, or only watch; the first seat is to act."""
        if self.seat:
            await self._say(socket, "sit", "sits", {"seat": self.seat})
        await self._say(socket, "hello", "", None)
        while (message := json.loads(await socket.recv()))["t"] != "view":
            pass
        assert not message["d"]["yours"]
        assert not message["d"]["can"]["throw"]
        self.number = message["n"]

    async def _say(self, socket, kind, name, content):
        await socket.send(json.dumps({"t": kind, "id": name, "n": 0, "d": content}))

    def _message(self):
        kind = self.chance.choice(self.kinds)
        content = {"d": CONTENTS[kind]} if kind in CONTENTS else {}
        return self.mutations.of({"t": kind, "id": f"{self.chance.random()}", "n": self.number} | content)

    async def _answered(self, socket, name):
        """Send a valid message, and read all answers up to the answer to that message."""
        await self._say(socket, "act", name, "nowhere")
        while True:
            message = json.loads(await socket.recv())
            if message["t"] in ("refused", "done"):
                self.answers.append(message["d"]["code"] if message["t"] == "refused" else "done")
            if message.get("id") == name:
                return


async def flood(address, matches):
    """Let guests connect, several at once, until all messages are sent; half of them take a seat first."""
    waiting = asyncio.Semaphore(AT_ONCE)

    async def guest(number):
        (match, seat) = matches[number % len(matches)]
        async with waiting:
            return await Guest(number, address, match, seat if number < len(matches) else "").run()

    tasks = [asyncio.create_task(guest(number)) for number in range(len(matches))]
    sitting = await asyncio.gather(*tasks)
    return sitting + await asyncio.gather(*map(guest, range(len(matches), GUESTS)))


def made(house):
    """Public matches, with the letter of their free seat."""
    matches = []
    while len(matches) < GUESTS // 2:
        with house.guest() as client:
            client.get("/")
            for wish in islice(cycle(MATCHES), min(OF_A_HOST, GUESTS // 2 - len(matches))):
                answer = client.post("/api/matches", json=wish | {"visibility": "public"})
                assert answer.status_code == 201, answer.text
                matches.append((answer.json()["id"], list(wish["seats"])[1]))
    return matches


def logs(house):
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        return file.execute("select match, number, kind, seat, text from events order by match, number").fetchall()


def errors(house):
    """How often it has failed to answer; houses of the same process count together."""
    with house.guest() as client:
        return [line for line in client.get("/metrics").text.splitlines() if 'status="5' in line]


def sits(row):
    """Whether an event is a person taking a seat, or the set-up that follows."""
    *_, kind, _, text = row
    return kind == "sit" or text.startswith("join:")


def test_mutated_messages_change_nothing(tmp_path):
    with InnerHouse(tmp_path, moment=0, options=["--sockets", "0"]) as house:
        matches, before = made(house), errors(house)
        begun = logs(house)

        guests = asyncio.run(flood(house.address, matches))

        assert [row for row in logs(house) if not sits(row)] == begun
        assert len([row for row in logs(house) if row[2] == "sit"]) == len(matches)
        with house.guest() as client:
            assert client.get("/api/health").json()["status"] == "ok"
        assert errors(house) == before
        house.close()
    answers = [code for guest in guests for code in guest.answers]
    assert house.complaints == ""
    assert "broken" not in answers
    assert answers.count("bad-message") > MESSAGES / 4, "many messages are invalid"
    assert answers.count("too-often") < MESSAGES / 100, "hardly any message was refused unread"
