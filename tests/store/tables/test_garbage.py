"""What queries that run for every new connection leave behind: a house rarely looks for garbage in cycles."""

import asyncio
import gc
import os
import subprocess
import sys
from pathlib import Path

from houses.stores import opened

from ludoteka.features.moderation.store import BlockStore

CALLS = 100


async def objects_in_cycles(place):
    """Return how many objects in cycles the calls leave behind."""
    async with opened(place) as store:
        blocks = BlockStore(store)

        async def ask(number):
            assert (await store.person(f"guest {number}")).name == ""
            await blocks.check(f"guest {number}", [f"host {number}"])

        await ask(0)  # what only the first one makes is not counted
        gc.collect()
        for number in range(CALLS):
            await ask(number)
        return gc.collect()


def test_who_somebody_is_and_whom_they_block_is_asked_without_garbage_in_cycles(place):
    """In a process of its own, as houses in threads of this one leave garbage, too."""
    support = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "support")}
    command = [sys.executable, __file__, str(place)]
    found = subprocess.run(command, env=support, capture_output=True, text=True, check=True)
    assert int(found.stdout) < CALLS


if __name__ == "__main__":
    gc.disable()
    address = sys.argv[1]
    print(asyncio.run(objects_in_cycles(address if "://" in address else Path(address))))  # noqa: T201 - read by the test
