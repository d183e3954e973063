"""Deletion of abandoned matches, so that a house does not grow because of matches that nobody plays."""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import NamedTuple

from ludoteka.server.operations.repetition import repeat
from ludoteka.store import NotStored, Store
from ludoteka.store.writing.owners import sweep_orphans

logger = logging.getLogger(__name__)
DAY = 86400.0  # seconds
UNBEGUN_DAYS = 14.0  # for which a match is kept in which nobody has acted
PAUSE_SECONDS = 600.0  # between two searches
Forget = Callable[[float], Awaitable[None]]
MOST_AT_ONCE = 500  # matches that a search finds, besides those that somebody has open


class Retention(NamedTuple):
    """Deletes unfinished matches in which nothing has happened for a long time; finished matches are kept."""

    store: Store
    now: Callable[[], float]
    open_matches: Callable[[], Collection[str]]  # that somebody on this server has open
    keep_days: float  # 0 for ever
    expiring: Sequence[Forget] = ()  # functions that delete what has expired at a time

    async def run(self) -> None:
        """Delete what older versions left of deleted accounts, then abandoned matches and what expires, until cancelled."""
        try:
            await self.store.write(sweep_orphans())
        except NotStored as error:
            reason = str(error).partition("\n")[0]
            logger.warning("what may be left of deleted accounts could not be deleted: %s", reason)
        await repeat(self._delete, PAUSE_SECONDS, "what has expired could not be deleted")

    async def _delete(self) -> None:
        await self.forget_expired()
        if self.keep_days:
            await self.delete_abandoned()

    async def forget_expired(self) -> None:
        """Delete what features keep for a time only, such as sessions and bans.  Raises NotStored."""
        for forget in self.expiring:
            await forget(self.now())

    async def delete_abandoned(self) -> int:
        """Delete abandoned matches that nobody on this server has open; return their number.

        Raises:
            NotStored: nothing was deleted.
            StoreRefused: "store-unreachable".
        """
        now = self.now()
        unbegun_days = min(UNBEGUN_DAYS, self.keep_days)
        most = MOST_AT_ONCE + len(self.open_matches())  # those that are open don't keep the others from being found
        found = await self.store.abandoned_matches(now - unbegun_days * DAY, now - self.keep_days * DAY, most)
        abandoned = {match: number for match, number in found.items() if match not in self.open_matches()}
        if abandoned:
            await self.store.delete(abandoned)
            logger.info("deleted %d abandoned matches", len(abandoned))
        return len(abandoned)
