"""Profiles of users, and following them, over HTTP (docs/profiles.md)."""

from typing import Literal

import msgspec

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.accounts import LONGEST_NAME, NO_SUCH_RESIDENT, YOURSELF, find_account, find_resident
from ludoteka.features.accounts.exports import fields_of
from ludoteka.features.accounts.roles import ROLES
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.moderation.store import BLOCKED, BlockStore
from ludoteka.features.profiles.store import Followed, MatchFilter, Played, ProfileStore, Score
from ludoteka.features.ratings.rater import PoolRating, check_pool, encode_ratings
from ludoteka.features.ratings.store import RatingStore
from ludoteka.games import games
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import BAD_FILTER, PUBLIC, Calls, Holder, read_time
from ludoteka.server.http.match_list import OwnMatch, match_entry
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import ClientContent, NoRequest
from ludoteka.store.models import StoredMatch

SHOWN = 30  # matches in a reply
MOST_POINTS = 300  # of a rating's history
MOST_FOLLOWED = 300  # all are shown at once
TOO_MANY_FOLLOWED = Refusal("too-many-followed", Message("You follow as many people as this server allows."), 409)


class Profile(Answer):
    """A user as a reader sees them."""

    name: str
    role: Literal[ROLES]  # type: ignore[valid-type]  # the roles are listed in one place
    made_at: float
    is_own: bool  # the reader's
    is_hidden: bool  # from everybody else
    is_bot: bool  # a program plays
    is_followed: bool | None  # by the reader; None if that is impossible
    is_blocked: bool | None  # the same
    followers: Whole
    ratings: list[PoolRating]


class ResidentsMatch(OwnMatch):
    """A match as an entry of a user's list."""

    seat: str  # the user's


class ResidentsMatches(Answer):
    """A user's matches, their score in them and their playing statistics."""

    matches: list[ResidentsMatch]
    next: float | None  # the `before` of the next page
    scores: list[Score]
    played: list[Played]


class RatingPoint(Answer):
    """A user's rating after a match."""

    at: float
    rating: Whole


class RatingHistory(Answer):
    """A user's rating after each match, or after a sample of many matches."""

    points: list[RatingPoint]


class MatchesQuery(msgspec.Struct):
    """A filter of a user's matches; "" stands for all."""

    game: str = ""
    side: str = ""
    opponent: str = ""  # a name
    before: str = ""  # the `next` of the previous page


class HideRequest(ClientContent):
    """Whether to hide the profile from others."""

    is_hidden: bool


calls = Calls()


@calls.add("GET /api/residents/{name}", costs={"read": 1}, scope=PUBLIC, refuses=(NO_SUCH_RESIDENT,))
async def get_profile(
    profiles: ProfileStore,
    accounts: AccountStore,
    blocks: BlockStore,
    ratings: RatingStore,
    time: HouseTime,
    name: str,
    holder: Holder,
    user: SignedIn | None,
) -> Profile:
    """A user and their ratings."""
    account, is_own = await find_resident(accounts, name, holder)
    is_followed = is_blocked = None
    if user and not is_own:
        is_followed = await profiles.follows(user.account, account.id)
        is_blocked = await blocks.has_blocked(user.account, account.id)
    return Profile(
        **fields_of(account, "name", "role", "made_at", "is_hidden", "is_bot"),
        is_own=is_own,
        is_followed=is_followed,
        is_blocked=is_blocked,
        followers=await profiles.follower_count(account.id),
        ratings=encode_ratings(await ratings.states(account.holder), time.now()),
    )


@calls.add("GET /api/residents/{name}/matches", costs={"read": 5}, scope=PUBLIC, refuses=(NO_SUCH_RESIDENT,))
async def list_residents_matches(
    profiles: ProfileStore, accounts: AccountStore, name: str, holder: Holder, query: MatchesQuery
) -> ResidentsMatches:
    """The matches of a user, newest first.

    Only the user sees their private matches.
    """
    account, is_own = await find_resident(accounts, name, holder)
    before = _read_filter(query)
    opponent = await find_account(accounts, query.opponent) if query.opponent else None
    if query.opponent and not opponent:
        return ResidentsMatches([], None, [], [])
    every = MatchFilter(query.game, query.side, opponent.holder if opponent else "", not is_own)
    found = await profiles.matches(account.holder, every._replace(before=before), SHOWN + 1)
    return ResidentsMatches(
        [_entry(one, account.holder, holder) for one in found[:SHOWN]],
        found[SHOWN - 1].made_at if len(found) > SHOWN else None,
        await profiles.scores(account.holder, every),
        await profiles.played(account.holder, every),
    )


def _read_filter(query: MatchesQuery) -> float | None:
    """Return the time before which matches are wanted, or None.  Raises Refused: "bad-filter"."""
    refused = BAD_FILTER(Message("Matches can't be filtered by that."))
    if (query.game and query.game not in games()) or max(len(query.side), len(query.opponent)) > LONGEST_NAME:
        raise refused
    return read_time(query.before, refused) if query.before else None


def _entry(kept: StoredMatch, holder: str, reader: str) -> ResidentsMatch:
    [seat] = [letter for letter, one in kept.seats.items() if one.holder == holder]
    return ResidentsMatch(**match_entry(kept, reader), seat=seat)


@calls.add(
    "GET /api/residents/{name}/ratings/{game}/{speed}",
    costs={"read": 5},
    scope=PUBLIC,
    refuses=(NO_SUCH_RESIDENT, BAD_FILTER),
)
async def get_rating_history(
    accounts: AccountStore, ratings: RatingStore, name: str, game: str, speed: str, holder: Holder
) -> RatingHistory:
    """How a rating has changed."""
    account, _ = await find_resident(accounts, name, holder)
    check_pool(game, speed)
    changes = await ratings.history(account.holder, game, speed)
    step = -(-len(changes) // MOST_POINTS) or 1
    shown = changes[::-1][::step][::-1]  # always with the last one
    return RatingHistory([RatingPoint(one.at, round(one.rating)) for one in shown])


@calls.add("GET /api/account/following", costs={"read": 1}, scope="follow:read")
async def list_followed(profiles: ProfileStore, time: HouseTime, user: SignedIn) -> list[Followed]:
    """The users whom the user follows."""
    return await profiles.followed(user.account, time.now())


@calls.add(
    "POST /api/residents/{name}/follow",
    costs={"creation": 1},
    scope="follow:write",
    refuses=(NO_SUCH_RESIDENT, YOURSELF, BLOCKED, TOO_MANY_FOLLOWED),
)
async def follow(
    profiles: ProfileStore,
    accounts: AccountStore,
    blocks: BlockStore,
    time: HouseTime,
    name: str,
    user: SignedIn,
    body: NoRequest,
) -> None:
    """Follow a user."""
    account, is_own = await find_resident(accounts, name, user.holder)
    if is_own:
        raise YOURSELF()
    if await blocks.has_blocked(account.id, user.account):
        raise BLOCKED(Message("They don't want you to follow them."))
    if await profiles.follow_count(user.account) >= MOST_FOLLOWED:
        raise TOO_MANY_FOLLOWED()
    await profiles.follow(user.account, account.id, time.now())


@calls.add("POST /api/residents/{name}/unfollow", costs={"creation": 1}, scope="follow:write")
async def unfollow(profiles: ProfileStore, accounts: AccountStore, name: str, user: SignedIn, body: NoRequest) -> None:
    """Unfollow a user.

    The user may have hidden their profile since.
    """
    if account := await find_account(accounts, name):
        await profiles.unfollow(user.account, account.id)


@calls.add("POST /api/account/hide", costs={"creation": 1})
async def hide_profile(profiles: ProfileStore, user: SignedIn, body: HideRequest) -> None:
    """Hide or show the user's profile."""
    await profiles.hide(user.account, is_hidden=body.is_hidden)
