"""Making, accepting, declining and withdrawing challenges.

A challenge is a private match with a seat that is reserved for one user.  It has the id of the match.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import msgspec

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.accounts import YOURSELF, find_resident
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.challenges.store import Challenge, ChallengeStore, OpenChallenge
from ludoteka.referee.commands import Abort, Sit
from ludoteka.referee.seating import BAD_SEATS, invitation_secret
from ludoteka.server.matches import TWO, Matches
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.protocol.messages import ClientContent, MatchRequest, Name, SeatRequest
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.rooms.seating import Seating
from ludoteka.server.rooms.subscribers import without_page
from ludoteka.server.streams.news import News
from ludoteka.server.whole_matches import game_named

MOST_OPEN = 20  # open challenges of one user
CHALLENGED_ALREADY = Refusal(
    "challenged-already", Message("You have challenged them to this game already. Wait for their answer."), 409
)
TOO_MANY_CHALLENGES = Refusal(
    "too-many-challenges", Message("You have challenged as many people as this server allows."), 409
)
NO_SUCH_CHALLENGE = Refusal("no-such-challenge", Message("There is no such challenge to you or from you."), 404)
NOT_CHALLENGED = Refusal("not-challenged", Message("Only the other player can answer this challenge."), 403)
CHALLENGE_OVER = Refusal("challenge-over", Message("This challenge is over."), 409)


class ChallengeRequest(ClientContent, kw_only=True):
    """A challenge: the challenged user and the settings of the match."""

    name: Annotated[str, msgspec.Meta(max_length=300)]
    game: Name
    options: dict[Name, Any] = msgspec.field(default_factory=dict)
    clock: Name = ""
    rated: bool = False
    seat: Name = ""  # the challenger's; "" if it is drawn, as it always is in a rated match


@dataclass
class Challenges:
    """The challenges of a house."""

    store: ChallengeStore
    accounts: AccountStore
    matches: Matches
    rooms: Rooms
    seating: Seating
    news: News
    time: HouseTime

    async def challenge(self, wish: ChallengeRequest, holder: str, address: str) -> str:
        """Challenge a user; return the id of the challenge and its match.

        Raises:
            Refused: "no-such-resident", "yourself", "challenged-already", "too-many-challenges", "bad-seats", "blocked",
                and as `Matches.create_match`.
        """
        other, _ = await find_resident(self.accounts, wish.name, holder)
        if other.holder == holder:
            raise YOURSELF(Message("You can't challenge yourself."))
        await self.seating.check(holder, [other.holder])
        check = partial(_check_open_ones, holder, other.holder, wish.game)
        check(await self.store.open(holder))  # before a match is created
        asked = MatchRequest(wish.game, _seats(wish), wish.options, wish.clock, "private", wish.rated)
        match = await self.matches.create_match(asked, holder, address)
        try:
            await self.store.add(Challenge(match, holder, other.holder, self.time.now(), ""), check)
        except Refused:  # another request was faster
            await self._call_off(match, holder)
            raise
        self.news.tell([holder, other.holder])
        return match

    async def accept(self, match: str, holder: str) -> None:
        """Take the reserved seat of a challenge's match; can be repeated if that failed after the answer was stored.

        Raises:
            Refused: "no-such-challenge", "not-challenged", "challenge-over", and as `Room.command`.
        """
        challenge = await self._find(match, holder)
        if challenge.challenged != holder:
            raise NOT_CHALLENGED()
        async with self.rooms.room_of(match) as room:
            setup, free = room.referee.setup, room.referee.roster.free_seats
            if not free or room.referee.result is not None:
                raise CHALLENGE_OVER()
            who = await self.seating.person_to_seat(room, holder)
            await self._answer(match, "accepted", ("", "accepted"))
            sit = Sit("challenge-accepted", 0, free[0], "person", 0, invitation_secret(setup), who)
            await room.command(without_page(holder), sit)
        self.news.tell([challenge.challenger, holder])

    async def decline(self, match: str, holder: str) -> None:
        """Decline a challenge, or withdraw it as its maker; its match is called off.

        Raises:
            Refused: "no-such-challenge", "challenge-over", and as `Room.command`.
        """
        challenge = await self._find(match, holder)
        await self._answer(match, "declined" if challenge.challenged == holder else "withdrawn", ("",))
        await self._call_off(match, challenge.challenger)
        self.news.tell([challenge.challenger, challenge.challenged])

    async def _find(self, match: str, holder: str) -> Challenge:
        challenge = await self.store.find(match)
        if challenge is None or holder not in (challenge.challenger, challenge.challenged):
            raise NO_SUCH_CHALLENGE()
        return challenge

    async def _answer(self, match: str, answer: str, instead_of: Sequence[str]) -> None:
        """Store an answer, if the challenge has one of the answers `instead_of`, "" for none.  Raises Refused: "challenge-over", "not-stored"."""

        def check(challenge: Challenge | None) -> None:
            if challenge is None or challenge.answer not in instead_of:
                raise CHALLENGE_OVER()

        await self.store.answer(match, answer, check)

    async def _call_off(self, match: str, challenger: str) -> None:
        async with self.rooms.room_of(match) as room:
            if room.referee.result is None:
                await room.command(without_page(challenger), Abort("challenge-over", 0))


def _check_open_ones(challenger: str, challenged: str, game: str, found: list[OpenChallenge]) -> None:
    own = [one for one in found if one.challenge.challenger == challenger]
    if any((one.challenge.challenged, one.kept.game) == (challenged, game) for one in own):
        raise CHALLENGED_ALREADY()
    if len(own) >= MOST_OPEN:
        raise TOO_MANY_CHALLENGES()


def _seats(wish: ChallengeRequest) -> dict[str, SeatRequest]:
    """Return the seats: the challenger's, and a free one.  Raises Refused: "no-such-game", "bad-option", "bad-seats"."""
    game = game_named(wish.game)
    letters = [seat.letter for seat in game.seats(game.check_options(wish.options)) if not seat.is_guest]
    if len(letters) != TWO or (wish.seat and wish.seat not in letters):
        raise BAD_SEATS(Message("A challenge is to a match of two. Choose one of its seats, or none."))
    own = wish.seat or secrets.choice(letters)
    return {letter: SeatRequest("person" if letter == own else "free") for letter in letters}
