"""A match that has as many actions as a match can have."""

import asyncio

import pytest
from houses import RunningHouse, seated
from houses.slow import long_match

from ludoteka.records.movetext import MOST_ACTIONS
from ludoteka.referee.events import Occupant
from ludoteka.store import Store


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A house with such a match, in which a computer is to act."""
    folder = tmp_path_factory.mktemp("house")

    async def store_match():
        store = Store.open(folder / "ludoteka.sqlite")
        await store.create(*long_match("long", MOST_ACTIONS, is_over=False, a=Occupant("computer", 1)))
        await store.close()

    asyncio.run(store_match())
    with RunningHouse(folder) as house:
        yield house
    assert not house.complaints, house.complaints


def test_the_house_calls_it_off_when_a_computer_is_to_act(full):
    with full.guest() as guest, seated(guest, "long") as watcher:
        view = watcher.until(lambda view: view["result"] is not None)

    assert (view["result"], view["ending"]) == ({}, "abort")
