"""The reviews of a house: each is computed by one server at a time, and kept when it is complete."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import reviews
from ludoteka.store.store import Store

VERSION = 2  # of the content's form; a review of another version is computed again
SILENCE = 15.0  # seconds without a heartbeat after which the server that computes a review counts as dead

BEGIN = insert(reviews)
_THIS = reviews.c.match == bindparam("which")
PROLONG = update(reviews).where(_THIS).values(done=bindparam("count"), at=bindparam("when"))
FINISH = (
    update(reviews).where(_THIS).values(done=reviews.c.total, content=bindparam("json"), summary=bindparam("seats"))
)
FORGET = delete(reviews).where(_THIS, reviews.c.content.is_(None))
FORGET_OLD = delete(reviews).where(_THIS, reviews.c.version != bindparam("form"))
FORGET_DEAD = delete(reviews).where(_THIS, reviews.c.content.is_(None), reviews.c.at < bindparam("silent"))


class ReviewState(NamedTuple):
    """How far the review of a match is."""

    done: int
    total: int
    content: str | None  # JSON; None until it is complete


class ReviewStore:
    """The reviews in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def state(self, match: str, now: float) -> ReviewState | None:
        """Return how far a review is; None if nobody has asked for it, or its server has died."""

        def find(connection: Connection) -> ReviewState | None:
            found = connection.execute(select(reviews).where(reviews.c.match == match)).first()
            if found is None or found.version != VERSION or (found.content is None and found.at < now - SILENCE):
                return None
            return ReviewState(found.done, found.total, found.content)

        return await self._store.read(find)

    async def begin(self, match: str, total: int, now: float) -> bool:
        """Take over a review, unless it is complete or another server computes it; return whether it was taken over.

        Raises:
            NotStored
        """
        row = {"match": match, "version": VERSION, "done": 0, "total": total, "at": now}
        try:
            await self._store.write(
                [
                    (FORGET_OLD, {"which": match, "form": VERSION}),
                    (FORGET_DEAD, {"which": match, "silent": now - SILENCE}),
                ]
            )
            await self._store.write([(BEGIN, row)])
        except NotStored as error:
            if error.is_conflict:
                return False
            raise
        return True

    async def prolong(self, match: str, done: int, now: float) -> None:
        """Record that this server is still at it, and how far it is.  Raises NotStored."""
        await self._store.write([(PROLONG, {"which": match, "count": done, "when": now})])

    async def finish(self, match: str, content: str) -> None:
        """Keep a complete review.  Raises NotStored."""
        await self._store.write([(FINISH, {"which": match, "json": content, "seats": summary_of(content)})])

    async def forget(self, match: str) -> None:
        """Forget a review that is not complete, because it failed.  Raises NotStored."""
        await self._store.write([(FORGET, {"which": match})])


def summary_of(content: str) -> str | None:
    """Return how each seat played, as JSON, from a complete review; None for a review of what was hidden."""
    whole: dict[str, Any] = json.loads(content)
    if "steps" not in whole:
        return None
    return json.dumps([{key: value for key, value in one.items() if key != "title"} for one in whole["seats"]])
