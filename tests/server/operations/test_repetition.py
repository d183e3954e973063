"""What a house does again and again in the background."""

import asyncio
import logging
from contextlib import suppress

from ludoteka.server.operations.repetition import repeat
from ludoteka.store import NotStored


def test_whatever_fails_is_logged_and_tried_again(caplog):
    failures, again = [NotStored("the disk is full\nat once"), ValueError("a mistake")], asyncio.Event()

    async def do():
        if failures:
            raise failures.pop(0)
        again.set()

    async def work():
        task = asyncio.create_task(repeat(do, 0, "nothing could be done"))
        async with asyncio.timeout(60):
            await again.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(work())
    unavailable, mistake = caplog.records
    assert (unavailable.levelno, unavailable.getMessage()) == (
        logging.WARNING,
        "nothing could be done: the disk is full",
    )
    assert (mistake.levelno, mistake.getMessage()) == (logging.ERROR, "nothing could be done")
    assert mistake.exc_info
