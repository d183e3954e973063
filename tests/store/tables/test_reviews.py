"""Reviews in the database: one server computes each, takes over from one that died, and keeps it."""

import asyncio

from houses.stores import opened, setup

from ludoteka.features.reviews.reviews import SILENCE, Progress, ReviewStore


def test_a_review_is_computed_by_one_server_until_it_falls_silent_and_is_then_kept(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            one = ReviewStore(store)
            other = ReviewStore(store)
            assert await one.state("m", 1.0) is None
            assert [await one.begin("m", 9, 1.0), await other.begin("m", 9, 2.0)] == [True, False]
            await one.prolong("m", 4, 3.0)
            assert await other.state("m", 3.0 + SILENCE) == Progress(4, 9, None)

            late = 4.0 + SILENCE
            assert await other.state("m", late) is None
            assert await other.begin("m", 9, late)
            await other.finish("m", "{}")
            await other.forget("m")
            assert await one.state("m", 2 * late) == Progress(9, 9, "{}")
            assert not await one.begin("m", 9, 2 * late)

    asyncio.run(work())
