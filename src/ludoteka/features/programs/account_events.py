"""Account events: matches that begin or end, and challenges.

All streams of an account on this server share one `Watch`.  On news, it compares the ids of matches and challenges,
and reads only those that have changed.
"""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludoteka.features.challenges.calls import challenge_entry
from ludoteka.features.challenges.store import ChallengeStore, Current
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.protocol.messages import encode
from ludoteka.server.streams.line_stream import LineStream
from ludoteka.server.streams.news import News, wait_for_news
from ludoteka.store import Store, StoreRefused

logger = logging.getLogger(__name__)
AT_A_TIME = 20  # lines encoded before other requests are served


class Watch:
    """The state that was last sent to one account's streams on this server."""

    def __init__(self, store: Store, challenges: ChallengeStore, news: News, holder: str) -> None:
        self.followers = 0  # streams, including those that have not received the current state yet
        self._store, self._challenges = store, challenges
        self._holder = holder
        self._streams: set[LineStream] = set()
        self._told = Current(frozenset(), frozenset())
        self._turn = asyncio.Lock()
        self._looking = asyncio.create_task(self._look(news))

    async def join(self, stream: LineStream) -> None:
        """Send the current state to a stream; later changes go to all streams.  Raises StoreRefused."""
        async with self._turn:
            await self._tell_changes()
            await self._post([stream], await self._described(self._told))
            self._streams.add(stream)

    def leave(self, stream: LineStream) -> None:
        """Remove a stream; stop watching after the last one."""
        self._streams.discard(stream)
        self.followers -= 1
        if not self.followers:
            self._looking.cancel()

    async def _look(self, news: News) -> None:
        wake = news.listen(self._holder)
        try:
            while True:
                await wait_for_news(wake)
                async with self._turn:
                    await self._tell_or_end()
        finally:
            news.leave(self._holder, wake)

    async def _tell_or_end(self) -> None:
        try:
            await self._tell_changes()
        except Exception as error:
            if not isinstance(error, StoreRefused):
                logger.exception("what happens to somebody could not be told")
            for stream in self._streams:
                stream.end()  # the client reconnects, and gets the reason

    async def _tell_changes(self) -> None:
        now, before = await self._challenges.current(self._holder), self._told
        if now == before:
            return
        gone = await self._store.matches(sorted(before.matches - now.matches))
        # Without a result, the player has left their seat
        over = [("over", match_entry(one, self._holder)) for one in gone if one.status.result is not None]
        new = await self._described(Current(now.matches - before.matches, now.challenges - before.challenges))
        answers = [
            ("answer", await self._answer(challenge)) for challenge in sorted(before.challenges - now.challenges)
        ]
        self._told = now
        await self._post(tuple(self._streams), [*over, *new, *answers])

    async def _described(self, wanted: Current) -> list[tuple[str, Any]]:
        matches = await self._store.matches(sorted(wanted.matches))
        challenges = await self._challenges.open_ones(wanted.challenges)
        begun = [("begun", match_entry(match, self._holder)) for match in matches]
        return begun + [("challenge", challenge_entry(challenge, self._holder)) for challenge in challenges]

    async def _post(self, streams: Iterable[LineStream], told: list[tuple[str, Any]]) -> None:
        for number, (kind, content) in enumerate(told, 1):
            line = encode({"t": kind, "d": content})
            for stream in streams:
                stream.post(line)
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)

    async def _answer(self, name: str) -> dict[str, str]:
        challenge = await self._challenges.find(name)  # a match that was called off has no answer
        return {"id": name, "answer": (challenge.answer if challenge else "") or "withdrawn"}


@dataclass
class AccountEvents:
    """The watches of one server."""

    store: Store
    challenges: ChallengeStore
    news: News
    _watches: dict[str, Watch] = field(default_factory=dict)  # by holder, for accounts with streams

    async def follow(self, stream: LineStream, holder: str) -> None:
        """Post an account's current state, and then the changes, until cancelled."""
        if holder not in self._watches:
            self._watches[holder] = Watch(self.store, self.challenges, self.news, holder)
        watch = self._watches[holder]
        watch.followers += 1
        try:
            await watch.join(stream)
            await asyncio.Event().wait()
        except StoreRefused:
            stream.end()  # the client reconnects, and gets the reason
        finally:
            watch.leave(stream)
            if not watch.followers:
                del self._watches[holder]
