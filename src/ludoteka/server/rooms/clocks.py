"""The clocks of matches that nobody has open: when one runs out, the match is opened and its time ended."""

import asyncio
import logging
from collections.abc import Callable

from ludoteka.core.message import Refused
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.store import Store

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 5.0  # between two searches
RETRY_SECONDS = 600.0  # after the clock of a match could not be checked


async def watch_clocks(store: Store, rooms: Rooms, now: Callable[[], float]) -> None:
    """End the time of players whose clock has run out, until cancelled."""
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            for match in await store.overdue_matches(now()):
                await _check_clock(store, rooms, match, now)
        except Exception:
            logger.exception("the clocks that have run out could not be checked")


async def _check_clock(store: Store, rooms: Rooms, match: str, now: Callable[[], float]) -> None:
    """End the time of a player whose clock has run out; if downtime has stopped the clock, check again later."""
    try:
        async with rooms.room_of(match) as room:
            if not await room.do(room.decide_flag):
                await store.set_due(match, room.flag_at())
    except Refused as refused:
        logger.warning("the clock of match %s could not be checked: %s", match, refused.code)
        await store.set_due(match, now() + RETRY_SECONDS)
