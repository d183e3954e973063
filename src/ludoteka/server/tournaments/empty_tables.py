"""Tournament matches that nobody has open, in which a computer replaces a player who gave up, or a pass is due.

Outside tournaments, such a match waits until somebody comes back.  In a tournament, other players wait for its end.
"""

import asyncio
import logging

from ludoteka.core.message import Refused
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.store import StoreRefused
from ludoteka.store.tournaments.tournament_store import TournamentStore

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 5.0  # between two checks
AT_ONCE = 20  # more matches in each check


async def keep_tables_going(store: TournamentStore, rooms: Rooms) -> None:
    """Advance tournament matches that nobody has open until a person has to act; repeat until cancelled."""
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
    except StoreRefused:  # retried at the next check
        raise
    except Refused as refused:
        stuck.add(match)
        logger.warning("match %s of a tournament could not go on: %s", match, refused.code)
