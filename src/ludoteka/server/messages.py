"""What travels between a house and its clients (docs/protocol.md), checked at the border."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.message import Message, Refused
from ludoteka.referee.commands import Act, Back, Command, Leave, Resign, Sit, Throw

MOST_CHARACTERS = 4_000  # of a client's message; a longer one is refused unread
LONGEST_NAME = 40  # of a guest
Name = Annotated[str, msgspec.Meta(max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


Level = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Sitting(msgspec.Struct):
    """Which free seat is taken, by whom, and with which invitation."""

    seat: Name
    kind: Literal["person", "computer"] = "person"
    level: Level = 0
    secret: Name = ""


class Incoming(msgspec.Struct):
    """A client's message."""

    t: Literal["hello", "act", "throw", "back", "resign", "sit", "leave"]
    id: Name = ""
    n: Number = 0
    d: str | Annotated[list[Name], msgspec.Meta(max_length=20)] | Sitting | None = None


class SeatWish(msgspec.Struct):
    """Who is to sit on a seat."""

    kind: Literal["person", "computer", "free"]
    level: Level = 0


class MatchWish(msgspec.Struct):
    """The body of POST /api/matches."""

    game: Name
    seats: dict[Name, SeatWish]
    options: dict[Name, Any] = {}


class NameWish(msgspec.Struct):
    """The body of POST /api/guest."""

    name: Annotated[str, msgspec.Meta(max_length=400)]


encoded: Callable[[Any], bytes] = msgspec.json.Encoder().encode
_incoming = msgspec.json.Decoder(Incoming)
_match_wish = msgspec.json.Decoder(MatchWish)
_name_wish = msgspec.json.Decoder(NameWish)


def read_incoming(text: str | bytes) -> Incoming:
    """Return a client's message.

    Raises:
        Refused: "too-large", "bad-message".
    """
    if len(text) > MOST_CHARACTERS:
        raise Refused("too-large", Message("The message is too long."))
    return _read(_incoming, text)  # type: ignore[no-any-return]  # decoders are typed by their struct


def read_match_wish(body: bytes) -> MatchWish:
    """Return the wish for a match.  Raises as `read_incoming`."""
    return _read(_match_wish, body)  # type: ignore[no-any-return]  # as above


def read_name(body: bytes) -> str:
    """Return how a guest wishes to be called: on one line, without signs that cannot be seen.

    Raises:
        Refused: as `read_incoming`, and "bad-name".
    """
    wish: NameWish = _read(_name_wish, body)
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in wish.name).split())
    if len(name) > LONGEST_NAME:
        raise Refused("bad-name", Message("A name has at most {count} letters.", count=LONGEST_NAME))
    return name


def _read(decoder: Any, text: str | bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", Message("The message cannot be read: {reason}", reason=str(error))) from error


def command_of(message: Incoming, name: str) -> Command:
    """Return what a message of a guest of this name asks of the referee.

    Raises:
        Refused: "bad-message".
    """
    if not message.id:
        raise Refused("bad-message", Message("A command needs an id."))
    if message.t == "throw":
        return Throw(message.id, message.n)
    if message.t == "back":
        return Back(message.id, message.n)
    return _command_about(message, name)


def _command_about(message: Incoming, name: str) -> Command:
    what = message.d
    if message.t == "sit" and isinstance(what, Sitting):
        return Sit(message.id, message.n, what.seat, what.kind, what.level, what.secret, name)
    if message.t in ("resign", "leave") and (what is None or isinstance(what, str)):
        return (Resign if message.t == "resign" else Leave)(message.id, message.n, what or "")
    if message.t == "act" and what and not isinstance(what, Sitting):
        return Act(message.id, message.n, what if isinstance(what, str) else tuple(what))
    raise Refused("bad-message", Message("The command does not say what it asks for."))


def refusal(refused: Refused) -> dict[str, Any]:
    """Return a refusal as it is sent."""
    return {"code": refused.code, "message": refused.message.plain(), "places": list(refused.places)}
