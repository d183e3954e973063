"""What queries that run for every new connection leave behind: a house rarely looks for garbage in cycles."""

import asyncio
import gc

from houses.stores import opened

from ludoteka.store.order.block_store import BlockStore

CALLS = 100


def test_who_somebody_is_and_whom_they_block_is_asked_without_garbage_in_cycles(place):
    async def work():
        async with opened(place) as store:
            blocks = BlockStore(store)

            async def ask(number):
                assert (await store.person(f"guest {number}")).name == ""
                assert await blocks.block_between(f"guest {number}", [f"host {number}"]) == ""

            await ask(0)  # what only the first one makes is not counted
            gc.collect()
            for number in range(CALLS):
                await ask(number)
            return gc.collect()

    gc.disable()
    try:
        assert asyncio.run(work()) < CALLS
    finally:
        gc.enable()
