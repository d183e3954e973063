"""PostgreSQL is restarted and killed during play: acknowledged moves are stored exactly once, and play continues.

The figures of docs/operating/faults.md come from here: pytest tests/scale/test_postgres_restarts.py --log-cli-level=WARNING
"""

import asyncio
import logging
import time

from crowds.crowd import Crowd
from crowds.ledger import balance
from plugins.campaign import IS_CAMPAIGN, scaled

logger = logging.getLogger(__name__)
TIMES = scaled(20)  # in each way
MOVES = 50 if IS_CAMPAIGN else 20


async def played(pair, postgres):
    """Play while PostgreSQL is stopped and killed several times; return the tables and the pauses."""
    pauses = []
    async with Crowd(pair.address, tables=8 if IS_CAMPAIGN else 4) as crowd:
        await crowd.until_acknowledged(MOVES)
        for end in (postgres.stop, postgres.kill) * TIMES:
            begun = time.monotonic()
            await asyncio.to_thread(end)
            await asyncio.to_thread(postgres.start)
            await crowd.until_acknowledged(1)
            pauses.append(time.monotonic() - begun)
            await crowd.until_acknowledged(MOVES)
    return crowd.tables, pauses


def test_no_acknowledged_move_is_lost_or_stored_twice_when_the_database_stops_during_play(shaken, postgres):
    tables, pauses = asyncio.run(played(shaken, postgres))
    for house in shaken.houses:
        house.close()
    found = asyncio.run(balance(shaken.database, tables))
    logger.warning("%s; at most %.2f s until the next move", found, max(pauses))
    assert (found.lost, found.doubled) == (0, 0)
