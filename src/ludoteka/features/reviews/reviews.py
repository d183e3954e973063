"""The reviews of finished matches, computed part by part in the processes in which computers think.

Each part waits for its turn in the fair queue, so a review delays no computer's move by more than one part.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, exists, insert, select, update

from ludoteka.features.reviews.review_questions import KIND, PART_SECONDS, PartAnswer
from ludoteka.features.reviews.tables import reviews
from ludoteka.server.broker.broker import Broker
from ludoteka.server.protocol.messages import encode
from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import matches, seats
from ludoteka.store.store import StorePart
from ludoteka.store.writing.statements import update_rows

logger = logging.getLogger(__name__)
BEAT = 1.0  # seconds between two reports of how far a review is
RETRY_SECONDS = 0.5  # until a worker is asked again whether its search is compiled
VERSION = 2  # of the content's form; a review of another version is computed again
SILENCE = 15.0  # seconds without a heartbeat after which the server that computes a review counts as dead

BEGIN = insert(reviews)
_THIS = reviews.c.match == bindparam("which")
PROLONG = update_rows(reviews, {"match": "which"}, done="count", at="when")
FINISH = (
    update(reviews).where(_THIS).values(done=reviews.c.total, content=bindparam("json"), summary=bindparam("seats"))
)
FORGET = delete(reviews).where(_THIS, reviews.c.content.is_(None))
FORGET_USELESS = delete(reviews).where(
    _THIS, (reviews.c.version != VERSION) | (reviews.c.content.is_(None) & (reviews.c.at < bindparam("silent")))
)


class Progress(NamedTuple):
    """How far the review of a match is."""

    done: int
    total: int
    content: str | None  # JSON; None until it is complete


def find_summaries(connection: Connection, names: Collection[str]) -> dict[str, tuple[bool, str | None]]:
    """Return of those matches that are reviewed whether the review is complete, and how each seat played, as JSON."""
    wanted = select(reviews.c.match, reviews.c.content.is_not(None), reviews.c.summary)
    found = connection.execute(wanted.where(reviews.c.match.in_(names)))
    return {match: (is_complete, summary) for match, is_complete, summary in found}


def with_summaries(wanted: Select[Any]) -> Select[Any]:
    """Add to a query of seats and their matches how each seat played, as JSON; matches of which it isn't known are left out."""
    is_known = exists().where(reviews.c.match == seats.c.match, reviews.c.summary.is_not(None)).correlate(seats)
    found = wanted.add_columns(reviews.c.summary).join(reviews, reviews.c.match == matches.c.id)
    return found.where(is_known)  # decided from the seat, before its match is read


class ReviewStore(StorePart):
    """The reviews in a store."""

    async def state(self, match: str, now: float) -> Progress | None:
        """Return how far a review is; None if nobody has asked for it, or its server has died."""
        is_alive = reviews.c.content.is_not(None) | (reviews.c.at >= now - SILENCE)
        wanted = select(reviews.c.done, reviews.c.total, reviews.c.content).where(reviews.c.match == match)
        return await self._first(Progress, wanted.where(reviews.c.version == VERSION, is_alive))

    async def begin(self, match: str, total: int, now: float) -> bool:
        """Take over a review, unless it is complete or another server computes it; return whether it was taken over."""
        row = {"match": match, "version": VERSION, "done": 0, "total": total, "at": now}
        await self._store.write([(FORGET_USELESS, {"which": match, "silent": now - SILENCE})])
        return await self._write_once([(BEGIN, row)])

    async def prolong(self, match: str, done: int, now: float) -> None:
        """Record that this server is still at it, and how far it is."""
        await self._store.write([(PROLONG, {"which": match, "count": done, "when": now})])

    async def finish(self, match: str, content: str) -> None:
        """Keep a complete review."""
        await self._store.write([(FINISH, {"which": match, "json": content, "seats": summary_of(content)})])

    async def forget(self, match: str) -> None:
        """Forget a review unless it is complete."""
        await self._store.write([(FORGET, {"which": match})])


def summary_of(content: str) -> str | None:
    """Return how each seat played, as JSON, from a complete review; None for a review of what was hidden."""
    whole: dict[str, Any] = json.loads(content)
    if "steps" not in whole:
        return None
    return json.dumps([{key: value for key, value in one.items() if key != "title"} for one in whole["seats"]])


class Reviews:
    """The reviews that this server computes."""

    def __init__(self, store: ReviewStore, broker: Broker, now: Callable[[], float]) -> None:
        self._store = store
        self._broker = broker
        self._now = now
        self._running: set[asyncio.Task[None]] = set()

    async def state(self, match: str) -> Progress | None:
        """Return how far the review of a match is; None if it has not begun."""
        return await self._store.state(match, self._now())

    async def begin(self, match: str, record: str, total: int, person: str) -> None:
        """Compute the review of a finished match, unless another server does; `total` is its number of actions.

        It uses the share of the workers of `person`.  Raises NotStored.
        """
        if await self._store.begin(match, total, self._now()):
            task = asyncio.create_task(self._review(match, record, total, person))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Stop all reviews; a new request starts them again."""
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _review(self, match: str, record: str, total: int, person: str) -> None:
        judged: list[Any] = []
        beat = asyncio.create_task(self._keep_beating(match, judged))
        try:
            review = await self._compute(match, record, total, person, judged)
            await self._store.finish(match, encode(review).decode())
        except Exception:
            logger.exception("match %s was not reviewed", match)
        finally:
            beat.cancel()
            with suppress(NotStored):
                await self._store.forget(match)  # unless it is complete

    async def _compute(self, match: str, record: str, total: int, person: str, judged: list[Any]) -> dict[str, Any]:
        questions = 0
        while True:
            first, questions = len(judged), questions + 1
            question = (record, first, judged if first >= total else [])
            key = f"{match}:review:{first}:{questions}"  # no answer is taken for that to an earlier question
            answer = PartAnswer(*await self._broker.answer(key, KIND, question, PART_SECONDS, person))
            if answer.review is not None:
                return answer.review
            judged += answer.judged
            if not answer.judged:
                await asyncio.sleep(RETRY_SECONDS)

    async def _keep_beating(self, match: str, judged: Sequence[Any]) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with suppress(NotStored):
                await self._store.prolong(match, len(judged), self._now())
