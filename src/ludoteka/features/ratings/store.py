"""Reading the ratings of a house, and rating its matches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, exists, func, insert, literal_column, select

from ludoteka.core.clock import TimeControl
from ludoteka.features.ratings.glicko2 import Rating
from ludoteka.features.ratings.pools import PARTY, pool_of, provisional_above
from ludoteka.features.ratings.rating import SPOILING, RatedPlayer, computers_rating, party_ratings_after, ratings_after
from ludoteka.features.ratings.tables import rating_changes, ratings
from ludoteka.games import games
from ludoteka.store import queries
from ludoteka.store.metadata import columns_of
from ludoteka.store.models import StoredMatch
from ludoteka.store.people import accounts
from ludoteka.store.refusals import NotStored
from ludoteka.store.schema import events, matches
from ludoteka.store.store import StorePart, reads
from ludoteka.store.writing.statements import Write, delete_rows, update_rows

INSERT_CHANGE, INSERT_RATING = insert(rating_changes), insert(ratings)
DELETE_RATING = delete_rows(ratings, holder="who", game="what", speed="pace")
DELETE_CHANGE = delete_rows(rating_changes, ordinal="which")
TRIES = 10  # while other servers rate at the same time
AT_ONCE = 100  # matches that are rated
READ_AT_ONCE = 500  # matches that are read
SET_RATED = update_rows(matches, {"id": "which"}, rated_at="when")
DELETE_RATINGS = delete(ratings).where(ratings.c.holder != bindparam("nobody"))
DELETE_CHANGES = delete(rating_changes).where(rating_changes.c.ordinal >= bindparam("first"))
# As in the partial index, which databases would not use otherwise
IS_RATED: ColumnElement[bool] = literal_column("matches.rated")


class RatingState(NamedTuple):
    """The rating of a person in a game at a speed."""

    rating: Rating = Rating()
    number: int = 0  # of rated matches
    at: float = 0.0  # when the last one ended, in seconds since 1970


class Change(NamedTuple):
    """The rating change of a player by a match; without a holder, the annulment of a match."""

    ordinal: int  # of the rated match: 1, 2, …
    place: int  # 0, 1, …: of the player in this match
    match: str
    seat: str
    holder: str
    game: str
    speed: str  # one of `ratings.pools.POOLS`
    at: float  # when it ended
    before: float
    rating: float
    deviation: float
    volatility: float

    @property
    def key(self) -> "Key":
        """Whose rating it changed."""
        return self.holder, self.game, self.speed


class RatedUser(NamedTuple):
    """A user on a leaderboard."""

    holder: str
    name: str
    rating: float
    number: int  # of rated matches


Key = tuple[str, str, str]  # holder, game, speed
Find = Callable[[Key], RatingState]


def changes_where(connection: Connection, condition: Any) -> list[Change]:
    """Return rating changes, in the order in which the matches were rated."""
    wanted = select(*columns_of(rating_changes, Change)).where(condition)
    wanted = wanted.order_by(rating_changes.c.ordinal, rating_changes.c.place)
    return [Change(*row) for row in connection.execute(wanted)]


def next_ordinal(connection: Connection) -> int:
    """Return the number of the next rated match."""
    return int(connection.execute(select(func.max(rating_changes.c.ordinal))).scalar() or 0) + 1


def state_of(connection: Connection, key: Key) -> RatingState:
    """Return a person's current rating."""
    wanted = select(ratings).where(ratings.c.holder == key[0], ratings.c.game == key[1], ratings.c.speed == key[2])
    row = connection.execute(wanted).first()
    return _state(row, row.number) if row else RatingState()


def _state(row: Any, number: int) -> RatingState:
    return RatingState(Rating(row.rating, row.deviation, row.volatility), number, row.at)


def state_before(connection: Connection, key: Key, ordinal: int) -> RatingState:
    """Return a person's rating before the rated match with a number."""
    wanted = is_in_pool(*key) & (rating_changes.c.ordinal < ordinal)
    number = connection.execute(select(func.count()).where(wanted)).scalar_one()
    last = select(rating_changes).where(wanted).order_by(rating_changes.c.ordinal.desc()).limit(1)
    row = connection.execute(last).first()
    return _state(row, number) if row else RatingState()


def is_in_pool(holder: str, game: str, speed: str) -> ColumnElement[bool]:
    """Return the condition that a rating change is one of a person in a game at a speed."""
    changed = rating_changes.c
    return (changed.holder == holder) & (changed.game == game) & (changed.speed == speed)


def last_results(connection: Connection, key: Key, limit: int) -> dict[str, tuple[str, dict[str, int]]]:
    """Return a person's newest rated matches in a game at a speed, each with their seat and the result."""
    wanted = (
        select(rating_changes.c.match, rating_changes.c.seat, matches.c.result)
        .join(matches, matches.c.id == rating_changes.c.match)
        .where(is_in_pool(*key))
        .order_by(rating_changes.c.ordinal.desc())
    )
    return {match: (seat, result) for match, seat, result in connection.execute(wanted.limit(limit))}


def is_annulled(connection: Connection, match: str) -> bool:
    """Tell whether a match is annulled."""
    return connection.execute(select(matches.c.annulled_at).where(matches.c.id == match)).scalar() is not None


def find_leaders(connection: Connection, game: str, speed: str, since: float, limit: int) -> list[RatedUser]:
    """Return the best users with a settled rating who have played a rated match since a time, best first."""
    wanted = (
        select(accounts.c.holder, accounts.c.name, ratings.c.rating, ratings.c.number)
        .join(accounts, accounts.c.holder == ratings.c.holder)
        .where(ratings.c.game == game, ratings.c.speed == speed, ratings.c.at >= since)
        .where(ratings.c.deviation <= provisional_above(speed), accounts.c.is_bot.is_(False))
        .where(accounts.c.is_hidden.is_(False), accounts.c.deleted_at.is_(None), accounts.c.closed_at.is_(None))
        .order_by(ratings.c.rating.desc(), accounts.c.name)
        .limit(limit)
    )
    return [RatedUser(*row) for row in connection.execute(wanted)]


def replacement(states: Mapping[Key, RatingState]) -> list[Write]:
    """Return the writes that replace ratings; a rating without any match left is only deleted."""
    writes: list[Write] = []
    for key, one in states.items():
        writes.append((DELETE_RATING, {"who": key[0], "what": key[1], "pace": key[2]}))
        if one.number:
            writes.append((INSERT_RATING, rating_row(key, one)))
    return writes


def rating_row(key: Key, one: RatingState) -> dict[str, Any]:
    """Return a rating as a row."""
    holder, game, speed = key
    return {"holder": holder, "game": game, "speed": speed, **one.rating._asdict(), "number": one.number, "at": one.at}


def rate_match(kept: StoredMatch, ordinal: int, at: float, find: Find, new: dict[Key, RatingState]) -> list[Change]:
    """Return the rating changes of a match, and put the new ratings into `new`; `find` returns earlier ratings."""
    if kept.status.result is None:
        return []
    pool = pool_of(TimeControl.parse(kept.clock), len(kept.seats))
    players = list(_players(kept, kept.status.result, pool, find))
    before = [one for _, _, one in players]
    after = party_ratings_after(before) if pool == PARTY else ratings_after(before[0], before[1], at)
    changes: list[Change] = []
    for (seat, key, player), rating in zip(players, after, strict=True):
        if key[0]:
            new[key] = RatingState(rating, find(key).number + 1, at)
            place = len(changes)
            changes.append(Change(ordinal, place, kept.id, seat, *key, at, player.rating.rating, *rating))
    return changes


def _players(
    kept: StoredMatch, result: dict[str, int], pool: str, find: Find
) -> Iterator[tuple[str, Key, RatedPlayer]]:
    """Yield the seat, the key and the state before the match of each player."""
    best = max(result.values())
    is_draw = min(result.values()) == best
    for letter, one in kept.seats.items():
        of_two = 0.5 if is_draw else float(result[letter] == best)
        score = float(result[letter]) if pool == PARTY else of_two
        key = (one.holder, kept.game, pool)
        if one.kind == "person":
            state = find(key)
            yield letter, key, RatedPlayer(state.rating, state.at, score)
        else:
            yield letter, key, RatedPlayer(computers_rating(games()[kept.game], one.level), 0.0, score)


def rate_again(connection: Connection) -> tuple[list[Change], list[Change], dict[Key, RatingState]]:
    """Rate all rated matches again in the same order; return what they changed before and now, and the ratings."""
    kept = changes_where(connection, rating_changes.c.ordinal > 0)
    states: dict[Key, RatingState] = {}
    new: list[Change] = []

    def find(key: Key) -> RatingState:
        return states.get(key, RatingState())

    for changes, match in _with_matches(connection, kept):
        if changes[0].holder:
            new += rate_match(match, changes[0].ordinal, changes[0].at, find, states)
        else:
            new += changes  # it was annulled
    return kept, new, states


def annulment(connection: Connection, match: str, at: float) -> list[Write]:
    """Return the writes that undo a match's effect on ratings; none if it had no effect.

    Later matches in the same pool are rated again if a player's rating before them has changed.
    """
    own = [one for one in changes_where(connection, rating_changes.c.match == match) if one.holder]
    if not own:
        return []
    first, game, pool = own[0].ordinal, own[0].game, own[0].speed
    in_pool = (rating_changes.c.game == game) & (rating_changes.c.speed == pool)
    later = changes_where(connection, in_pool & (rating_changes.c.ordinal > first))
    states = {one.key: state_before(connection, one.key, first) for one in own}
    mark = Change(next_ordinal(connection), 0, match, "", "", game, pool, at, 0.0, 0.0, 0.0, 0.0)
    writes: list[Write] = [(DELETE_CHANGE, {"which": first}), (INSERT_CHANGE, mark._asdict())]
    for new in _rated_again(connection, later, states):
        writes.append((DELETE_CHANGE, {"which": new[0].ordinal}))
        writes += [(INSERT_CHANGE, one._asdict()) for one in new]
    return writes + replacement(states)


def _rated_again(
    connection: Connection, later: Sequence[Change], states: dict[Key, RatingState]
) -> Iterator[list[Change]]:
    """Yield the new rating changes of matches whose players' ratings, in `states`, have changed; update `states`."""
    for changes in _by_match(later):
        ordinal, at = changes[0].ordinal, changes[0].at
        if any(change.key in states for change in changes):  # never in the row of another annulment

            def find(key: Key, ordinal: int = ordinal) -> RatingState:
                return states[key] if key in states else state_before(connection, key, ordinal)

            [match] = queries.stored_matches(connection, [changes[0].match])
            yield rate_match(match, ordinal, at, find, states)


def _with_matches(connection: Connection, kept: Sequence[Change]) -> Iterator[tuple[list[Change], StoredMatch]]:
    grouped = _by_match(kept)
    for start in range(0, len(grouped), READ_AT_ONCE):
        part = grouped[start : start + READ_AT_ONCE]
        known = {
            match.id: match for match in queries.stored_matches(connection, [changes[0].match for changes in part])
        }
        for changes in part:
            yield changes, known[changes[0].match]


def _by_match(kept: Sequence[Change]) -> list[list[Change]]:
    return [list(changes) for _, changes in groupby(kept, lambda one: one.ordinal)]


class RatingStore(StorePart):
    """The ratings in a store."""

    is_annulled = reads(is_annulled)
    leaders = reads(find_leaders)
    _changes_where = reads(changes_where)

    async def rate_ended(self) -> int:
        """Rate the matches that have ended, in the order of their ends; return how many there were."""
        is_due = (IS_RATED, matches.c.ended_at.is_not(None), matches.c.rated_at.is_(None))
        wanted = select(matches.c.id).where(*is_due).order_by(matches.c.ended_at, matches.c.id)
        found = await self._values(wanted.limit(AT_ONCE))
        for match in found:
            await self._rate(match)
        return len(found)

    async def changes(self, match: str) -> list[Change]:
        return await self._changes_where(rating_changes.c.match == match)

    async def changes_of(self, holder: str) -> list[Change]:
        """Return the rating changes of all rated matches of a person, oldest first."""
        return await self._changes_where(rating_changes.c.holder == holder)

    async def history(self, holder: str, game: str, speed: str) -> list[Change]:
        """Return the rated matches of a person in a game at a speed, oldest first."""
        return await self._changes_where(is_in_pool(holder, game, speed))

    async def states(self, holder: str) -> dict[tuple[str, str], RatingState]:
        """Return the ratings of a person by game and speed."""
        wanted = select(ratings).where(ratings.c.holder == holder)
        return await self.read(
            lambda connection: {(row.game, row.speed): _state(row, row.number) for row in connection.execute(wanted)}
        )

    async def recompute(self, is_check: bool = False) -> list[str]:
        """Rate all rated matches again in the same order; return those whose numbers differ from the kept ones.

        Unless `is_check`, the new numbers replace the others.
        """
        kept, new, states = await self._store.read_long(rate_again)
        wrong = sorted({one.match for one, other in zip(kept, new, strict=True) if one != other})
        if not is_check:
            writes: list[Write] = [(DELETE_CHANGES, {"first": 0}), (DELETE_RATINGS, {"nobody": ""})]
            writes += [(INSERT_CHANGE, one._asdict()) for one in new]
            writes += [(INSERT_RATING, rating_row(key, one)) for key, one in states.items()]
            await self._store.write(writes)
        return wrong

    async def _rate(self, match: str) -> None:
        for left in reversed(range(TRIES)):
            writes = await self._store.read_long(lambda connection: _writes(connection, match))
            try:
                await self._store.write(writes)
            except NotStored as error:
                if not error.is_conflict or not left:
                    raise
            else:
                return


def _writes(connection: Connection, match: str) -> list[Write]:
    """Return the writes that rate or annul a match; none if that was done already."""
    row = connection.execute(
        select(matches.c.ended_at, matches.c.rated_at, matches.c.annulled_at).where(matches.c.id == match)
    ).one()
    if row.rated_at is not None:
        return []
    done: Write = (SET_RATED, {"which": match, "when": row.ended_at})
    if row.annulled_at is not None:
        return [*annulment(connection, match, row.annulled_at), done]
    spoiling = exists().where(events.c.match == match, events.c.kind.in_(SPOILING))
    if connection.execute(select(spoiling)).scalar():
        return [done]
    [kept] = queries.stored_matches(connection, [match])
    states: dict[Key, RatingState] = {}
    find = partial(state_of, connection)
    new = rate_match(kept, next_ordinal(connection), row.ended_at, find, states)
    return [*((INSERT_CHANGE, one._asdict()) for one in new), *replacement(states), done]
