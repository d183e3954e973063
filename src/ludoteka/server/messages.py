"""What travels between a house and its clients (docs/protocol.md), checked at the border."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.message import Message, Refused
from ludoteka.referee.commands import Act, Back, Command, Resign, Throw

MOST_CHARACTERS = 4_000  # of a client's message; a longer one is refused unread
Name = Annotated[str, msgspec.Meta(max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Incoming(msgspec.Struct):
    """A client's message."""

    t: Literal["hello", "act", "throw", "back", "resign"]
    id: Name = ""
    n: Number = 0
    d: str | Annotated[list[Name], msgspec.Meta(max_length=20)] | None = None


class SeatWish(msgspec.Struct):
    """Who is to sit on a seat."""

    kind: Literal["person", "computer"]
    level: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


class MatchWish(msgspec.Struct):
    """The body of POST /api/matches."""

    game: Name
    seats: dict[Name, SeatWish]
    options: dict[Name, Any] = {}


encoded: Callable[[Any], bytes] = msgspec.json.Encoder().encode
_incoming = msgspec.json.Decoder(Incoming)
_match_wish = msgspec.json.Decoder(MatchWish)


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


def _read(decoder: Any, text: str | bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", Message("The message cannot be read: {reason}", reason=str(error))) from error


def command_of(message: Incoming) -> Command:
    """Return what a message asks of the referee.

    Raises:
        Refused: "bad-message".
    """
    if not message.id:
        raise Refused("bad-message", Message("A command needs an id."))
    if message.t == "throw":
        return Throw(message.id, message.n)
    if message.t == "back":
        return Back(message.id, message.n)
    if message.t == "resign" and not isinstance(message.d, list):
        return Resign(message.id, message.n, message.d or "")
    if message.t == "act" and message.d:
        return Act(message.id, message.n, message.d if isinstance(message.d, str) else tuple(message.d))
    raise Refused("bad-message", Message("The command does not say what it asks for."))


def refusal(refused: Refused) -> dict[str, Any]:
    """Return a refusal as it is sent."""
    return {"code": refused.code, "message": refused.message.plain(), "places": list(refused.places)}
