"""Servers of one house notify each other through Redis, and work without it."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import uuid4

import pytest
from redis import Redis

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
from ludoteka.referee.events import Event
from ludoteka.server.broker import redis_broker, thinking_queue
from ludoteka.server.broker.broker import Broker, BrokerListener
from ludoteka.server.broker.redis_broker import RedisBroker


class Side:
    """The listener of a broker; it records every notification."""

    def __init__(self, url, house):
        self.thinker = Thinker(1)
        self.broker = RedisBroker(url, self.thinker, house)
        self.events, self.gaps, self.words, self.changes = [], [], [], 0

    def heard(self, match, event):
        self.events.append((match, event))

    def saw(self, match):
        self.changes += 1

    async def open(self):
        await self.broker.start(
            BrokerListener(self.heard, self.gaps.append, self.saw, lambda *word: self.words.append(word))
        )
        await until(lambda: self.broker.is_up)

    async def close(self):
        await self.broker.close()
        await self.thinker.close()


@asynccontextmanager
async def servers(redis, count=2, match="m"):
    """Several servers of one house that all follow a match."""
    async with AsyncExitStack() as stack:
        house = f"test-{uuid4().hex}"
        sides = [Side(redis.url, house) for _ in range(count)]
        for side in sides:
            stack.push_async_callback(side.close)
            await side.open()
            side.broker.follow(match)
            await until(lambda side=side: match in side.gaps)
            side.gaps.clear()
        yield sides


async def until(is_so):
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - notifications arrive at the broker, not here
            await asyncio.sleep(0.005)


def moved(number):
    return Event(number, "act", "a", "e2-f2", "17", 1_700_000_000.123456, 0.1)


def turn():
    match = Match(games()["tavlei"])
    return Turn("tavlei", match.options, match.seen().values(), match.legal(), match.past, 1, seed=1)


def test_a_server_that_announces_an_event_notifies_only_the_other_servers(redis_server):
    async def run():
        async with servers(redis_server, 3) as (one, *others):
            one.broker.announce("m", moved(7))
            for other in others:
                await until(lambda other=other: other.events == [("m", moved(7))])
            others[0].broker.announce("m", moved(8))
            await until(lambda: one.events == [("m", moved(8))])

    asyncio.run(run())


WITHOUT_HIREDIS = """
import sys
sys.modules["hiredis"] = None  # so that importing it fails
import pytest, redis.utils
assert not redis.utils.HIREDIS_AVAILABLE
sys.exit(pytest.main(["--quiet", *sys.argv[1:]]))
"""


def test_servers_notify_each_other_also_where_hiredis_is_not_installed():
    names = "an_event_notifies_only or visible_on_the_other"
    program = [sys.executable, "-c", WITHOUT_HIREDIS, __file__, "-k", names]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_server_that_cannot_read_an_event_of_another_version_is_told_to_ask_the_database(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            one.broker._queue_commands(one.broker._signal("m", "event 7"))
            await until(lambda: other.gaps == ["m"])
            assert other.events == []

    asyncio.run(run())


def test_a_server_is_not_notified_of_a_match_that_it_does_not_follow(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            other.broker.unfollow("m")
            other.broker.follow("n")
            await until(lambda: other.gaps == ["n"])
            one.broker.announce("m", moved(1))
            one.broker.announce("n", moved(2))
            await until(lambda: ("n", moved(2)) in other.events)
            assert ("m", 1) not in other.events

    asyncio.run(run())


def test_a_server_that_follows_a_match_again_is_told_to_ask_the_database(redis_server):
    async def run():
        async with servers(redis_server) as (one, _):
            one.broker.unfollow("m")
            one.broker.follow("m")
            await until(lambda: one.gaps == ["m"])

    asyncio.run(run())


def test_a_broadcast_reaches_all_other_servers(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.broadcast("name", "somebody Ada of Rivers")
            await until(lambda: other.words == [("name", "somebody Ada of Rivers")])
            assert one.words == []

    asyncio.run(run())


def test_presence_is_visible_on_the_other_server(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            assert one.broker.present("m") == {"ada"}
            await until(lambda: other.broker.present("m") == {"ada"})
            other.broker.enter("m", "ada")
            one.broker.leave("m", "ada")
            other.broker.enter("m", "ben")
            await until(lambda: one.broker.present("m") == {"ada", "ben"})
            assert one.changes
            assert other.changes

    asyncio.run(run())


def test_people_at_a_server_that_stops_count_as_gone(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            await until(lambda: other.broker.present("m"))
            await one.broker.close()
            await until(lambda: not other.broker.present("m"))

    asyncio.run(run())


def test_people_at_a_dead_server_count_as_gone_after_its_last_heartbeat(redis_server, monkeypatch):
    monkeypatch.setattr(redis_broker, "TTL", 1.0)
    monkeypatch.setattr(redis_broker, "BEAT", 0.1)

    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            other.broker.enter("m", "ben")
            await until(lambda: other.broker.present("m") == {"ada", "ben"})
            for task in one.broker._tasks:
                task.cancel()
            await until(lambda: other.broker.present("m") == {"ben"})

    asyncio.run(run())


def test_the_sign_of_life_of_a_server_ends_by_the_clock_of_redis_which_all_servers_share(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            await until(lambda: other.broker.present("m"))
            with Redis.from_url(redis_server.url) as client:
                assert 0 < client.pttl(one.broker._life(one.broker._process)) <= 1000 * redis_broker.TTL

    asyncio.run(run())


def test_a_server_that_begins_to_follow_a_match_learns_who_is_there(redis_server):
    async def run():
        async with servers(redis_server, 3) as (one, other, late):
            late.broker.unfollow("m")
            one.broker.enter("m", "ada")
            other.broker.enter("m", "ben")
            await until(lambda: one.broker.present("m") == {"ada", "ben"})
            assert late.broker.present("m") == set()
            late.broker.follow("m")
            await until(lambda: late.broker.present("m") == {"ada", "ben"})

    asyncio.run(run())


def test_heartbeats_say_nothing_about_people(redis_server, monkeypatch):
    monkeypatch.setattr(redis_broker, "BEAT", 0.05)

    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            await until(lambda: other.broker.present("m") == {"ada"})
            with Redis.from_url(redis_server.url) as client:
                beats, messages = (lambda: calls(client, "mget")), calls(client, "publish")
                begun = beats()
                await until(lambda: beats() >= begun + 6)
                assert calls(client, "publish") == messages

    asyncio.run(run())


def calls(client, command):
    """Return how often Redis has carried out a command."""
    return client.info("commandstats").get(f"cmdstat_{command}", {"calls": 0})["calls"]


def test_people_at_a_server_that_was_taken_for_dead_count_as_present_again(redis_server, monkeypatch):
    monkeypatch.setattr(redis_broker, "SETTLING", 0.0)
    monkeypatch.setattr(redis_broker, "BEAT", 0.1)

    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            await until(lambda: other.broker.present("m") == {"ada"})
            seen = other.changes
            with Redis.from_url(redis_server.url) as client:

                def forgotten():  # between two of its heartbeats
                    client.delete(one.broker._life(one.broker._process))
                    return other.changes > seen

                await until(forgotten)
            await until(lambda: other.broker.present("m") == {"ada"})

    asyncio.run(run())


def test_people_who_leave_during_an_outage_count_as_gone_after_it(redis_server, monkeypatch):
    monkeypatch.setattr(redis_broker, "SETTLING", 1.0)
    monkeypatch.setattr(redis_broker, "BEAT", 0.1)

    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            one.broker.enter("m", "ben")
            await until(lambda: other.broker.present("m") == {"ada", "ben"})
            redis_server.stop()
            await until(lambda: not one.broker.is_up and not other.broker.is_up)
            one.broker.leave("m", "ada")
            redis_server.start()
            await until(lambda: other.broker.present("m") == {"ben"})
            other.broker._channels._on_message = print  # instead of being heard
            one.broker.leave("m", "ben")
            one.broker.unfollow("m")  # as its room is closed, so that it hears no question
            await until(lambda: not one.broker._changed)
            redis_server.stop()
            await until(lambda: not one.broker.is_up and not other.broker.is_up)
            other.broker._channels._on_message = other.broker._on_message
            redis_server.start()
            await until(lambda: other.broker.present("m") == set())

    asyncio.run(run())


def test_people_still_count_as_present_after_redis_has_hung_so_shortly_that_the_subscriptions_survive(
    redis_server, monkeypatch
):
    monkeypatch.setattr(redis_broker, "SETTLING", 0.5)
    monkeypatch.setattr(redis_broker, "BEAT", 0.1)

    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            await until(lambda: other.broker._is_settled and other.broker.present("m") == {"ada"})
            os.kill(redis_server._process.pid, signal.SIGSTOP)
            try:
                await until(lambda: not other.broker.is_up)
            finally:
                os.kill(redis_server._process.pid, signal.SIGCONT)
            await until(lambda: not other.broker._is_settled)
            await until(lambda: other.broker._is_settled)
            assert other.broker.present("m") == {"ada"}

    asyncio.run(run())


def test_servers_do_not_block_while_redis_is_unavailable_and_hear_of_missed_events_afterwards(redis_server, caplog):
    async def run():
        async with servers(redis_server) as (one, other):
            one.broker.enter("m", "ada")
            redis_server.stop()
            await until(lambda: not one.broker.is_up and not other.broker.is_up)
            one.broker.announce("m", moved(5))
            one.broker.enter("m", "ben")
            one.broker.follow("n")
            one.broker.broadcast("name", "lost")
            assert one.broker.present("m") == {"ada", "ben"}
            redis_server.start()
            await until(lambda: one.broker.is_up and other.broker.is_up)
            await until(lambda: "m" in one.gaps and "m" in other.gaps)
            await until(lambda: ("m", moved(5)) in other.events and "n" in one.gaps)
            await until(lambda: other.broker.present("m") == {"ada", "ben"})

    asyncio.run(run())
    reasons = [line.partition(" is unavailable: ")[2] for line in caplog.messages if "is unavailable" in line]
    assert len(reasons) == 2  # one line per server, not one per second
    assert all(reasons)
    assert "None" not in reasons


def test_a_redis_that_hangs_counts_as_unavailable(redis_server):
    async def run():
        async with servers(redis_server) as (one, other):
            os.kill(redis_server._process.pid, signal.SIGSTOP)
            try:
                one.broker.announce("m", moved(5))
                await until(lambda: not one.broker.is_up)
            finally:
                os.kill(redis_server._process.pid, signal.SIGCONT)
            await until(lambda: one.broker.is_up and ("m", moved(5)) in other.events)

    asyncio.run(run())


def test_a_server_without_workers_chooses_the_move_itself_and_so_does_one_that_opens_without_its_broker(redis_server):
    async def run():
        async with servers(redis_server) as (one, _):
            assert await one.broker.choose("m", 1, turn(), "ada") in turn().legal
            assert await one.broker._queue.job("m:1") is None  # no job was queued
            alone = RedisBroker("redis://127.0.0.1:1", one.thinker, "nowhere")
            await alone.start(BrokerListener(print, print, print, print))
            alone.follow("m")
            alone.enter("m", "ada")
            alone.announce("m", moved(1))
            assert alone.present("m") == {"ada"}
            assert not alone.is_up
            assert await alone.choose("m", 1, turn(), "ada") in turn().legal
            await alone.close()
            await play_at_a_single_server(one.thinker)

    asyncio.run(run())


def test_a_server_whose_worker_does_not_answer_in_time_chooses_the_move_itself_and_says_why(
    redis_server, monkeypatch, caplog
):
    async def one_process(queue):  # that died a moment ago
        return 1

    async def run():
        async with servers(redis_server) as (one, _):
            await until(lambda: one.broker._workers == 1)
            assert await one.broker.answer("m:1", "turn", turn(), 0.0, "ada") in turn().legal

    monkeypatch.setattr(thinking_queue, "EXTRA_SECONDS", 0.1)
    monkeypatch.setattr(redis_broker, "count_processes", one_process)
    asyncio.run(run())
    assert [line for line in caplog.messages if "m:1" in line] == [
        "no worker has answered m:1, so this server does: TimeoutError"
    ]


async def play_at_a_single_server(thinker):
    """Check that a server without others knows who is present, and chooses moves."""
    broker = Broker(thinker)
    await broker.start(BrokerListener(print, print, print, print))
    broker.follow("m")
    broker.enter("m", "ada")
    broker.announce("m", moved(1))
    assert broker.present("m") == {"ada"}
    broker.leave("m", "ada")
    assert broker.present("m") == set()
    assert await broker.choose("m", 1, turn(), "ada") in turn().legal
    broker.unfollow("m")
    await broker.close()


@pytest.mark.parametrize("url", ["", "localhost", "http://localhost", "redis://localhost:port"])
def test_an_invalid_broker_address_is_refused(url):
    with pytest.raises(Refused) as refused:
        RedisBroker(url, Thinker(1))
    assert refused.value.code == "bad-broker"
