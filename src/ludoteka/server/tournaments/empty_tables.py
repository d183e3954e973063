"""Tables of tournaments that nobody has open, where a computer plays for somebody who has given up, or a pass is due.

Elsewhere, such a match waits until somebody comes back.  In a tournament, others wait for its end.
"""

import asyncio
import logging

from ludoteka.core.message import Refused
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.store import StoreRefused
from ludoteka.store.tournaments.tournament_store import TournamentStore

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 5.0  # between two looks at the tables
AT_ONCE = 20  # more tables in each look


async def keep_tables_going(store: TournamentStore, rooms: Rooms) -> None:
    """Let the matches of tournaments go on until people have to act, until cancelled."""
    stuck: set[str] = set()  # matches that this server can't open
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            found = [match for match in await store.left_alone() if match not in stuck and not rooms.find(match)]
            for match in found[:AT_ONCE]:
                rooms.spawn(_play_on, rooms, match, stuck)
        except StoreRefused as refused:
            logger.warning("the tables of tournaments could not be read: %s", refused.code)
        except Exception:
            logger.exception("the tables of tournaments could not be looked after")


async def _play_on(rooms: Rooms, match: str, stuck: set[str]) -> None:
    try:
        await rooms.play_on(match)
    except StoreRefused:  # it is done again
        raise
    except Refused as refused:
        stuck.add(match)
        logger.warning("match %s of a tournament could not go on: %s", match, refused.code)
