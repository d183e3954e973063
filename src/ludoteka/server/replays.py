"""Requests that are answered by replaying a whole match."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import NamedTuple, TypeVar

from ludoteka.referee.referee import Referee
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.operations.work_queue import SHORT_LOG, ReplayQueue
from ludoteka.server.protocol.messages import NO_SUCH_MATCH
from ludoteka.server.whole_matches import NO_SUCH_GAME, OTHER_RULES, Build, answer_from
from ludoteka.store import Store
from ludoteka.store.models import MatchHeader

REPLAY_REFUSALS = (NO_SUCH_MATCH, NO_SUCH_GAME, OTHER_RULES)
Answer = TypeVar("Answer")


class Replays(NamedTuple):
    """Answers questions about whole matches."""

    store: Store
    queue: ReplayQueue
    build: Build

    async def header(self, match: str) -> MatchHeader:
        """Return what is stored of a match beside its log.  Raises Refused: "no-such-match"."""
        header = await self.store.header(match)
        if header is None:
            raise NO_SUCH_MATCH()
        return header

    async def ask(
        self, match: str, client: LimitKey, check: Callable[[MatchHeader], None], answer: Callable[[Referee], Answer]
    ) -> Answer:
        """Return what `answer` makes of a match; it is called in another process.

        `check` refuses by what is stored beside the log, so that what is refused costs no replay.

        Raises:
            Refused: "no-such-match", "other-rules", "too-often", and what `check` and `answer` raise.
        """
        header = await self.header(match)
        check(header)
        with self.queue.one_request(client) if header.number > SHORT_LOG else nullcontext():
            async with self.queue.turn(client.address):
                setup, events = await self.store.load(match) or (header.setup, [])
                return await self.queue.call(answer_from, self.build, setup, events, answer)
