"""PostgreSQL is restarted and killed during play: acknowledged moves are stored exactly once, and play continues.

The figures of docs/operating/faults.md come from here: pytest tests/scale/test_postgres_restarts.py --log-cli-level=WARNING
"""

import asyncio
import logging
import time

import pytest
from crowds.crowd import Crowd
from crowds.ledger import balance
from plugins.campaign import scaled

logger = logging.getLogger(__name__)
TIMES = scaled(20)


async def played(pair, postgres, end):
    """Play while PostgreSQL is stopped several times; return the tables and the pauses."""
    pauses = []
    async with Crowd(pair.address, tables=8) as crowd:
        await crowd.until_acknowledged(50)
        for _ in range(TIMES):
            begun = time.monotonic()
            await asyncio.to_thread(end, postgres)
            await asyncio.to_thread(postgres.start)
            await crowd.until_acknowledged(1)
            pauses.append(time.monotonic() - begun)
            await crowd.until_acknowledged(50)
    return crowd.tables, pauses


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_no_acknowledged_move_is_lost_or_stored_twice_when_the_database_stops_during_play(shaken, postgres, end):
    tables, pauses = asyncio.run(played(shaken, postgres, lambda server: getattr(server, end)()))
    for house in shaken.houses:
        house.close()
    found = asyncio.run(balance(shaken.database, tables))
    logger.warning("%s: %s; at most %.2f s until the next move", end, found, max(pauses))
    assert (found.lost, found.doubled) == (0, 0)
