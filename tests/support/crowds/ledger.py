"""A comparison of stored matches with what the players were sent."""

from collections import Counter
from typing import NamedTuple

from ludoteka.games import games
from ludoteka.referee.referee import Referee
from ludoteka.store import Store


class Balance(NamedTuple):
    matches: int
    events: int
    acknowledged: int
    lost: int  # acknowledged, but not in the log under its number
    doubled: int  # more than once in the log


async def balance(place, tables):
    """Count events. Every log must have no gaps and must replay, and no player may have seen an event that is not in it."""
    store = Store.open(place)
    events = acknowledged = lost = doubled = 0
    try:
        for table in tables:
            setup, log = await store.load(table.match)
            assert [one.number for one in log] == list(range(1, len(log) + 1))
            referee = Referee(games()[setup.game], setup, log)
            for browser in table.browsers:
                assert browser.number <= referee.number, "something was shown that is not stored"
            numbers = {one.command: one.number for one in log}
            events += len(log)
            acknowledged += len(table.acknowledged)
            lost += sum(numbers.get(name) != number for name, number in table.acknowledged.items())
            doubled += sum(count - 1 for name, count in Counter(one.command for one in log).items() if name)
    finally:
        await store.close()
    return Balance(len(tables), events, acknowledged, lost, doubled)
