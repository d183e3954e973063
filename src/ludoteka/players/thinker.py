"""Computers that think beside an event loop, in worker processes."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from ludoteka.players.turn import Turn

WORKERS = min(4, os.cpu_count() or 1)  # thinking at the same time; each may take 200 MB
IDLE_SECONDS = 300.0  # a while after the last decision the workers go, and take their memory with them
ATTEMPTS = 3  # at one decision, before it is clear that the fault is in the turn


class Thinker:
    """Decides in worker processes, so that the event loop goes on and this process stays small.

    A worker that dies is replaced, and the decision made again.  A worker lives no longer than this process.
    """

    def __init__(self, workers: int = WORKERS, idle_seconds: float = IDLE_SECONDS) -> None:
        self._free = asyncio.Semaphore(workers)
        self._idle: list[_Worker] = []  # the one that thought last comes last: it is the warmest
        self._workers: set[_Worker] = set()
        self._idle_seconds = idle_seconds
        self._departure: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def choose(self, turn: Turn) -> int:
        """Return the action to play.

        Raises:
            ChildProcessError: every worker that was asked died.
        """
        async with self._free:
            for _ in range(ATTEMPTS):
                if not self._is_closed and (action := await self._ask(turn)) is not None:
                    return action
        raise ChildProcessError(f"no worker lived to decide a turn of {turn.game}")

    async def close(self) -> None:
        """Let all workers go; what they think about is lost."""
        self._is_closed = True
        if self._departure:
            self._departure.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    async def _ask(self, turn: Turn) -> int | None:
        worker = self._idle.pop() if self._idle else await self._start()
        try:
            return await worker.ask(turn)
        finally:
            if worker.is_alive:
                self._idle.append(worker)
            else:
                self._workers.discard(worker)
            self._stay()

    async def _start(self) -> "_Worker":
        worker = _Worker(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ludoteka.players.worker"),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # an interrupt from the keyboard is for this process alone
            )
        )
        self._workers.add(worker)
        if self._is_closed:  # while it started
            await worker.stop()
        return worker

    def _stay(self) -> None:
        """Put off the departure of idle workers."""
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
    """One process, asked one question at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin  # noqa: S101 - it was started with pipes
        assert process.stdout  # noqa: S101 - as above
        self._process, self._questions, self._answers = process, process.stdin, process.stdout
        self._number = 0

    @property
    def is_alive(self) -> bool:
        return not self._answers.at_eof()

    async def ask(self, turn: Turn) -> int | None:
        """Return the action chosen, or None if the process died.

        Whoever asked before may have gone before the answer came: it is passed over.
        """
        self._number += 1
        self._questions.write(json.dumps((self._number, turn)).encode() + b"\n")
        with suppress(ConnectionError):
            await self._questions.drain()
        while answer := await self._answers.readline():
            number, action = map(int, answer.split())
            if number == self._number:
                return action
        return None

    def dismiss(self) -> None:
        """Let the process end by itself."""
        self._questions.close()

    async def stop(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
