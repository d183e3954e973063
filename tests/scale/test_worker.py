"""Computer players think in worker processes beside the servers; workers may die, and there may be none."""

import asyncio
import logging
import os
import signal
import subprocess
import time
from contextlib import asynccontextmanager, contextmanager

import pytest
from houses import PERSON, make, seated
from programs import forked

from ludoteka.core.match import Match
from ludoteka.core.paths import read_paths
from ludoteka.features.reviews.review_questions import KIND, PART_SECONDS, PartAnswer
from ludoteka.games import games
from ludoteka.players.analysis import AnalysisQuestion
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
from ludoteka.server.broker import thinking_queue
from ludoteka.server.broker.broker import BrokerListener
from ludoteka.server.broker.redis_broker import RedisBroker

logger = logging.getLogger(__name__)
SLOW = 10  # a level: three seconds to think


class Worker:
    """A worker that was started by its command."""

    def __init__(self, broker):
        command, environment = ("worker", "--broker", broker, "--concurrency", "1"), os.environ | {"LANGUAGE": "en"}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = forked.start(*command, **pipes, text=True, env=environment)

    def is_ready(self):
        line = self.process.stdout.readline()
        while "Waiting for Redis" in line:
            line = self.process.stdout.readline()
        return "Computing moves" in line

    def end(self, how):
        """Stop the worker if it still runs; return its exit code and its error output."""
        self.process.send_signal(how)
        if self.process.stdout.closed:
            return self.process.returncode, ""
        _, complaints = self.process.communicate(timeout=30)
        return self.process.returncode, complaints


@contextmanager
def worker(broker):
    one = Worker(broker)
    try:
        assert one.is_ready()
        yield one
    finally:
        one.end(signal.SIGKILL)


def turn(level):
    match = Match(games()["tavlei"])
    return Turn("tavlei", match.options, match.seen().values(), match.legal(), match.past, level, seed=1)


class Silent(Thinker):
    """A thinker for servers that must leave all thinking to the workers."""

    async def answer(self, kind, question, seconds, person=""):
        raise AssertionError("the server thought instead of a worker")


@asynccontextmanager
async def servers(url, workers, thinker=Thinker):
    """The brokers of two servers, once both know of this number of workers."""
    sides = [RedisBroker(url, thinker()) for _ in range(2)]
    for side in sides:
        await side.start(BrokerListener(print, print, print, print))
    try:
        await until(lambda: all(side.is_up and side._workers == workers for side in sides))
        yield sides
    finally:
        for side in sides:
            await side.close()
            await side._thinker.close()


async def until(is_so):
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 - another process sends no notification
            await asyncio.sleep(0.01)


async def taken(side):
    """The id of the process that thinks about the job, once there is one."""
    job = None
    while not (job and job.status == "active" and job.worker_id):
        await asyncio.sleep(0.01)
        job = await side._queue.job("m:1")
    return int(job.worker_id.split("-")[-2])


@pytest.fixture
def patient(monkeypatch):
    """Let servers wait long enough for their workers on the slowest machine."""
    monkeypatch.setattr(thinking_queue, "EXTRA_SECONDS", 100.0)


@pytest.fixture
def forgiving(patient, monkeypatch):
    """Let servers also treat a worker as alive if its heartbeat is late on a busy machine."""
    monkeypatch.setattr(thinking_queue, "SILENCE", 60)


def test_a_worker_stops_an_analysis_that_nobody_waits_for(broker, forgiving):
    question = AnalysisQuestion(turn(SLOW), 2, seconds=600.0)

    async def run():
        async with servers(broker, 1, Silent) as (side, _):
            analysis = asyncio.create_task(side.answer("m:1", "analysis", question, question.seconds, "ann"))
            job = None
            while not (job and job.status in ("active", "complete")):  # complete if the search is not compiled yet
                await asyncio.sleep(0.01)
                job = await side._queue.job("m:1")
            analysis.cancel()
            return await side.choose("m", 2, turn(1), "bob")

    with worker(broker):
        assert asyncio.run(run()) in turn(1).legal


def test_two_servers_that_ask_for_the_same_move_get_one_decision(broker, forgiving):
    async def run():
        async with servers(broker, 1, Silent) as (one, other):
            first, second = await asyncio.gather(
                one.choose("m", 1, turn(SLOW), "ada"), other.choose("m", 1, turn(SLOW), "ada")
            )
            assert first == second
            assert first in turn(SLOW).legal
            assert (await one._queue.job("m:1")).attempts == 1
            assert await other.choose("m", 1, turn(SLOW), "ada") == first  # a late question gets the earlier decision
            assert (await one._queue.job("m:1")).attempts == 1

    with worker(broker):
        asyncio.run(run())


def test_a_worker_reviews_a_match_part_by_part(broker, forgiving):
    record = '[Game "tavlei"]\n\ne2-c2 e4-c4 resign:d 1-0\n'

    async def run():
        judged, review, asked = [], None, 0
        async with servers(broker, 1, Silent) as (server, _):
            while review is None:
                asked += 1
                question = (record, len(judged), judged if len(judged) == 2 else [])
                answer = PartAnswer(*await server.answer(f"m:review:{asked}", KIND, question, PART_SECONDS, "ada"))
                judged, review = [*judged, *answer.judged], answer.review
        assert [step["text"] for step in review["steps"]] == ["e2-c2", "e4-c4"]

    with worker(broker):
        asyncio.run(run())


@pytest.mark.parametrize("people", [1, 40])
def test_forty_turns_of_one_person_or_of_many_do_not_make_another_wait_for_a_short_one(broker, forgiving, people):
    async def run():
        answered = []

        async def ask(side, person, number, level):
            await side.choose("m", number, turn(level), person)
            answered.append(person)

        async with servers(broker, 1, Silent) as (one, _):
            many = [asyncio.create_task(ask(one, f"{number % people}", number, 6)) for number in range(40)]
            await until(lambda: answered)
            await ask(one, "other", 100, 1)
            for each in many:
                each.cancel()
            await asyncio.gather(*many, return_exceptions=True)
        return answered

    with worker(broker):
        assert len(asyncio.run(run())) <= 4


def test_a_worker_stops_cleanly_when_told_to(broker):
    with worker(broker) as one:
        assert one.end(signal.SIGTERM) == (0, "")


async def warm(side):
    """Let both workers think, so that each has a process that is ready."""
    await asyncio.gather(*(side.choose("warm", number, turn(5), f"person {number}") for number in range(2)))


def test_another_worker_chooses_the_move_after_a_worker_is_killed(broker, patient):
    async def run(processes):
        async with servers(broker, 2, Silent) as (one, _):
            await warm(one)
            decision = asyncio.create_task(one.choose("m", 1, turn(SLOW), "ada"))
            victim = await taken(one)
            assert victim in processes
            os.kill(victim, signal.SIGKILL)
            begun = time.monotonic()
            assert await decision in turn(SLOW).legal
            logger.warning("the decision came %.1f s after its worker was killed", time.monotonic() - begun)
            assert (await one._queue.job("m:1")).attempts == 2

    with worker(broker) as first, worker(broker) as second:
        asyncio.run(run([first.process.pid, second.process.pid]))


def test_another_worker_chooses_the_move_after_a_worker_stops(broker, patient):
    async def run():
        async with servers(broker, 2, Silent) as (one, _):
            await warm(one)
            decision = asyncio.create_task(one.choose("m", 1, turn(SLOW), "ada"))
            os.kill(await taken(one), signal.SIGTERM)
            assert await decision in turn(SLOW).legal

    with worker(broker), worker(broker):
        asyncio.run(run())


def test_two_servers_make_a_computers_move_exactly_once_when_no_worker_is_left(shaken):
    computer = {"kind": "computer", "level": 1}
    with worker(shaken.broker) as only, shaken.houses[0].guest() as one, shaken.houses[1].guest() as same:
        one.get("/")
        match = make(one, seats={"a": PERSON, "d": computer})
        same.cookies = one.cookies
        with seated(one, match) as here, seated(same, match) as there:
            only.process.send_signal(signal.SIGSTOP)  # the worker may take the job, but never answers
            done = here.act(min(read_paths(here.view["scene"]["paths"]).values()))
            assert done["t"] == "done"
            number = done["n"]
            only.end(signal.SIGKILL)
            for player in (here, there):
                while player.number <= number or not player.view["yours"]:
                    player.next("view")
                assert [entry[0] for entry in player.view["moves"]["list"]] == ["a", "d"]
                assert player.number == number + 1


def test_a_worker_waits_until_redis_is_available(redis_server):
    redis_server.stop()
    one = Worker(redis_server.url)
    try:
        redis_server.start()
        assert one.is_ready()
        redis_server.restart()
        asyncio.run(known(redis_server.url))  # the worker reconnects by itself
        code, complaints = one.end(signal.SIGTERM)
        assert (code, "Traceback" in complaints) == (0, False)
    finally:
        one.end(signal.SIGKILL)


def test_a_worker_stops_while_it_waits_for_redis(redis_server):
    redis_server.stop()
    one = Worker(redis_server.url)
    try:
        assert "Waiting for Redis" in one.process.stdout.readline()
        assert one.end(signal.SIGTERM) == (0, "")
    finally:
        one.end(signal.SIGKILL)
        redis_server.start()


async def known(url):
    async with servers(url, 1):
        pass


@pytest.mark.parametrize("url", ["nonsense", "http://localhost"])
def test_a_worker_reports_an_invalid_broker_address(url):
    one = Worker(url)
    _, complaints = one.process.communicate(timeout=60)
    assert one.process.returncode == 1
    assert complaints.startswith("The address of the broker can't be read")
