"""A match that has as many actions as a match can have."""

import asyncio

from houses import seated
from houses.rated import opened_beside
from houses.slow import long_match

from ludoteka.records.match_record import MOST_ACTIONS
from ludoteka.referee.events import Occupant


def test_the_house_calls_it_off_when_a_computer_is_to_act(house, guest):
    async def store_match():
        async with opened_beside(house.folder / "ludoteka.sqlite") as store:
            await store.create(*long_match("longest", MOST_ACTIONS, is_over=False, a=Occupant("computer", 1)))

    asyncio.run(store_match())
    with seated(guest, "longest") as watcher:
        view = watcher.until(lambda view: view["result"] is not None)

    assert (view["result"], view["ending"]) == ({}, "abort")
