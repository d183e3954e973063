"""Deletion of abandoned matches, so that a house does not grow because of matches that nobody plays."""

import asyncio
import logging
from collections.abc import Callable, Collection

from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.moderation.store import ModerationStore
from ludoteka.store import NotStored, Store

logger = logging.getLogger(__name__)
DAY = 86400.0  # seconds
UNBEGUN_DAYS = 14.0  # for which a match is kept in which nobody has acted
SPENT_DAYS = 1.0  # for which a used challenge is stored; it is valid for minutes
SESSION_DAYS = 366.0  # after its last use; the cookie is valid for a year
PAUSE_SECONDS = 600.0  # between two searches
MOST_AT_ONCE = 500  # matches that a search finds, besides those that somebody has open


class Retention:
    """Deletes unfinished matches in which nothing has happened for a long time; finished matches are kept."""

    def __init__(
        self, store: Store, now: Callable[[], float], open_matches: Callable[[], Collection[str]], keep_days: float
    ) -> None:
        self._store = store
        self._now = now
        self._open_matches = open_matches  # that somebody on this server has open
        self._keep_days = keep_days  # 0 for ever

    async def run(self) -> None:
        """Delete what older versions left of deleted accounts, then abandoned matches and what expires, until cancelled."""
        try:
            await AccountStore(self._store).sweep()
        except NotStored as error:
            logger.warning(
                "what may be left of deleted accounts could not be deleted: %s", str(error).partition("\n")[0]
            )
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                await self.forget_expired()
                if self._keep_days:
                    await self.delete_abandoned()
            except Exception:
                logger.exception("what has expired could not be deleted")

    async def forget_expired(self) -> None:
        """Delete expired passkey challenges, e-mail links, sessions and bans.

        Raises:
            NotStored: nothing was forgotten.
        """
        now = self._now()
        await AccountStore(self._store).forget(now - SPENT_DAYS * DAY, now - SESSION_DAYS * DAY)
        await ModerationStore(self._store).forget_shut_outs(now)
        await MailStore(self._store).forget_links(now)

    async def delete_abandoned(self) -> int:
        """Delete abandoned matches that nobody on this server has open; return their number.

        Raises:
            NotStored: nothing was deleted.
            StoreRefused: "store-unreachable".
        """
        now = self._now()
        unbegun_days = min(UNBEGUN_DAYS, self._keep_days)
        most = MOST_AT_ONCE + len(self._open_matches())  # those that are open don't keep the others from being found
        found = await self._store.abandoned_matches(now - unbegun_days * DAY, now - self._keep_days * DAY, most)
        abandoned = {match: number for match, number in found.items() if match not in self._open_matches()}
        if abandoned:
            await self._store.delete(abandoned)
            logger.info("deleted %d abandoned matches", len(abandoned))
        return len(abandoned)
