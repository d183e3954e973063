"""The ratings of a house: each rated match is rated once, in the order in which matches end, by whichever server is first.

Every rated match has the next number, and the numbers are primary keys: if two servers rate at the same time, one of them
writes nothing and starts again with what the other has written.  An annulled match is taken out of the sequence: the
matches after it in its game at its speed are rated again, and it has a row without a holder at the next number.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.ratings.changes import RatedPlayer, computers_rating, ratings_after
from ludoteka.ratings.eligibility import SPOILING
from ludoteka.ratings.glicko2 import Rating
from ludoteka.ratings.speeds import speed_of
from ludoteka.referee.events import Setup
from ludoteka.store import queries
from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import events, matches, rating_changes, ratings
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import Write

TRIES = 10  # while other servers rate at the same time
AT_ONCE = 100  # matches
_THIS = (
    (ratings.c.holder == bindparam("who"))
    & (ratings.c.game == bindparam("what"))
    & (ratings.c.speed == bindparam("pace"))
)
INSERT_CHANGE, INSERT_RATING = insert(rating_changes), insert(ratings)
DELETE_RATING = delete(ratings).where(_THIS)
SET_RATED = update(matches).where(matches.c.id == bindparam("which")).values(rated_at=bindparam("when"))
DELETE_RATINGS = delete(ratings).where(ratings.c.holder != bindparam("nobody"))
DELETE_CHANGES = delete(rating_changes).where(rating_changes.c.ordinal >= bindparam("first"))
DELETE_LATER = delete(rating_changes).where(
    rating_changes.c.ordinal >= bindparam("first"),
    rating_changes.c.ordinal < bindparam("next"),  # what another server has rated meanwhile stays, and conflicts
    rating_changes.c.game == bindparam("what"),
    rating_changes.c.speed == bindparam("pace"),
)
IS_RATED: ColumnElement[bool] = literal_column(
    "matches.rated"
)  # as in the partial index, which databases would not use otherwise


class RatingState(NamedTuple):
    """The rating of a person in a game at a speed."""

    rating: Rating = Rating()
    number: int = 0  # of rated matches
    at: float = 0.0  # when the last one ended, in seconds since 1970


class Change(NamedTuple):
    """What a match was worth for one of its players; without a holder, that it was annulled."""

    ordinal: int  # of the rated match: 1, 2, …
    place: int  # 0 or 1: of the player in this match
    match: str
    seat: str
    holder: str
    game: str
    speed: str
    at: float  # when it ended
    before: float
    rating: float
    deviation: float
    volatility: float


Key = tuple[str, str, str]  # holder, game, speed
Find = Callable[[Key], RatingState]


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
        """Return what a match was worth for its players."""
        return await self._store.read(lambda connection: _changes(connection, rating_changes.c.match == match))

    async def states(self, holder: str) -> dict[tuple[str, str], RatingState]:
        """Return the ratings of a person by game and speed."""
        return await self._store.read(lambda connection: _states_of(connection, holder))

    async def history(self, holder: str, game: str, speed: str) -> list[Change]:
        """Return the rated matches of a person in a game at a speed, oldest first."""
        wanted = (rating_changes.c.holder == holder) & (rating_changes.c.game == game)
        return await self._store.read(
            lambda connection: _changes(connection, wanted & (rating_changes.c.speed == speed))
        )

    async def recompute(self, is_check: bool = False) -> list[str]:
        """Rate all rated matches again in the same order; return those whose numbers differ from the kept ones.

        If it is no check, the new numbers replace the others.
        """
        kept, new, states = await self._store.read(self._rate_again)
        wrong = sorted({one.match for one, other in zip(kept, new, strict=True) if one != other})
        if not is_check:
            writes: list[Write] = [(DELETE_CHANGES, {"first": 0}), (DELETE_RATINGS, {"nobody": ""})]
            writes += [(INSERT_CHANGE, one._asdict()) for one in new]
            writes += [(INSERT_RATING, _row(key, one)) for key, one in states.items()]
            await self._store.write(writes)
        return wrong

    async def _rate(self, match: str) -> None:
        """Rate a match, unless another server is faster."""
        for left in reversed(range(TRIES)):
            writes = await self._store.read(lambda connection: self._writes(connection, match))
            try:
                await self._store.write(writes)
            except NotStored as error:
                if not error.is_conflict or not left:
                    raise
            else:
                return

    def _writes(self, connection: Connection, match: str) -> list[Write]:
        """Return what is to be written to rate a match; nothing if that was done."""
        row = connection.execute(
            select(matches.c.ended_at, matches.c.rated_at, matches.c.annulled_at).where(matches.c.id == match)
        ).one()
        if row.rated_at is not None:
            return []
        done: Write = (SET_RATED, {"which": match, "when": row.ended_at})
        if row.annulled_at is not None:
            return [*self._annulment(connection, match, row.annulled_at), done]
        if _is_spoiled(connection, match):
            return [done]
        states: dict[Key, RatingState] = {}
        new = self._rated(
            connection, match, _next(connection), row.ended_at, lambda key: _state(connection, key), states
        )
        writes: list[Write] = [(INSERT_CHANGE, one._asdict()) for one in new]
        return [*writes, *_replacement(states), done]

    def _annulment(self, connection: Connection, match: str, at: float) -> list[Write]:
        """Return what is to be written so that a match changes no rating any more; nothing if it never did."""
        own = [one for one in _changes(connection, rating_changes.c.match == match) if one.holder]
        if not own:
            return []
        first, game, speed = own[0].ordinal, own[0].game, own[0].speed
        pool = (rating_changes.c.game == game) & (rating_changes.c.speed == speed)
        before: dict[Key, RatingState] = {}

        def find(key: Key) -> RatingState:
            if key not in before:
                before[key] = _state_before(connection, key, first)
            return states.get(key, before[key])

        later = _changes(connection, pool & (rating_changes.c.ordinal > first))
        states = {(one.holder, game, speed): _state_before(connection, (one.holder, game, speed), first) for one in own}
        new = self._rated_in_order(connection, later, find, states)
        mark = Change(_next(connection), 0, match, "", "", game, speed, at, 0.0, 0.0, 0.0, 0.0)
        writes: list[Write] = [(DELETE_LATER, {"first": first, "next": mark.ordinal, "what": game, "pace": speed})]
        writes += [(INSERT_CHANGE, one._asdict()) for one in (*new, mark)]
        return writes + _replacement(states)

    def _rated_in_order(
        self, connection: Connection, kept: Sequence[Change], find: Find, states: dict[Key, RatingState]
    ) -> list[Change]:
        """Return the changes of matches that were rated before, rated again; put the new ratings into `states`."""
        new: list[Change] = []
        for number, match, at, is_annulled in dict.fromkeys(
            (one.ordinal, one.match, one.at, not one.holder) for one in kept
        ):
            if is_annulled:
                new += [one for one in kept if one.ordinal == number]
            else:
                new += self._rated(connection, match, number, at, find, states)
        return new

    def _rate_again(self, connection: Connection) -> tuple[list[Change], list[Change], dict[Key, RatingState]]:
        kept = _changes(connection, rating_changes.c.ordinal > 0)
        states: dict[Key, RatingState] = {}
        new = self._rated_in_order(connection, kept, lambda key: states.get(key, RatingState()), states)
        return kept, new, states

    def _rated(
        self, connection: Connection, match: str, ordinal: int, at: float, find: Find, new: dict[Key, RatingState]
    ) -> list[Change]:
        """Return what a match changes, and put the new ratings of its people into `new`."""
        header = queries.find_header(connection, match)
        if header is None or header.status.result is None:
            return []
        speed = speed_of(TimeControl.parse(header.setup.clock))
        players = list(self._players(header.setup, header.status.result, speed, find))
        after = ratings_after(players[0][2], players[1][2], at)
        changes: list[Change] = []
        for (seat, key, before), rating in zip(players, after, strict=True):
            if key[0]:
                new[key] = RatingState(rating, find(key).number + 1, at)
                place = len(changes)
                changes.append(Change(ordinal, place, match, seat, *key, at, before.rating.rating, *rating))
        return changes

    def _players(
        self, setup: Setup, result: dict[str, int], speed: str, find: Find
    ) -> Iterator[tuple[str, Key, RatedPlayer]]:
        """Yield the seat, the key and the state before the match of both players."""
        best = max(result.values())
        is_draw = min(result.values()) == best
        for letter, one in setup.seats.items():
            score = 0.5 if is_draw else float(result[letter] == best)
            key = (one.holder, setup.game, speed)
            if one.kind == "person":
                state = find(key)
                yield letter, key, RatedPlayer(state.rating, state.at, score)
            else:
                yield letter, key, RatedPlayer(computers_rating(self._games()[setup.game], one.level), 0.0, score)


def _ended_matches(connection: Connection) -> Sequence[str]:
    wanted = select(matches.c.id).where(IS_RATED, matches.c.ended_at.is_not(None), matches.c.rated_at.is_(None))
    return connection.execute(wanted.order_by(matches.c.ended_at, matches.c.id).limit(AT_ONCE)).scalars().all()


def _is_spoiled(connection: Connection, match: str) -> bool:
    """Tell whether something has happened after which a match is not rated."""
    spoiling = exists().where(events.c.match == match, events.c.kind.in_(SPOILING))
    return bool(connection.execute(select(spoiling)).scalar())


def _next(connection: Connection) -> int:
    """Return the number of the next rated match."""
    return int(connection.execute(select(func.max(rating_changes.c.ordinal))).scalar() or 0) + 1


def _replacement(states: dict[Key, RatingState]) -> list[Write]:
    """Return the writes that replace ratings; one that no match is left of is only deleted."""
    writes: list[Write] = []
    for key, one in states.items():
        writes.append((DELETE_RATING, {"who": key[0], "what": key[1], "pace": key[2]}))
        if one.number:
            writes.append((INSERT_RATING, _row(key, one)))
    return writes


def _state_before(connection: Connection, key: Key, ordinal: int) -> RatingState:
    """Return the rating that somebody had before the rated match with a number."""
    whose = (rating_changes.c.holder == key[0]) & (rating_changes.c.game == key[1]) & (rating_changes.c.speed == key[2])
    wanted = whose & (rating_changes.c.ordinal < ordinal)
    number = connection.execute(select(func.count()).where(wanted)).scalar_one()
    last = select(rating_changes).where(wanted).order_by(rating_changes.c.ordinal.desc()).limit(1)
    if not (row := connection.execute(last).first()):
        return RatingState()
    return RatingState(Rating(row.rating, row.deviation, row.volatility), number, row.at)


def _state(connection: Connection, key: Key) -> RatingState:
    wanted = select(ratings).where(ratings.c.holder == key[0], ratings.c.game == key[1], ratings.c.speed == key[2])
    row = connection.execute(wanted).first()
    return RatingState(Rating(row.rating, row.deviation, row.volatility), row.number, row.at) if row else RatingState()


def _states_of(connection: Connection, holder: str) -> dict[tuple[str, str], RatingState]:
    found = connection.execute(select(ratings).where(ratings.c.holder == holder))
    return {
        (row.game, row.speed): RatingState(Rating(row.rating, row.deviation, row.volatility), row.number, row.at)
        for row in found
    }


def _changes(connection: Connection, condition: Any) -> list[Change]:
    columns = [rating_changes.c[name] for name in Change._fields]
    wanted = select(*columns).where(condition).order_by(rating_changes.c.ordinal, rating_changes.c.place)
    return [Change(*row) for row in connection.execute(wanted)]


def _row(key: Key, one: RatingState) -> dict[str, Any]:
    holder, game, speed = key
    return {"holder": holder, "game": game, "speed": speed, **one.rating._asdict(), "number": one.number, "at": one.at}
