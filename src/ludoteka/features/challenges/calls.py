"""Challenges over HTTP (docs/api.md)."""

from typing import Any

from ludoteka.features.accounts.accounts import NO_SUCH_RESIDENT, YOURSELF
from ludoteka.features.challenges.challenges import (
    CHALLENGE_OVER,
    CHALLENGED_ALREADY,
    NO_SUCH_CHALLENGE,
    NOT_CHALLENGED,
    TOO_MANY_CHALLENGES,
    ChallengeRequest,
    Challenges,
)
from ludoteka.features.challenges.store import OpenChallenge
from ludoteka.games import games
from ludoteka.server.calls.answers import Answer, CreatedItem, NamedPerson, Occupant
from ludoteka.server.calls.call import Calls, MatchId
from ludoteka.server.http.match_list import seat_entries
from ludoteka.server.matches import CREATION_REFUSALS
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import NoRequest

REPLY_REFUSALS = (NO_SUCH_CHALLENGE, NOT_CHALLENGED, CHALLENGE_OVER)


class ChallengeEntry(Answer):
    """An open challenge as this user sees it."""

    id: str  # that of its match
    game: str
    options: dict[str, Any]
    clock: str
    rated: bool
    at: float
    challenger: NamedPerson
    challenged: NamedPerson
    is_yours: bool  # whether the user is the challenger
    seats: list[Occupant]  # of the match


calls = Calls()


@calls.add("GET /api/challenges", costs={"read": 1}, scope="match:read")
async def list_challenges(challenges: Challenges, user: SignedIn) -> list[ChallengeEntry]:
    """Open challenges to and from the user, the newest first."""
    return [challenge_entry(one, user.holder) for one in await challenges.store.open(user.holder)]


@calls.add(
    "POST /api/challenges",
    status=201,
    costs={"creation": 1},
    scope="challenge:write",
    refuses=(NO_SUCH_RESIDENT, YOURSELF, CHALLENGED_ALREADY, TOO_MANY_CHALLENGES, *CREATION_REFUSALS),
)
async def challenge_resident(
    challenges: Challenges, user: SignedIn, client: LimitKey, body: ChallengeRequest
) -> CreatedItem:
    """Challenge a user to a match."""
    return CreatedItem(await challenges.challenge(body, user.holder, client.address))


@calls.add(
    "POST /api/challenges/{match}/accept", costs={"creation": 1}, scope="challenge:write", refuses=REPLY_REFUSALS
)
async def accept_challenge(challenges: Challenges, match: MatchId, user: SignedIn, body: NoRequest) -> None:
    """Accept a challenge."""
    await challenges.accept(match, user.holder)


@calls.add(
    "POST /api/challenges/{match}/decline", costs={"creation": 1}, scope="challenge:write", refuses=REPLY_REFUSALS
)
async def decline_challenge(challenges: Challenges, match: MatchId, user: SignedIn, body: NoRequest) -> None:
    """Decline or withdraw a challenge."""
    await challenges.decline(match, user.holder)


def challenge_entry(one: OpenChallenge, holder: str) -> ChallengeEntry:
    """Return an open challenge as this user sees it."""
    kept, game = one.kept, games().get(one.kept.game)
    challenger = next((seat for seat in kept.seats.values() if seat.holder == one.challenge.challenger), None)
    return ChallengeEntry(
        kept.id,
        kept.game,
        game.public_options(kept.options) if game else kept.options,
        kept.clock,
        kept.rated,
        one.challenge.at,
        NamedPerson(challenger.name, challenger.standing) if challenger else NamedPerson("", "guest"),  # type: ignore[arg-type]  # the store keeps these standings only
        NamedPerson(one.challenged.name, one.challenged.standing),  # type: ignore[arg-type]  # as above
        one.challenge.challenger == holder,
        seat_entries(kept, holder),
    )
