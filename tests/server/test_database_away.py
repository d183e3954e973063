"""A house on PostgreSQL while its database is unavailable, and afterwards."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from houses import Player, make, seated
from houses.inner import InnerHouse
from houses.stores import event, opened
from programs import servers
from websockets.exceptions import ConnectionClosed

from ludoteka.features.tournaments.director import _play_on
from ludoteka.store import StoreRefused
from ludoteka.store.models import ChatLine


@pytest.fixture(scope="module")
def database():
    """A PostgreSQL that no other test uses, so it can be killed."""
    with servers.postgres() as server:
        yield server


@pytest.fixture(scope="module")
def house(database, tmp_path_factory):
    with InnerHouse(tmp_path_factory.mktemp("away"), database=database.fresh_database()) as running:
        yield running


def test_a_move_is_refused_while_the_database_is_unavailable_and_accepted_afterwards(guest, database):
    match = make(guest)
    with seated(guest, match) as player:
        assert player.act("i4-i3")["t"] == "done"
        database.kill()
        assert player.act("d5-d8")["d"]["code"] == "not-stored"
        assert guest.get("/api/ready").status_code == 503
        assert guest.get("/api/health").status_code == 200
        database.start()
        assert player.act("d5-d8")["t"] == "done"
        assert [move[1] for move in player.hello()["moves"]["list"]] == ["i4-i3", "d5-d8"]
    assert guest.get("/api/ready").status_code == 200


def test_a_client_that_connects_while_the_database_is_unavailable_is_told_to_retry(guest, database):
    match = make(guest)
    database.kill()
    player = Player(guest, match)
    assert player.next("refused")["d"]["code"] == "store-unreachable"
    with pytest.raises(ConnectionClosed, match="1013"):
        player.next("view")
    player.close()
    database.start()
    with seated(guest, match) as again:
        assert again.act("i4-i3")["t"] == "done"


def test_a_house_answers_while_its_database_is_frozen_and_plays_on_afterwards(guest, database):
    match = make(guest)
    with seated(guest, match) as player, ThreadPoolExecutor(9) as others:
        assert player.act("nowhere")["t"] == "refused"  # everything that the hello asked of the database is there
        with database.frozen():
            player.send({"t": "act", "id": "frozen", "n": player.number, "d": "i4-i3"})
            assert guest.get("/api/health").status_code == 200
            lists = [others.submit(guest.get, "/api/matches") for _ in range(8)]
            name = others.submit(guest.post, "/api/guest", json={"name": "Ada"})
            assert guest.get("/api/health").status_code == 200
            assert not any(one.done() for one in lists)
            assert player.next("done", "refused")["d"]["code"] == "not-stored"
            refused = [one.result().json()["code"] for one in (name, *lists)]
            assert refused == ["store-unreachable"] * 9
        assert player.act("i4-i3")["t"] == "done"
        assert player.act("d5-d8")["t"] == "done"
        assert [move[1] for move in player.hello()["moves"]["list"]] == ["i4-i3", "d5-d8"]
    assert guest.get("/api/matches").status_code == 200


def test_an_event_that_another_server_sends_is_shown_at_once_and_after_a_gap_the_database_is_asked(
    guest, house, database
):
    log = [event(1, "i4-i3"), event(2, "d5-d8")._replace(seat="d"), event(3, "i3-i4")]

    async def store(match):
        async with opened(house.database) as elsewhere:
            for one in log:
                await elsewhere.append(match, one)

    def hear(number):
        loop.call_soon_threadsafe(running.rooms.on_event, match, log[number - 1])
        player.until(lambda view: len(view["moves"]["list"]) == number)

    match, running = make(guest), house.server.house
    loop = running._tasks[0].get_loop()
    with seated(guest, match) as player:
        asyncio.run(store(match))
        database.kill()
        hear(1)
        database.start()
        hear(3)
        assert [move[1] for move in player.view["moves"]["list"]] == ["i4-i3", "d5-d8", "i3-i4"]


def test_what_another_server_told_while_the_database_was_unavailable_is_shown_afterwards(guest, house, database):
    async def move_and_speak(match):
        async with opened(house.database) as elsewhere:
            await elsewhere.append(match, event(1, "i4-i3"))
            await elsewhere.add_chat_line(match, ChatLine("somebody", "d", "Ada", "words", "Well played", 0.0))

    async def hear(running, match):
        running._on_gap(match)
        running._on_message("chat", json.dumps(match))
        await asyncio.gather(*running.rooms._tasks)

    match, running = make(guest), house.server.house
    loop = running._tasks[0].get_loop()
    with seated(guest, match) as player:
        asyncio.run(move_and_speak(match))
        database.kill()
        asyncio.run_coroutine_threadsafe(hear(running, match), loop).result(60)
        assert player.view["moves"]["list"] == []
        stuck = set()
        with pytest.raises(StoreRefused):
            asyncio.run_coroutine_threadsafe(_play_on(running.rooms, "unopened", stuck), loop).result(60)
        assert stuck == set(), "a table of a tournament that nobody can read now is not given up"
        database.start()
        player.until(lambda view: view["moves"]["list"])
        while not any("Well played" in frame for frame in player.frames):
            player.next("chat")
