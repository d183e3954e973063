"""Attacks on features for users: names, passwords, streams, tournaments, profiles, exports, bodies and addresses."""

import asyncio
import json
from itertools import count, cycle

import httpx2

from crowds.floods import PAUSE
from crowds.large_house import ARENA, NAME, PASSWORD, SWISS

SIGN_IN = {"name": NAME, "password": PASSWORD}
LOOK_ALIKES = "4@8({[<369!1|7105$+%2" * 9  # signs that stand for letters
NAMES = ("a" + "_" * 28 + "!", "a" + "_. " * 12 + "!", "Ꙍ̈" * 18, "\u202e" * 40, "x" * 4000, "a\0b")
CREDENTIAL = {"id": "A" * 1000, "rawId": "A" * 1000, "type": "public-key", "response": {"clientDataJSON": "A" * 9000}}
PLACES = ("tournaments/a%00b", "residents/X/matches?side=%00", "notices/a%00b", "tournaments/%ED%A0%80/results.csv")
COOKIES = 100
CYCLE = ["e8-f8", "e7-d7", "f8-e8", "d7-e7"]  # of Tavlei


async def sign_in(attacker, client):
    """Sign in as the user with much data, as soon as the house allows it."""
    while True:
        answer = await attacker.ask(client, "POST", "/api/account/sign-in", json=SIGN_IN)
        if answer is not None and answer.status_code == 200:
            return
        await asyncio.sleep(PAUSE)


async def choose_names(attacker):
    """Request accounts and passkeys with names that are hard to read."""
    async with attacker.client() as client:
        for name in cycle(NAMES):
            wish = {"name": name, "password": LOOK_ALIKES}
            await attacker.ask(
                client, "POST", "/api/account/passkey-options", json={"purpose": "register", "name": name}
            )
            await attacker.ask(client, "POST", "/api/account/register", json=wish)
            await attacker.ask(client, "POST", "/api/guest", json={"name": name})


async def register_with_slow_passwords(attacker):
    """Register with passwords that take long to rate, each time as a new guest."""
    for number in count():
        async with attacker.client() as client:
            await attacker.ask(client, "GET", "/api/guest")
            wish = {"name": f"Slow {number}", "password": LOOK_ALIKES}
            await attacker.ask(client, "POST", "/api/account/register", json=wish)


async def open_streams(attacker):
    """Open streams of a user with very many matches, as many as the house admits, and begin again."""
    async with attacker.client() as client:
        await sign_in(attacker, client)

        async def follow():
            try:
                async with client.stream("GET", "/api/events") as stream:
                    attacker.results[stream.status_code] += 1
                    async for _ in stream.aiter_lines():
                        pass
            except httpx2.HTTPError as failure:
                attacker.results[type(failure).__name__] += 1

        while True:
            following = [asyncio.create_task(follow()) for _ in range(20)]
            await asyncio.wait(following, timeout=5)
            for one in following:
                one.cancel()
            await asyncio.gather(*following, return_exceptions=True)


async def read_tournaments(attacker):
    """Read large tournaments, page by page, and their results."""
    async with attacker.client() as client:
        for name in cycle((SWISS, ARENA)):
            for path in ("", "?page=2", "/results.csv"):
                await attacker.ask(client, "GET", f"/api/tournaments/{name}{path}")


async def make_tournaments(attacker):
    """Hold arenas with a hundred computers, and report ready all the time."""
    wish = {"name": "Hundred", "kind": "arena", "game": "tavlei", "clock": "5+3", "computers": [1] * 100}
    async with attacker.client() as client:
        await sign_in(attacker, client)
        while True:
            answer = await attacker.ask(client, "POST", "/api/tournaments", json=wish)
            if answer is not None and answer.status_code == 201:
                name = answer.json()["id"]
                for deed in ("join", "start", *["ready"] * 20):
                    await attacker.ask(client, "POST", f"/api/tournaments/{name}/{deed}", json={})
            await asyncio.sleep(PAUSE)


async def read_profiles(attacker):
    """Read the profile of a user with thousands of matches."""
    paths = ("", "/matches", "/matches?game=tavlei&side=a", "/matches?before=2000", "/ratings/tavlei/rapid")
    async with attacker.client() as client:
        for path in cycle(paths):
            await attacker.ask(client, "GET", f"/api/residents/{NAME}{path}")


async def export_accounts(attacker):
    """Ask for all data of an account with thousands of matches."""
    async with attacker.client() as client:
        await sign_in(attacker, client)
        while True:
            await attacker.ask(client, "GET", "/api/account/export")
            await attacker.ask(client, "GET", "/api/matches")


async def send_large_bodies(attacker):
    """Send bodies that are too long, or look like credentials."""
    body = json.dumps({"name": "x" * 40_000})
    async with attacker.client() as client:
        for path in cycle(("guest", "matches", "tournaments", "account/register", "account/sign-in", "reports")):
            await attacker.ask(client, "POST", f"/api/{path}", content=body)
            wish = {"credential": CREDENTIAL}
            await attacker.ask(client, "POST", "/api/account/sign-in", json=wish)


async def send_nulls(attacker):
    """Put null characters and halves of characters into addresses and bodies."""
    async with attacker.client() as client:
        for path in cycle(PLACES):
            await attacker.ask(client, "GET", f"/api/{path}")
            await attacker.ask(client, "POST", "/api/reports", content=rb'{"kind": "other", "seat": "\u0000"}')
            await attacker.ask(client, "POST", "/api/guest", content=rb'{"name": "\ud800"}')


async def try_passwords(attacker):
    """Try passwords as a hundred guests."""
    for number in count():
        async with attacker.client() as client:
            await attacker.ask(client, "GET", "/api/guest")
            for turn in range(3):
                wish = {"name": f"Nobody {number % COOKIES}", "password": f"wrong password {turn}"}
                await attacker.ask(client, "POST", "/api/account/sign-in", json=wish)


async def analyse(attacker):
    """Analyse the longest lines that the board accepts, let the engine think, and ask for puzzles and leaderboards."""
    line = {"game": "tavlei", "options": {"repetition": "off"}, "actions": CYCLE * 500}
    async with attacker.client() as client:
        for wish in cycle(("", "hint", "solution")):
            await attacker.ask(client, "POST", "/api/analysis/position", json=line)
            await attacker.ask(client, "POST", "/api/analysis/lines", json=line | {"lines": 5, "seconds": 3})
            await attacker.ask(client, "POST", "/api/analysis/tree", content='[Game "tavlei"]\n' + "( " * 5000)
            for game in ("tavlei", "moksha"):
                await attacker.ask(client, "POST", f"/api/puzzles/{game}/1", json={"actions": CYCLE, "wish": wish})
                await attacker.ask(client, "GET", f"/api/leaderboards/{game}/rapid")


RESIDENT_ATTACKS = (
    choose_names,
    register_with_slow_passwords,
    open_streams,
    read_tournaments,
    make_tournaments,
    read_profiles,
    export_accounts,
    send_large_bodies,
    send_nulls,
    try_passwords,
    analyse,
)
