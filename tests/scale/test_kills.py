"""Servers are killed under load, a hundred times in a campaign: every acknowledged move is stored exactly once,
and no client sees a move that is not stored.

The figures in docs/operating/faults.md come from here:
LUDOTEKA_CAMPAIGN=1 pytest tests/scale/test_kills.py --log-cli-level=WARNING
"""

import asyncio
import logging
import time
from itertools import cycle
from random import Random

import pytest
from crowds.crowd import Crowd
from crowds.ledger import balance
from houses import RunningHouse
from plugins.campaign import IS_CAMPAIGN, scaled

logger = logging.getLogger(__name__)
KILLS = 10 if IS_CAMPAIGN else 4  # in each test
MOVES = 100 if IS_CAMPAIGN else 30  # before the first kill, and after the last one
TAVLEI = {"game": "tavlei", "seated": "a", "free": "d", "tables": 12 if IS_CAMPAIGN else 5}
SCRIPTA = {
    "game": "scripta",
    "seated": "y",
    "free": "g",
    "tables": 4 if IS_CAMPAIGN else 2,
}  # with dice, thrown by hand or automatically


class Kills:
    """Kills of servers in turn, at random moments; every killed server is started again."""

    def __init__(self, houses, seed):
        self._houses = cycle(houses)
        self._random = Random(seed)
        self.count = 0
        self.pauses = []  # seconds from a kill to the next acknowledgement

    async def kill(self, times, crowds):
        for _ in range(times):
            await crowds[0].until_acknowledged(self._random.randint(1, 25))
            await asyncio.sleep(self._random.uniform(0, 0.05))  # not always just after an answer
            house = next(self._houses)
            house.kill()
            self.count += 1
            opening = asyncio.create_task(asyncio.to_thread(house.open))
            begun = time.monotonic()
            await crowds[0].until_acknowledged(1)
            self.pauses.append(time.monotonic() - begun)
            await opening
            for crowd in crowds:
                crowd.look()


async def killed(address, houses, times, seed):
    """Play while servers are killed several times; return all tables and the record of the kills."""
    kills = Kills(houses, seed)
    async with Crowd(address, **TAVLEI) as tavlei, Crowd(address, **SCRIPTA) as scripta:
        await tavlei.until_acknowledged(MOVES)
        await kills.kill(times, [tavlei, scripta])
        await tavlei.until_acknowledged(MOVES)
    return [*tavlei.tables, *scripta.tables], kills


def told(place, tables, kills):
    found = asyncio.run(balance(place, tables))
    pauses = sorted(kills.pauses)
    text = "%d kills, %s; until the next move: median %.2f s, at most %.2f s"
    logger.warning(text, kills.count, found, pauses[len(pauses) // 2], pauses[-1])
    return found


@pytest.mark.parametrize("seed", range(scaled(6)))  # several tests instead of one, so that none takes long
def test_no_acknowledged_move_is_lost_or_stored_twice_when_either_of_two_servers_is_killed(shaken, seed):
    tables, kills = asyncio.run(killed(shaken.address, shaken.houses, KILLS, seed))
    for house in shaken.houses:
        house.close()
    found = told(shaken.database, tables, kills)
    assert (found.lost, found.doubled) == (0, 0)
    assert found.acknowledged > 2 * MOVES


@pytest.mark.parametrize("seed", range(scaled(4)))
def test_no_acknowledged_move_is_lost_or_stored_twice_when_the_only_server_is_killed(tmp_path, seed):
    with RunningHouse(tmp_path, moment=0) as house:
        tables, kills = asyncio.run(killed(house.address, [house], KILLS, seed))
    found = told(tmp_path / "ludoteka.sqlite", tables, kills)
    assert (found.lost, found.doubled) == (0, 0)
    assert found.acknowledged > 2 * MOVES
