"""Making, accepting, declining and withdrawing challenges.

A challenge is a private match with a seat that is reserved for one user.  It has the id of the match.
"""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from ludoteka.core.message import Message, Refused
from ludoteka.features.challenges.store import Challenge, OpenChallenge
from ludoteka.features.moderation.block_store import check_blocks
from ludoteka.features.moderation.blocks import person_to_seat
from ludoteka.features.profiles.profiles import find_resident
from ludoteka.games import games
from ludoteka.referee.commands import Abort, Command, Sit
from ludoteka.referee.events import Person
from ludoteka.referee.seating import invitation_secret
from ludoteka.server.http.match_list import seat_entries
from ludoteka.server.protocol.messages import ClientContent, MatchRequest, Name, SeatRequest, read_message
from ludoteka.server.rooms.subscribers import without_page
from ludoteka.server.whole_matches import game_named
from ludoteka.store import NotStored

if TYPE_CHECKING:
    from ludoteka.house.house import House


def challenge_entry(one: OpenChallenge, holder: str) -> dict[str, Any]:
    """Return an open challenge as this user sees it; `seats` are those of the match."""
    kept, game = one.kept, games().get(one.kept.game)
    secret = game.secret_options if game else frozenset()
    return {
        "id": kept.id,
        "game": kept.game,
        "options": {name: value for name, value in kept.options.items() if name not in secret},
        "clock": kept.clock,
        "rated": kept.rated,
        "at": one.challenge.at,
        "challenger": _person(next(_called(kept.seats, one.challenge.challenger), Person(""))),
        "challenged": _person(one.challenged),
        "is_yours": one.challenge.challenger == holder,
        "seats": seat_entries(kept, holder),
    }


def _called(seats: Any, holder: str) -> Any:
    return (Person(holder, one.name, one.standing) for one in seats.values() if one.holder == holder)


def _person(one: Person) -> dict[str, str]:
    return {"name": one.name, "standing": one.standing}


class ChallengeRequest(ClientContent, kw_only=True):
    """A challenge: the challenged user and the settings of the match."""

    name: Annotated[str, msgspec.Meta(max_length=300)]
    game: Name
    options: dict[Name, Any] = msgspec.field(default_factory=dict)
    clock: Name = ""
    rated: bool = False
    seat: Name = ""  # the challenger's; "" if it is drawn, as it always is in a rated match


_decoder = msgspec.json.Decoder(ChallengeRequest)


def read_challenge_request(body: bytes) -> ChallengeRequest:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoder, body)  # type: ignore[no-any-return]  # the decoder checks the type


MOST_OPEN = 20  # open challenges of one user
SEATS = 2


async def challenge_resident(house: "House", wish: ChallengeRequest, holder: str, address: str) -> str:
    """Challenge a user; return the id of the challenge and its match.

    Raises:
        Refused: "no-such-resident", "yourself", "challenged-already", "too-many-challenges", "bad-seats", "blocked", and as
            `House.create_match`.
    """
    other = (await find_resident(house, wish.name, holder)).account
    if other.holder == holder:
        raise Refused("yourself", Message("You can't challenge yourself."))
    await check_blocks(house.blocks, holder, [other.holder])
    check = partial(_check_open_ones, holder, other.holder, wish.game)
    check(await house.challenges.open(holder))  # before a match is created
    seats = _seats(wish)
    asked = MatchRequest(wish.game, seats, wish.options, wish.clock, "private", wish.rated)
    match = await house.create_match(asked, holder, address)
    try:
        await house.challenges.add(Challenge(match, holder, other.holder, house.now(), ""), check)
    except NotStored:
        raise
    except Refused:  # another request was faster
        await _call_off(house, match, holder)
        raise
    house.news.tell([holder, other.holder])
    return match


def _check_open_ones(challenger: str, challenged: str, game: str, found: list[OpenChallenge]) -> None:
    """Check that another challenge is allowed beside the open ones.  Raises Refused: "challenged-already", "too-many-challenges"."""
    own = [one for one in found if one.challenge.challenger == challenger]
    if any((one.challenge.challenged, one.kept.game) == (challenged, game) for one in own):
        raise Refused(
            "challenged-already", Message("You have challenged them to this game already. Wait for their answer.")
        )
    if len(own) >= MOST_OPEN:
        raise Refused("too-many-challenges", Message("You have challenged as many people as this server allows."))


def _seats(wish: ChallengeRequest) -> dict[str, SeatRequest]:
    """Return the seats: the challenger's, and a free one.  Raises Refused: "no-such-game", "bad-option", "bad-seats"."""
    game = game_named(wish.game)
    letters = [seat.letter for seat in game.seats(game.check_options(wish.options)) if not seat.is_guest]
    if len(letters) != SEATS or (wish.seat and wish.seat not in letters):
        raise Refused("bad-seats", Message("A challenge is to a match of two. Choose one of its seats, or none."))
    own = wish.seat or secrets.choice(letters)
    return {letter: SeatRequest("person" if letter == own else "free") for letter in letters}


async def accept_challenge(house: "House", match: str, holder: str) -> None:
    """Take the reserved seat of a challenge's match; can be repeated if that failed after the answer was stored.

    Raises:
        Refused: "no-such-challenge", "not-challenged", "challenge-over", and as `Room.command`.
    """
    challenge = await _find(house, match, holder)
    if challenge.challenged != holder:
        raise Refused("not-challenged", Message("Only the other player can answer this challenge."))
    async with house.rooms.room_of(match) as room:
        setup, free = room.referee.setup, room.referee.roster.free_seats
        if not free or room.referee.result is not None:
            raise _over()
        who = await person_to_seat(house, room, holder)
        await _answer(house, match, "accepted", ("", "accepted"))
        sit = Sit("challenge-accepted", 0, free[0], "person", 0, invitation_secret(setup), who)
        await room.command(without_page(holder), sit)
    house.news.tell([challenge.challenger, holder])


async def decline_challenge(house: "House", match: str, holder: str) -> None:
    """Decline a challenge, or withdraw it as its maker; its match is called off.

    Raises:
        Refused: "no-such-challenge", "challenge-over", and as `Room.command`.
    """
    challenge = await _find(house, match, holder)
    await _answer(house, match, "declined" if challenge.challenged == holder else "withdrawn", ("",))
    await _call_off(house, match, challenge.challenger)
    house.news.tell([challenge.challenger, challenge.challenged])


async def _find(house: "House", match: str, holder: str) -> Challenge:
    challenge = await house.challenges.find(match)
    if challenge is None or holder not in (challenge.challenger, challenge.challenged):
        raise Refused("no-such-challenge", Message("There is no such challenge to you or from you."))
    return challenge


async def _answer(house: "House", match: str, answer: str, instead_of: Sequence[str]) -> None:
    """Store an answer, if the challenge has one of the answers `instead_of`, "" for none.  Raises Refused: "challenge-over", "not-stored"."""

    def check(challenge: Challenge | None) -> None:
        if challenge is None or challenge.answer not in instead_of:
            raise _over()

    await house.challenges.answer(match, answer, check)


async def _call_off(house: "House", match: str, challenger: str) -> None:
    async with house.rooms.room_of(match) as room:
        if room.referee.result is None:
            abort: Command = Abort("challenge-over", 0)
            await room.command(without_page(challenger), abort)


def _over() -> Refused:
    return Refused("challenge-over", Message("This challenge is over."))
