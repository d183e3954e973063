"""Rated matches that end while servers are killed: each is rated once, and the ratings can be computed again."""

import asyncio
from contextlib import ExitStack

from houses import Player
from plugins.campaign import IS_CAMPAIGN

from ludoteka.features.ratings.store import RatingStore
from ludoteka.store import Store
from ludoteka.store.backends.dispatch import open_beside

MATCHES = 20 if IS_CAMPAIGN else 3
PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody


def resident(stack, house, name):
    client = stack.enter_context(house.guest())
    client.get("/")
    answer = client.post("/api/account/register", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return client


def end_match(host, other):
    """Play a rated match from its creation to a resignation; return its id."""
    wish = {"game": "tavlei", "clock": "5+3", "rated": True, "visibility": "public"}
    made = host.post("/api/matches", json=wish | {"seats": {"a": {"kind": "person"}, "d": {"kind": "free"}}})
    match = made.json()["id"]
    player = Player(other, match)
    view = player.hello()
    [free] = [one["letter"] for one in view["seats"] if one["kind"] == "free"]
    assert player.command("sit", {"seat": free})["t"] == "done"
    assert player.command("resign")["t"] == "done"
    player.close()
    return match


async def all_rated(database, matches):
    """Wait until all matches are rated; return their rating changes, and what is wrong with them."""
    store = Store(open_beside(database))
    ratings = RatingStore(store)
    try:
        async with asyncio.timeout(60):
            while not all([await ratings.changes(match) for match in matches]):  # noqa: ASYNC110 - other processes rate
                await asyncio.sleep(0.1)
        return [await ratings.changes(match) for match in matches], await ratings.recompute(is_check=True)
    finally:
        await store.close()


def test_each_match_is_rated_once_by_servers_that_are_killed_in_turn(shaken):
    with ExitStack() as stack:
        one, other = shaken.houses
        anna, boris = resident(stack, one, "Anna"), resident(stack, one, "Boris")
        matches = []
        for number in range(MATCHES):
            serving = (other, one)[number % 2]
            anna.base_url = boris.base_url = serving.address
            matches.append(end_match(anna, boris))
            serving.kill()  # perhaps before it has rated the match
            serving.open()
        changes, wrong = asyncio.run(all_rated(shaken.database, matches))

    assert wrong == []
    assert [len(both) for both in changes] == [2] * MATCHES
    assert [both[0].ordinal for both in changes] == list(range(1, MATCHES + 1))
