"""Worker processes in which computer players think, used from an event loop."""

import asyncio
import json
import logging
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from ludoteka.core.twins import is_compiler_installed
from ludoteka.players.levels import thinking_limit
from ludoteka.players.processes import start_module
from ludoteka.players.turn import Turn

SHORTEST = 0.25  # seconds that every turn counts at least, so that nobody gets any number of turns for free


class _WaitingTurn:
    def __init__(self, person: str, seconds: float, since: float) -> None:
        self.person = person
        self.seconds = max(seconds, SHORTEST)
        self.since = since  # the virtual time of its arrival
        self.is_admitted = asyncio.Event()


class FairQueue:
    """A number of permits for turns; the next free one goes to the turn that is due first.

    A turn is due when its person would have had enough time for it, if all people with turns here thought at the same
    time and equally fast.  Short thinking need not wait for long thinking.  One person never has all the permits, unless
    there is only one.

    The virtual time is that of start-time fair queueing (Goyal, Vin and Cheng, 1996); the packets are turns, and their
    lengths are time limits.
    """

    def __init__(self, permits: int) -> None:
        self._permits = permits
        self._waiting: list[_WaitingTurn] = []  # in order of arrival
        self._admitted: list[str] = []  # the person of each turn that has a permit
        self._used: dict[str, float] = {}  # the virtual time until which a person has used their share
        self._now = 0.0  # virtual time

    def resize(self, permits: int) -> None:
        self._permits = permits
        self._admit()

    @asynccontextmanager
    async def permit(self, person: str, seconds: float) -> AsyncIterator[None]:
        """Wait for a permit, and hold it; `seconds` is how long a person's turn may take."""
        turn = _WaitingTurn(person, seconds, self._now)
        self._waiting.append(turn)
        self._admit()
        try:
            await turn.is_admitted.wait()
            yield
        finally:
            if turn in self._waiting:
                self._waiting.remove(turn)
            else:
                self._admitted.remove(person)
                self._admit()

    def _admit(self) -> None:
        most = max(1, self._permits - 1)  # permits of one person
        while len(self._admitted) < self._permits:
            ready = [turn for turn in self._waiting if self._admitted.count(turn.person) < most]
            if not ready:
                break
            turn = min(ready, key=self._due)  # of equal ones, the first to arrive
            due = self._used[turn.person] = self._due(turn)
            self._now = max(self._now, due - turn.seconds)
            self._waiting.remove(turn)
            self._admitted.append(turn.person)
            turn.is_admitted.set()
        if not self._waiting:  # what lies in the past no longer matters to anybody
            self._used = {person: until for person, until in self._used.items() if until > self._now}

    def _due(self, turn: _WaitingTurn) -> float:
        return max(turn.since, self._used.get(turn.person, 0.0)) + turn.seconds


logger = logging.getLogger(__name__)
WORKERS = min(4, os.cpu_count() or 1)  # at the same time; each may use 200 MB
IDLE_SECONDS = 300.0  # after this time without a decision, the workers end and free their memory
ATTEMPTS = 3  # at one question, before the question itself is considered faulty
LONGEST_ANSWER = 1 << 26  # bytes


class Thinker:
    """Decides turns in worker processes, so that the event loop never blocks and this process stays small.

    If a worker dies, it is replaced and the question asked again.  Workers end with this process.  `more` names the
    functions that answer other kinds of questions, as `players.worker` reads them.
    """

    def __init__(self, workers: int = WORKERS, idle_seconds: float = IDLE_SECONDS, more: Sequence[str] = ()) -> None:
        self._turns = FairQueue(workers)
        self._more = more  # may grow until the first question is asked
        self._idle: list[_Worker] = []  # the most recently used one, which is the warmest, is last
        self._workers: set[_Worker] = set()
        self._idle_seconds = idle_seconds
        self._departure: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._has_warned = False

    async def choose(self, turn: Turn, person: str = "") -> int:
        """Return the action to play; raises as `answer`."""
        action: int = await self.answer("turn", turn, thinking_limit(turn), person)
        return action

    async def answer(self, kind: str, question: Any, seconds: float, person: str = "") -> Any:
        """Return the answer to a question; both are plain data.

        `seconds` is how long it may take; `person` names the one whose share of the workers this uses.

        Raises:
            ChildProcessError: every worker that tried died.
        """
        async with self._turns.permit(person, seconds):
            for _ in range(ATTEMPTS):
                if not self._is_closed and (answer := await self._ask(kind, question)) is not None:
                    return json.loads(answer)
        raise ChildProcessError(f"all workers died over a question of the kind {kind}")

    async def close(self) -> None:
        """Stop all workers; decisions in progress are lost."""
        self._is_closed = True
        if self._departure:
            self._departure.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    async def _ask(self, kind: str, question: Any) -> bytes | None:
        worker = self._warmest() or await self._start()
        try:
            return await worker.ask(kind, question)
        finally:
            if worker.is_alive:
                self._idle.append(worker)
            else:
                self._workers.discard(worker)
            self._stay()

    def _warmest(self) -> "_Worker | None":
        """Take an idle worker; those that started before there was a compiler leave once there is one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.has_compiler or not is_compiler_installed():
                return worker
            self._workers.discard(worker)
            worker.dismiss()
        return None

    async def _start(self) -> "_Worker":
        has_compiler = is_compiler_installed()
        if not has_compiler and not self._has_warned:
            logger.warning("the computer plays more slowly until numba is installed")
            self._has_warned = True
        worker = _Worker(
            await start_module("ludoteka.players.worker", *self._more, longest_line=LONGEST_ANSWER), has_compiler
        )
        self._workers.add(worker)
        if self._is_closed:  # closed while the worker was starting
            await worker.stop()
        return worker

    def _stay(self) -> None:
        """Restart the idle timeout."""
        if self._departure:
            self._departure.cancel()
        if not self._is_closed:
            self._departure = asyncio.get_running_loop().call_later(self._idle_seconds, self._let_go)

    def _let_go(self) -> None:
        self._workers.difference_update(self._idle)
        for worker in self._idle:
            worker.dismiss()
        self._idle.clear()


class _Worker:
    def __init__(self, process: Process, has_compiler: bool) -> None:
        assert process.stdin  # noqa: S101 - it was started with pipes
        assert process.stdout  # noqa: S101 - as above
        self._process, self._questions, self._answers = process, process.stdin, process.stdout
        self._number = 0
        self.has_compiler = has_compiler

    @property
    def is_alive(self) -> bool:
        return not self._answers.at_eof()

    async def ask(self, kind: str, question: Any) -> bytes | None:
        """Return the answer as JSON, or None if the process died.

        Answers to earlier, cancelled questions are skipped; a cancelled analysis is stopped.
        """
        self._number += 1
        self._write(kind, question)
        with suppress(ConnectionError):
            await self._questions.drain()
        try:
            while answer := await self._answers.readline():
                number, _, content = answer.partition(b" ")
                if int(number) == self._number:
                    return content
        except asyncio.CancelledError:
            self._write("stop", None)
            raise
        return None

    def _write(self, kind: str, question: Any) -> None:
        self._questions.write(json.dumps((self._number, kind, question)).encode() + b"\n")

    def dismiss(self) -> None:
        """Close the input, so that the process ends by itself."""
        self._questions.close()

    async def stop(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
