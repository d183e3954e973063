"""Ratings over HTTP (docs/ratings.md)."""

from typing import Annotated, Literal

import msgspec

from ludoteka.features.ratings.pools import POOLS, provisional_above
from ludoteka.features.ratings.rater import check_pool
from ludoteka.features.ratings.store import RatingStore
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import BAD_FILTER, PUBLIC, Calls, MatchId
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.protocol.messages import NO_SUCH_MATCH
from ludoteka.server.replays import Replays

SHOWN = 50  # users on a leaderboard
RECENT_SECONDS = 90 * 86_400.0  # within which a user must have played a rated match


class RatingChange(Answer):
    """What a match was worth for a player."""

    seat: str
    speed: Literal[POOLS]  # type: ignore[valid-type]  # the pools are listed in one place
    before: Whole
    after: Whole
    is_provisional: bool


class MatchRating(Answer):
    """What a match was worth."""

    rated: bool
    is_annulled: bool
    changes: list[RatingChange]


class Leader(Answer):
    """A line of a leaderboard."""

    name: str
    rating: Whole
    number: Whole  # of rated matches


calls = Calls()


@calls.add("GET /api/matches/{match}/rating", costs={"read": 1}, scope=PUBLIC, refuses=(NO_SUCH_MATCH,))
async def get_match_rating(replays: Replays, ratings: RatingStore, match: MatchId) -> MatchRating:
    """The rating changes of a match."""
    header = await replays.header(match)
    changes = await ratings.changes(match) if header.setup.rated else []
    is_annulled = await ratings.is_annulled(match)
    shown = [
        RatingChange(
            change.seat,
            change.speed,
            round(change.before),
            round(change.rating),
            change.deviation > provisional_above(change.speed),
        )
        for change in changes
        if change.holder and not is_annulled
    ]
    return MatchRating(header.setup.rated, is_annulled, shown)


@calls.add("GET /api/leaderboards/{game}/{speed}", costs={"read": 1}, scope=PUBLIC, refuses=(BAD_FILTER,))
async def get_leaderboard(
    ratings: RatingStore, time: HouseTime, game: str, speed: str
) -> Annotated[list[Leader], msgspec.Meta(max_length=SHOWN)]:
    """The leaderboard."""
    check_pool(game, speed)
    leaders = await ratings.leaders(game, speed, time.now() - RECENT_SECONDS, SHOWN)
    return [Leader(leader.name, round(leader.rating), leader.number) for leader in leaders]
