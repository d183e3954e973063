"""The broker of a house of several servers: channels and presence in Redis, thinking in the queue of `jobs`.

What is to be told is put down and sent by one task; a beat gives a sign of life.  So nobody waits for Redis; while it
is away the house goes on, each server by itself.
"""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Any

from saq.job import Job

from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
from ludoteka.server.broker.broker import LATEST, BrokerListener
from ludoteka.server.broker.channels import AWAY, ChannelListener, Channels
from ludoteka.server.broker.thinking_queue import (
    KEY_PREFIX,
    ThinkingQueue,
    asked,
    count_workers,
    decision_timeout,
    job_result,
    redis_address,
    redis_client,
)

logger = logging.getLogger(__name__)
BEAT = 2.0  # seconds between two signs of life
TTL = 10.0  # seconds for which somebody is believed to be present whose server gave no sign of life
ANSWER_SECONDS = 0.5  # between two looks at a job whose end may have been missed
Command = tuple[Any, ...]


class RedisBroker:
    """A broker over Redis.

    The channel of a match carries "PROCESS event NUMBER" and "PROCESS presence", that of the house "PROCESS SUBJECT
    TEXT".  The people at a match are a sorted set of "PROCESS HOLDER" by the time, of Redis, until which this holds.

    Raises:
        Refused: "bad-broker".
    """

    def __init__(self, url: str, thinker: Thinker, house: str = KEY_PREFIX) -> None:
        self._client = redis_client(url)
        self._queue = ThinkingQueue(self._client, house)
        self._channels = Channels(self._client, ChannelListener(self._opened, self._heard, self._fell))
        self._house, self._thinker = house, thinker
        self._process = secrets.token_urlsafe(9)
        self._own: dict[str, set[str]] = {}  # who is here, by match
        self._others: dict[str, set[str]] = {}  # who is elsewhere, by followed match
        self._answers: dict[str, asyncio.Event] = {}  # to what is being asked, by the channel of the job
        self._numbers: dict[str, int] = {}  # to be announced, by match; kept until Redis has it
        self._commands: list[Command] = []  # to be sent beside these
        self._unknown: set[str] = set()  # the matches of which we are to ask who is there
        self._has_news, self._is_due = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._ahead = 0.0  # what the clock of Redis shows beyond the monotonic one
        self._workers = 0
        self._knows_all_at = 0.0  # by the monotonic clock: until then others may not have told yet who is there
        self.is_up = False

    async def start(self, hearers: BrokerListener) -> None:
        """Begin to listen and to tell; Redis need not be there."""
        self._hearers = hearers
        self._channels.listen(self._topic(""))
        for task in (self._channels.run(), self._tell(), self._keep_beating()):
            self._tasks.append(asyncio.create_task(task))

    async def close(self) -> None:
        """Tell that nobody is here any more, and end."""
        self._channels.close()
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:
                task.cancel()  # more than once: see `Channels.close`
            await asyncio.wait(running, timeout=0.2)
        if self.is_up:
            for match, here in list(self._own.items()):
                for holder in list(here):
                    self.leave(match, holder)
            await self._tell_once()
        with suppress(*AWAY):
            await self._queue.disconnect()

    def follow(self, match: str) -> None:
        """Listen to a match; the hearer of events is told to look as soon as none can be missed any more."""
        self._others.setdefault(match, set())
        self._channels.listen(self._topic(match))

    def unfollow(self, match: str) -> None:
        self._others.pop(match, None)
        self._channels.unsubscribe(self._topic(match))

    def announce(self, match: str, number: int) -> None:
        self._numbers[match] = max(number, self._numbers.get(match, 0))
        self._has_news.set()

    def say(self, subject: str, text: str) -> None:
        self._put(self._news("", f"{subject} {text}"))

    def enter(self, match: str, holder: str) -> None:
        self._own.setdefault(match, set()).add(holder)
        self._put(*self._here(match, {holder}), self._news(match, "presence"))

    def leave(self, match: str, holder: str) -> None:
        here = self._own.get(match, set())
        here.discard(holder)
        if not here:
            self._own.pop(match, None)
        self._put(("ZREM", self._key(match), f"{self._process} {holder}"), self._news(match, "presence"))

    def present(self, match: str) -> set[str]:
        return self._own.get(match, set()) | self._others.get(match, set())

    async def choose(self, match: str, number: int, turn: Turn) -> int:
        """Have it thought about by a worker, or here if there is none, or none that answers."""
        if self.is_up and self._workers:
            try:
                async with asyncio.timeout(decision_timeout(turn)):
                    return await self._asked(f"{match}:{number}", turn)
            except (*AWAY, ChildProcessError) as error:
                logger.warning("match %s is thought about here: %s", match, error or type(error).__name__)
        return await self._thinker.choose(turn)

    async def _asked(self, key: str, turn: Turn) -> int:
        channel = self._queue.job_id(key)
        wake = self._answers[channel] = asyncio.Event()
        self._channels.listen(channel)
        try:
            job: Job | None = await asked(self._queue, key, turn)
            while (answer := job_result(job)) is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), ANSWER_SECONDS)
                wake.clear()
                if not (self.is_up and self._workers):
                    raise ChildProcessError("no worker can be reached")
                job = await self._queue.job(key)
            return answer
        finally:
            self._answers.pop(channel, None)
            self._channels.unsubscribe(channel)

    def _key(self, match: str) -> str:
        return f"{self._house}:present:{match}"

    def _topic(self, match: str) -> str:
        """Return the channel of a match, or of the house."""
        return f"{self._house}:match:{match}" if match else f"{self._house}:words"

    def _match(self, topic: str) -> str:
        return topic.removeprefix(f"{self._house}:match:")

    def _news(self, match: str, text: str) -> Command:
        return "PUBLISH", self._topic(match), f"{self._process} {text}"

    def _here(self, match: str, holders: set[str]) -> list[Command]:
        """Return what keeps us believed that somebody is here."""
        key, until = self._key(match), time.monotonic() + self._ahead + TTL
        scores = [part for one in holders for part in (until, f"{self._process} {one}")]
        return [("ZADD", key, *scores), ("EXPIRE", key, round(TTL))]

    def _put(self, *commands: Command) -> None:
        """Put something down to be sent; while Redis is away it is dropped, and the beat makes up for presence."""
        if self.is_up:
            self._commands += commands
            self._has_news.set()

    async def _tell(self) -> None:
        while await self._has_news.wait():
            if self.is_up:
                await self._tell_once()
            else:
                self._has_news.clear()  # the beat wakes us when Redis is back

    async def _tell_once(self) -> None:
        """Send what is put down, and ask who is where that is not known."""
        self._has_news.clear()
        numbers, commands, unknown = (
            self._numbers,
            self._commands,
            [one for one in self._unknown if one in self._others],
        )
        self._numbers, self._commands, self._unknown = {}, [], set()
        commands = [*commands, *(self._news(match, f"event {number}") for match, number in numbers.items())]
        now = time.monotonic() + self._ahead
        questions: list[Command] = [("ZRANGEBYSCORE", self._key(match), now, "+inf") for match in unknown]
        try:
            answers = await self._sent([*commands, *questions])
        except AWAY as error:
            self._numbers = numbers | self._numbers
            self._fell(error)
            return
        for match, members in zip(unknown, answers[len(commands) :], strict=True):
            self._learn(match, [one.decode().partition(" ") for one in members])

    def _learn(self, match: str, members: list[tuple[str, str, str]]) -> None:
        others = {holder for process, _, holder in members if process != self._process}
        if time.monotonic() < self._knows_all_at:
            others |= self._others.get(match, set())
        if match in self._others and self._others[match] != others:
            self._others[match] = others
            self._hearers.presence(match)

    async def _sent(self, commands: list[Command]) -> list[Any]:
        pipe = self._client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        answers: list[Any] = await pipe.execute()
        return answers

    async def _keep_beating(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_due.wait(), BEAT)
            self._is_due.clear()
            try:
                await self._beat()
            except AWAY as error:
                self._fell(error)
            except Exception:
                logger.exception("the broker's beat failed")

    async def _beat(self) -> None:
        """Give a sign of life, with the people who are here, and look who is elsewhere and whether anybody thinks."""
        here = [one for match, holders in self._own.items() for one in self._here(match, holders)]
        (seconds, parts), *_ = await self._sent([("TIME",), *here])
        self._ahead = int(seconds) + int(parts) / 1e6 - time.monotonic()
        self._workers = await count_workers(self._queue)
        self._unknown |= set(self._others)
        if self._channels.is_open(self._topic("")):
            if not self.is_up and any(self._others.values()):
                self._knows_all_at = time.monotonic() + 2 * BEAT  # Redis may have forgotten what it was told
            self.is_up = True
            self._has_news.set()

    def _opened(self, channel: str) -> None:
        match = self._match(channel)
        if channel == self._topic(""):
            self._is_due.set()
        elif match in self._others:
            self._unknown.add(match)
            self._has_news.set()
            self._hearers.event(match, LATEST)

    def _heard(self, channel: str, text: str) -> None:
        if channel in self._answers:
            self._answers[channel].set()
            return
        process, _, news = text.partition(" ")
        subject, _, rest = news.partition(" ")
        match = self._match(channel)
        if process == self._process:
            return
        if channel == self._topic(""):
            self._hearers.word(subject, rest)
        elif subject == "event" and match in self._others:
            self._hearers.event(match, int(rest))
        elif match in self._others:
            self._unknown.add(match)
            self._has_news.set()

    def _fell(self, error: BaseException) -> None:
        if self.is_up:
            logger.warning("the broker at %s is away: %s", redis_address(self._client), error)
        self.is_up = False
        self._commands.clear()
