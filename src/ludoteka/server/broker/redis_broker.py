"""The broker of a house of several servers: channels and signs of life in Redis, and the thinking queue.

One task sends everything that is queued, and another sends heartbeats, so most callers never wait for Redis.  While
Redis is unavailable, each server works on its own.
"""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from saq.job import Job

from ludoteka.players.thinker import FairQueue, Thinker
from ludoteka.referee.events import Event
from ludoteka.server.broker.broker import Broker, BrokerListener
from ludoteka.server.broker.channels import AWAY, Channels
from ludoteka.server.broker.thinking_queue import (
    KEY_PREFIX,
    ThinkingQueue,
    answer_timeout,
    count_processes,
    enqueue_question,
    is_done,
    redis_address,
    redis_client,
)

logger = logging.getLogger(__name__)
BEAT = 2.0  # seconds between two heartbeats
TTL = 10.0  # seconds for which people count as present after the last heartbeat of their server
SETTLING = 2 * BEAT  # seconds after an outage in which the other servers report again
ANSWER_SECONDS = 0.5  # between two queries of a job, in case its end was missed
Command = tuple[Any, ...]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode
_decode_people = msgspec.json.Decoder(frozenset[str]).decode


class Report(NamedTuple):
    """What another server has said about who is at a match there."""

    at: float  # monotonic time
    people: frozenset[str]  # their holders


Reports = dict[str, Report]  # by process


class RedisBroker(Broker):
    """A broker over Redis.

    The channel of a match carries "PROCESS event EVENT", where EVENT is a JSON array, "PROCESS present PEOPLE", where PEOPLE is a
    JSON array of all who are there at that server, and "PROCESS ask PEOPLE", which the others answer with "present".  That of the
    house carries "PROCESS SUBJECT TEXT".  A server reports people only when they come or go, and to whoever asks because
    it has begun to listen.  Its heartbeat renews one key, by which the others know that it is alive.

    Raises:
        Refused: "bad-broker".
    """

    def __init__(self, url: str, thinker: Thinker, house: str = KEY_PREFIX) -> None:
        super().__init__(thinker)
        self._client = redis_client(url)
        self._queue = ThinkingQueue(self._client, house)
        self._listening = redis_client(url, timeout=None)
        self._channels = Channels(self._listening, self._on_subscribed, self._on_message, self._on_disconnected)
        self._house = house
        self._process = secrets.token_urlsafe(9)
        self._others: dict[str, Reports] = {}  # by followed match
        self._heard: dict[str, float] = {}  # when each other server has reported last, in monotonic time
        self._answers: dict[str, asyncio.Event] = {}  # set when a job has ended, by the channel of the job
        self._events: dict[str, Event] = {}  # the last one to be announced of each match; kept until Redis has it
        self._commands: list[Command] = []  # other commands to be sent
        self._changed: set[str] = set()  # matches whose people here have to be reported
        self._unknown: set[str] = set()  # the same, and those on other servers have to be asked for
        self._has_work, self._is_beat_due = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._workers = 0  # processes of workers, each of which thinks about one turn
        self._turns = FairQueue(1)  # as many as there are such processes; those beyond wait here
        self._up_at = 0.0  # monotonic time since which `is_up`
        self._is_settled = True  # whether reports from before then are forgotten
        self.is_up = False

    async def start(self, listener: BrokerListener) -> None:
        """Start to listen and to send; Redis may be unavailable."""
        self._listener = listener
        self._channels.subscribe(self._topic(""))
        for task in (self._channels.run(), self._send_forever(), self._keep_beating()):
            self._tasks.append(asyncio.create_task(task))

    async def close(self) -> None:
        """Report that everybody has left, and stop."""
        self._channels.close()
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:
                task.cancel()  # more than once: see `Channels.close`
            await asyncio.wait(running, timeout=0.2)
        if self.is_up:
            for match, here in list(self._own.items()):
                for holder in list(here):
                    self.leave(match, holder)
            self._queue_commands(("DEL", self._life(self._process)))
            await self._send_queued()
        with suppress(*AWAY):
            await self._listening.aclose()
            await self._queue.disconnect()

    def follow(self, match: str) -> None:
        """Follow a match; `on_gap` is called as soon as no event can be missed."""
        self._others.setdefault(match, {})
        self._channels.subscribe(self._topic(match))

    def unfollow(self, match: str) -> None:
        self._others.pop(match, None)
        self._channels.unsubscribe(self._topic(match))

    def announce(self, match: str, event: Event) -> None:
        self._events[match] = event  # others see that earlier ones are missing, and ask the database
        self._has_work.set()

    def broadcast(self, subject: str, text: str) -> None:
        self._queue_commands(self._signal("", f"{subject} {text}"))

    def enter(self, match: str, holder: str) -> None:
        self._own.setdefault(match, set()).add(holder)
        self._report(match)

    def leave(self, match: str, holder: str) -> None:
        here = self._own.get(match, set())
        here.discard(holder)
        if not here:
            self._own.pop(match, None)
        self._report(match)

    def present(self, match: str) -> set[str]:
        return self._own.get(match, set()).union(*(report.people for report in self._others.get(match, {}).values()))

    async def answer(self, key: str, kind: str, question: Any, seconds: float, person: str) -> Any:
        """Let a worker answer, or this server if no worker does."""
        if self.is_up and self._workers:
            try:
                async with self._turns.permit(person, seconds), asyncio.timeout(answer_timeout(seconds)):
                    return await self._ask_workers(key, kind, question, seconds)
            except (*AWAY, ChildProcessError) as error:
                reason = str(error) or type(error).__name__
                logger.warning("no worker has answered %s, so this server does: %s", key, reason)
        return await self._thinker.answer(kind, question, seconds, person)

    async def _ask_workers(self, key: str, kind: str, question: Any, seconds: float) -> Any:
        self._check_workers()
        channel = self._queue.job_id(key)
        wake = self._answers[channel] = asyncio.Event()
        self._channels.subscribe(channel)
        job: Job | None = None
        try:
            job = await enqueue_question(self._queue, key, kind, question, seconds)
            while not is_done(job):
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), ANSWER_SECONDS)
                wake.clear()
                self._check_workers()
                job = await self._queue.job(key)
        except asyncio.CancelledError:
            if job and kind == "analysis":  # no other server asks this question
                await job.abort("nobody waits for it any more")
            raise
        finally:
            self._answers.pop(channel, None)
            self._channels.unsubscribe(channel)
        return job.result if job else None

    def _check_workers(self) -> None:
        if not (self.is_up and self._workers):
            raise ChildProcessError("no worker can be reached")

    def _life(self, process: str) -> str:
        """Return the key that exists while a server is alive."""
        return f"{self._house}:server:{process}"

    def _topic(self, match: str) -> str:
        """Return the channel of a match, or of the house."""
        return f"{self._house}:match:{match}" if match else f"{self._house}:words"

    def _match(self, topic: str) -> str:
        return topic.removeprefix(f"{self._house}:match:")

    def _signal(self, match: str, text: str) -> Command:
        return "PUBLISH", self._topic(match), f"{self._process} {text}"

    def _people_here(self, subject: str, match: str) -> Command:
        return self._signal(match, f"{subject} {_encode(sorted(self._own.get(match, ()))).decode()}")

    def _report(self, match: str) -> None:
        self._changed.add(match)
        self._has_work.set()

    def _queue_commands(self, *commands: Command) -> None:
        """Queue commands; while Redis is unavailable they are dropped."""
        if self.is_up:
            self._commands += commands
            self._has_work.set()

    async def _send_forever(self) -> None:
        while await self._has_work.wait():
            if self.is_up:
                await self._send_queued()
            else:
                self._has_work.clear()  # the heartbeat sets it again when Redis is back

    async def _send_queued(self) -> None:
        """Send the queued commands, and the last events and the people of matches."""
        self._has_work.clear()
        events, changed, unknown = self._events, self._changed, self._unknown
        commands = [
            *self._commands,
            *(self._signal(match, f"event {_encode(event).decode()}") for match, event in events.items()),
            *(self._people_here("present", match) for match in changed - unknown),
            *(self._people_here("ask", match) for match in unknown),
        ]
        self._events, self._commands, self._changed, self._unknown = {}, [], set(), set()
        try:
            await self._execute(commands)
        except AWAY as error:
            self._events = events | self._events
            self._changed |= changed
            self._unknown |= unknown
            self._on_disconnected(error)

    async def _execute(self, commands: list[Command]) -> list[Any]:
        pipe = self._client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        answers: list[Any] = await pipe.execute()
        return answers

    async def _keep_beating(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_beat_due.wait(), BEAT)
            self._is_beat_due.clear()
            try:
                await self._beat()
            except AWAY as error:
                self._on_disconnected(error)
            except Exception:
                logger.exception("the heartbeat of the broker failed")

    async def _beat(self) -> None:
        """Give a sign of life; look for signs of the servers that have people at followed matches, and for the workers."""
        began, known = time.monotonic(), list(self._heard)
        life, milliseconds = self._life(self._process), round(TTL * 1000)
        signs: list[Command] = [("SET", life, 1, "NX", "PX", milliseconds), ("PEXPIRE", life, milliseconds)]
        is_new, _, *answers = await self._execute([*signs, *([("MGET", *map(self._life, known))] if known else [])])
        self._workers = await count_processes(self._queue)
        self._turns.resize(max(1, self._workers))
        if is_new:  # so the others may have taken this server for dead
            self._changed |= self._own.keys()
        if self._channels.is_open(self._topic("")):
            if not self.is_up:
                self._up_at, self._is_settled = time.monotonic(), False
                self._unknown |= self._others.keys()
            self.is_up = True
            self._has_work.set()
        if time.monotonic() >= self._up_at + SETTLING:  # before, Redis may have lost the signs
            signs_of = zip(known, *answers, strict=True) if known else ()
            self._forget({process for process, sign in signs_of if sign is None and self._heard[process] < began})

    def _forget(self, dead: set[str]) -> None:
        """Forget the people of dead servers, and after an outage whoever was not reported again."""
        if not dead and self._is_settled:
            return
        self._is_settled = True
        for process in dead:
            del self._heard[process]
        for match, reports in list(self._others.items()):
            is_valid = {one: one not in dead and report.at >= self._up_at for one, report in reports.items()}
            self._set_reports(match, {one: report for one, report in reports.items() if is_valid[one]})

    def _set_reports(self, match: str, reports: Reports) -> None:
        before = self.present(match)
        self._others[match] = reports
        if self.present(match) != before:
            self._listener.on_presence(match)

    def _on_subscribed(self, channel: str) -> None:
        match = self._match(channel)
        if channel == self._topic(""):
            self._is_beat_due.set()
        elif match in self._others:
            self._unknown.add(match)
            self._has_work.set()
            self._listener.on_gap(match)

    def _on_message(self, channel: str, text: str) -> None:
        if channel in self._answers:
            self._answers[channel].set()
            return
        process, _, news = text.partition(" ")
        subject, _, rest = news.partition(" ")
        match = self._match(channel)
        if process == self._process:
            return
        if channel == self._topic(""):
            self._listener.on_message(subject, rest)
        elif subject == "event" and match in self._others:
            self._take_event(match, rest)
        elif subject in ("present", "ask") and match in self._others:
            self._take_report(match, process, rest)
            if subject == "ask" and match in self._own:
                self._report(match)

    def _take_report(self, match: str, process: str, text: str) -> None:
        with suppress(msgspec.DecodeError):  # a server of another version has written it
            report = Report(time.monotonic(), _decode_people(text))
            self._heard[process] = report.at
            self._set_reports(match, self._others[match] | {process: report})

    def _take_event(self, match: str, text: str) -> None:
        try:
            event = _decode(text)
        except msgspec.DecodeError:  # a server of another version has written it
            self._listener.on_gap(match)
        else:
            self._listener.on_event(match, event)

    def _on_disconnected(self, error: BaseException) -> None:
        if self.is_up:
            reason = str(error) or type(error).__name__
            logger.warning("the broker at %s is unavailable: %s", redis_address(self._client), reason)
        self.is_up = False
        self._commands.clear()
