"""A process beside the event loop, for work that would hold it up.

A thread would not do: only one thread of a process runs at a time, so the event loop would wait whenever it has sent or
received something.
"""

import asyncio
import logging
import os
import sys
import traceback
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

from ludoteka.games import games
from ludoteka.players.processes import start_module
from ludoteka.server.operations.pickles import dumps, loads

NICENESS = 10  # the process that answers people goes first
SIZE_BYTES = 8  # before every question and every answer: its length

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class BackgroundProcess:
    """A process that calls one function at a time.  It starts when it is first needed, and ends with this process."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def call(
        self, function: Callable[Arguments, Answer], *rest: Arguments.args, **named: Arguments.kwargs
    ) -> Answer:
        """Return what a function of a module returns there.

        Raises:
            ChildProcessError: the process died; the next call starts another.
            Exception: what the function raises.
        """
        question = await asyncio.to_thread(dumps, partial(function, *rest, **named))
        answer: Answer | Exception = await asyncio.to_thread(loads, await self._ask(question))
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _ask(self, question: bytes) -> bytes:
        if self._process is None:
            self._process = await start_module(__name__)
        questions, answers = self._process.stdin, self._process.stdout
        assert questions  # noqa: S101 - it was started with pipes
        assert answers  # noqa: S101 - as above
        try:
            questions.write(len(question).to_bytes(SIZE_BYTES) + question)
            await questions.drain()
            return await answers.readexactly(int.from_bytes(await answers.readexactly(SIZE_BYTES)))
        except BaseException as error:  # the next caller would get the wrong answer
            await self.close()
            if isinstance(error, EOFError | ConnectionError):
                raise ChildProcessError("the background process died") from error
            raise

    async def close(self) -> None:
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """Call the functions that are read, and write what they return or raise, until the input ends."""
    logging.getLogger("ludoteka.games").setLevel(logging.ERROR)  # the parent process has already logged the rest
    games()  # before anything of a game is read
    if hasattr(os, "nice"):  # Windows has no such function
        os.nice(NICENESS)
    questions, answers, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    with suppress(BrokenPipeError):  # the parent process is gone
        while size := questions.read(SIZE_BYTES):
            answer = dumps(_result_of(loads(questions.read(int.from_bytes(size)))))
            answers.write(len(answer).to_bytes(SIZE_BYTES) + answer)
            answers.flush()


def _result_of(work: Callable[[], object]) -> object:
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - it is raised where the result is awaited
        error.add_note(traceback.format_exc())
        return error


if __name__ == "__main__":
    main()
