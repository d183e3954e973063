"""Reading the ratings of a house, and rating its matches."""

from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import ColumnElement, Connection, bindparam, delete, exists, literal_column, select, update

from ludoteka.core.game import Game
from ludoteka.ratings.eligibility import SPOILING
from ludoteka.store import queries
from ludoteka.store.ratings import rows
from ludoteka.store.ratings.rows import Change, Key, RatingState
from ludoteka.store.ratings.sequence import annulment, rate_again, rate_match
from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import events, matches, rating_changes, ratings
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import Write

TRIES = 10  # while other servers rate at the same time
AT_ONCE = 100  # matches
SET_RATED = update(matches).where(matches.c.id == bindparam("which")).values(rated_at=bindparam("when"))
DELETE_RATINGS = delete(ratings).where(ratings.c.holder != bindparam("nobody"))
DELETE_CHANGES = delete(rating_changes).where(rating_changes.c.ordinal >= bindparam("first"))
IS_RATED: ColumnElement[bool] = literal_column(
    "matches.rated"
)  # as in the partial index, which databases would not use otherwise


class RatingStore:
    """The ratings in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store, games: Callable[[], dict[str, Game]]) -> None:
        self._store = store
        self._games = games

    async def rate_ended(self) -> int:
        """Rate the matches that have ended, in the order of their ends; return how many there were."""
        found = await self._store.read(_ended_matches)
        for match in found:
            await self._rate(match)
        return len(found)

    async def changes(self, match: str) -> list[Change]:
        """Return the rating changes of a match."""
        wanted = rating_changes.c.match == match
        return await self._store.read(lambda connection: rows.changes_where(connection, wanted))

    async def changes_of(self, holder: str) -> list[Change]:
        """Return the rating changes of all rated matches of a person, oldest first."""
        wanted = rating_changes.c.holder == holder
        return await self._store.read(lambda connection: rows.changes_where(connection, wanted))

    async def states(self, holder: str) -> dict[tuple[str, str], RatingState]:
        """Return the ratings of a person by game and speed."""
        return await self._store.read(lambda connection: rows.states_of(connection, holder))

    async def history(self, holder: str, game: str, speed: str) -> list[Change]:
        """Return the rated matches of a person in a game at a speed, oldest first."""
        whose = (rating_changes.c.holder == holder) & (rating_changes.c.game == game)
        wanted = whose & (rating_changes.c.speed == speed)
        return await self._store.read(lambda connection: rows.changes_where(connection, wanted))

    async def recompute(self, is_check: bool = False) -> list[str]:
        """Rate all rated matches again in the same order; return those whose numbers differ from the kept ones.

        Unless `is_check`, the new numbers replace the others.
        """
        kept, new, states = await self._store.read_long(partial(rate_again, games=self._games()))
        wrong = sorted({one.match for one, other in zip(kept, new, strict=True) if one != other})
        if not is_check:
            writes: list[Write] = [(DELETE_CHANGES, {"first": 0}), (DELETE_RATINGS, {"nobody": ""})]
            writes += [(rows.INSERT_CHANGE, one._asdict()) for one in new]
            writes += [(rows.INSERT_RATING, rows.rating_row(key, one)) for key, one in states.items()]
            await self._store.write(writes)
        return wrong

    async def _rate(self, match: str) -> None:
        """Rate a match, unless another server is faster."""
        for left in reversed(range(TRIES)):
            writes = await self._store.read_long(lambda connection: self._writes(connection, match))
            try:
                await self._store.write(writes)
            except NotStored as error:
                if not error.is_conflict or not left:
                    raise
            else:
                return

    def _writes(self, connection: Connection, match: str) -> list[Write]:
        """Return the writes that rate or annul a match; none if that was done already."""
        row = connection.execute(
            select(matches.c.ended_at, matches.c.rated_at, matches.c.annulled_at).where(matches.c.id == match)
        ).one()
        if row.rated_at is not None:
            return []
        done: Write = (SET_RATED, {"which": match, "when": row.ended_at})
        if row.annulled_at is not None:
            return [*annulment(connection, match, row.annulled_at, self._games()), done]
        if _is_spoiled(connection, match):
            return [done]
        [kept] = queries.stored_matches(connection, [match])
        states: dict[Key, RatingState] = {}
        find = partial(rows.state_of, connection)
        new = rate_match(kept, rows.next_ordinal(connection), row.ended_at, self._games(), find, states)
        return [*((rows.INSERT_CHANGE, one._asdict()) for one in new), *rows.replacement(states), done]


def _ended_matches(connection: Connection) -> Sequence[str]:
    wanted = select(matches.c.id).where(IS_RATED, matches.c.ended_at.is_not(None), matches.c.rated_at.is_(None))
    return connection.execute(wanted.order_by(matches.c.ended_at, matches.c.id).limit(AT_ONCE)).scalars().all()


def _is_spoiled(connection: Connection, match: str) -> bool:
    """Tell whether an event has made a match unratable."""
    spoiling = exists().where(events.c.match == match, events.c.kind.in_(SPOILING))
    return bool(connection.execute(select(spoiling)).scalar())
