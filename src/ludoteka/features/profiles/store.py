"""Data of profiles: matches and scores, and followed users."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, String, cast, func, insert, literal_column, select

from ludoteka.features.accounts.store import EXISTS, SET_HIDDEN
from ludoteka.features.profiles.tables import follows
from ludoteka.features.reviews.reviews import with_summaries
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.store import queries
from ludoteka.store.models import StoredMatch
from ludoteka.store.people import Account, accounts
from ludoteka.store.schema import matches, seats
from ludoteka.store.store import StorePart, reads
from ludoteka.store.writing.owners import delete_with_accounts
from ludoteka.store.writing.statements import ID, Statements, delete_rows

MOST_COUNTED = 2000  # newest matches in a score
MOST_REVIEWED = 200  # newest reviewed matches in playing statistics

delete_with_accounts(follows.c.follower, follows.c.followed)
_writes = Statements("profiles")
DELETE_FOLLOW = _writes.add(delete_rows(follows, follower="whose", followed="of_whom"))
INSERT_FOLLOW = _writes.add(insert(follows), follower=ID, followed=ID)


class MatchFilter(NamedTuple):
    """A filter of a user's matches; "" stands for all."""

    game: str = ""
    side: str = ""  # the letter of the user's seat
    opponent: str = ""  # a holder
    is_public: bool = True  # only those
    before: float | None = None  # when they were created


class Score(Answer):
    """A user's wins, draws and losses."""

    game: str
    side: str
    won: Whole
    drawn: Whole
    lost: Whole


class Played(Answer):
    """Statistics of a user's play in reviewed matches of a game; values are in millionths of the chance to win."""

    game: str
    reviewed: Whole  # matches
    mean_loss: Whole  # per action with a choice
    luck: int | None  # the mean over these matches; None in a game without dice
    skill: int | None


class Followed(Answer):
    """A user whom another one follows."""

    name: str
    match: str | None  # a public match that they play now
    game: str | None


def _matches_of(connection: Connection, holder: str, wanted: MatchFilter, limit: int) -> list[StoredMatch]:
    """Return the matches in which a user has exactly one seat, newest first."""
    newest = connection.execute(_chosen(holder, wanted).limit(limit)).scalars().all()
    return queries.stored_matches(connection, newest)


def _scores_of(connection: Connection, holder: str, wanted: MatchFilter) -> list[Score]:
    """Return a user's score in their newest matches, by game and side."""
    over = _chosen(holder, wanted, matches.c.game, cast(matches.c.result, String).label("result"))
    over = over.where(matches.c.result.is_not(None), matches.c.annulled_at.is_(None)).limit(MOST_COUNTED)
    newest = over.subquery()
    equal = (newest.c.letter, newest.c.game, newest.c.result)
    counts: Counter[tuple[str, str, int]] = Counter()
    for side, game, text, number in connection.execute(select(*equal, func.count()).group_by(*equal)):
        result = json.loads(text)
        if len(result) > 1 and side in result:  # others were called off, or can't be won
            counts[game, side, _outcome(result, side)] += number
    keys = sorted({(game, side) for game, side, _ in counts})
    return [Score(*key, counts[*key, 1], counts[*key, 0], counts[*key, -1]) for key in keys]


def _played_by(connection: Connection, holder: str, wanted: MatchFilter) -> list[Played]:
    """Return statistics of a user's play in their newest reviewed matches, by game."""
    known = with_summaries(_chosen(holder, wanted, matches.c.game))
    found: dict[str, list[dict[str, Any]]] = {}
    for _, side, game, summary in connection.execute(known.limit(MOST_REVIEWED)):
        found.setdefault(game, []).extend(one for one in json.loads(summary) if one["letter"] == side)
    return [_mean(game, seats) for game, seats in sorted(found.items()) if seats]


def _followed_by(connection: Connection, account: str, now: float) -> list[Followed]:
    """Return the users whom an account follows, sorted by name, with a public match in progress; `now` is a house time."""
    wanted = select(accounts.c.name, accounts.c.holder).join(follows, follows.c.followed == accounts.c.id)
    people = connection.execute(wanted.where(follows.c.follower == account, EXISTS)).all()
    playing = _playing(connection, now)  # there are fewer of these than matches of many followed users
    found = [Followed(person.name, *playing.get(person.holder, (None, None))) for person in people]
    return sorted(found, key=lambda one: (not one.match, one.name.casefold()))


class ProfileStore(StorePart):
    """The data of user pages."""

    matches = reads(_matches_of)
    scores = reads(_scores_of)
    played = reads(_played_by)
    followed = reads(_followed_by)

    async def follow(self, account: str, other: str, at: float) -> None:
        """Store that one account follows another."""
        deletion = (DELETE_FOLLOW, {"whose": account, "of_whom": other})
        await self.write(deletion, (INSERT_FOLLOW, {"follower": account, "followed": other, "at": at}))

    async def unfollow(self, account: str, other: str) -> None:
        """Delete that one account follows another."""
        await self.write((DELETE_FOLLOW, {"whose": account, "of_whom": other}))

    async def follows(self, account: str, other: str) -> bool:
        """Tell whether one account follows another."""
        return await self._has(select(1).where(follows.c.follower == account, follows.c.followed == other))

    async def follow_count(self, account: str) -> int:
        """Return the number of accounts that an account follows."""
        return await self._count(follows.c.follower == account)

    async def follower_count(self, account: str) -> int:
        """Return the number of an account's followers."""
        return await self._count(follows.c.followed == account)

    async def hide(self, account: str, *, is_hidden: bool) -> None:
        """Hide the profile of an account from everybody else, or show it."""
        await self.write((SET_HIDDEN, {"whose": account, "hidden": is_hidden}))


def _chosen(holder: str, wanted: MatchFilter, *columns: ColumnElement[Any]) -> Select[Any]:
    """Return a query for the matches of a filter, newest first, without those in which the user has several seats.

    Before each match, only the index of seats by holder is read, in its order.
    """
    is_own = queries.is_seat_of(holder)
    own = select(seats.c.match).where(*is_own).group_by(seats.c.made_at, seats.c.match)
    against_themselves = own.having(func.count() > literal_column("1"))
    found = select(matches.c.id, seats.c.letter, *columns).join(seats, seats.c.match == matches.c.id)
    found = found.where(*is_own, seats.c.match.not_in(against_themselves))
    if wanted.game:
        found = found.where(matches.c.game == wanted.game)
    if wanted.side:
        found = found.where(seats.c.letter == wanted.side)
    if wanted.opponent:
        theirs = select(seats.c.match).where(*queries.is_seat_of(wanted.opponent))
        found = found.where(seats.c.match.in_(theirs))
    if wanted.is_public:
        found = found.where(matches.c.visibility == "public")
    if wanted.before is not None:
        found = found.where(seats.c.made_at < wanted.before)
    return found.order_by(seats.c.made_at.desc(), seats.c.match)


def _mean(game: str, seats: list[dict[str, Any]]) -> Played:
    """Return the means over the review summaries of a person's seats."""
    moves = max(1, sum(seat["moves"] for seat in seats))
    loss = sum(seat["mean_loss"] * seat["moves"] for seat in seats) // moves
    luck, skill = (round(sum(seat[name] for seat in seats) / len(seats)) for name in ("luck", "skill"))
    has_dice = any(seat["luck"] for seat in seats)
    return Played(game, len(seats), loss, luck if has_dice else None, skill if has_dice else None)


def _outcome(result: dict[str, int], side: str) -> int:
    """Return 1 for a win, 0 for a draw and -1 for a loss: the highest number wins, alone or with others."""
    best, is_draw = max(result.values()), len(set(result.values())) == 1
    return 0 if is_draw else 1 if result[side] == best else -1


async def export_following(residents: ProfileStore, now: Callable[[], float], account: Account) -> dict[str, Any]:
    """Return whom an account follows, for its export."""
    return {"following": [one.name for one in await residents.followed(account.id, now())]}


def _playing(connection: Connection, now: float) -> dict[str, tuple[str, str]]:
    """Return, for each player, their newest public match in progress and its game."""
    wanted = (
        select(matches.c.made_at, seats.c.holder, matches.c.id, matches.c.game)
        .join(matches, matches.c.id == seats.c.match)
        .where(seats.c.kind == literal_column("'person'"), *queries.is_in_lobby(now))
    )
    found = sorted(tuple(row) for row in connection.execute(wanted))  # not in the query, which would use another index
    return {holder: (match, game) for _, holder, match, game in found}
