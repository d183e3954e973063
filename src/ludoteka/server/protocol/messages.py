"""The messages from clients, and their validation (docs/protocol.md)."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.referee.commands import (
    Abort,
    Accept,
    Act,
    Back,
    Claim,
    Command,
    Decline,
    Hint,
    Leave,
    Offer,
    Resign,
    Salt,
    Sit,
    Throw,
)
from ludoteka.referee.events import Person
from ludoteka.server.operations.limits import RateLimited

ESCAPED_NULL, ESCAPED_BACKSLASH = b"\\u0000", b"\\\\"  # in JSON
TOO_LARGE = Refusal("too-large", Message("The message is too long."), 413)
BAD_MESSAGE = Refusal("bad-message")
MAX_CHARACTERS = 4_000  # of a client's message; a longer one is refused without parsing
Name = Annotated[str, msgspec.Meta(max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


Level = Annotated[int, msgspec.Meta(ge=0, le=100)]


class ClientContent(msgspec.Struct, forbid_unknown_fields=True):
    """Content from a client; an unknown key is refused, because it is a mistake."""


class SitRequest(ClientContent):
    """A free seat to take, its occupant, and the invitation."""

    seat: Name
    kind: Literal["person", "computer"] = "person"
    level: Level = 0
    secret: Name = ""


class Hello(ClientContent):
    """The run of views that the client's last view belongs to."""

    room: Name = ""


class SaltRequest(ClientContent):
    """The salt that a seat adds to the seed."""

    seat: Name
    salt: Annotated[str, msgspec.Meta(max_length=64)]


class ChatRequest(ClientContent):
    """A text, or the id of a preset phrase."""

    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    phrase: Name = ""


PlayKind = Literal["act", "throw", "back", "resign", "sit", "leave", "salt", "hint"]
AgreementKind = Literal["offer", "accept", "decline", "abort", "claim"]
Kind = Literal["hello", "pong", "lift", "chat"] | PlayKind | AgreementKind


class ClientMessage(ClientContent):
    """A client's message; its kind `t` decides the type of `d` (`CONTENT`)."""

    t: Kind
    id: Name = ""
    n: Number = 0
    d: Any = None


class _Envelope(ClientMessage):
    """A client's message whose `d` is still to be decoded."""

    d: msgspec.Raw = msgspec.Raw(b"null")


Action = Annotated[str, msgspec.Meta(max_length=1000)] | Annotated[list[Name], msgspec.Meta(max_length=20)]
CONTENT: dict[str, Any] = {
    "hello": Hello | None,
    "pong": Number,
    "lift": Name,
    "act": Action,
    "resign": Name | None,
    "leave": Name | None,
    "sit": SitRequest,
    "offer": Name,
    "accept": Name,
    "decline": Name,
    "claim": Name,
    "salt": SaltRequest,
    "chat": ChatRequest,
}


class SeatRequest(ClientContent):
    """The occupant of a seat in a new match."""

    kind: Literal["person", "computer", "free"]
    level: Level = 0


class MatchRequest(ClientContent):
    """The body of POST /api/matches."""

    game: Name
    seats: dict[Name, SeatRequest]
    options: dict[Name, Any] = msgspec.field(default_factory=dict)
    clock: Name = ""  # the time control
    visibility: Literal["private", "public"] = "private"
    rated: bool = False  # the house draws the sides


def _encode_object(value: Any) -> Any:
    if isinstance(value, Message):
        return value.plain()
    raise NotImplementedError(type(value))


encode: Callable[[Any], bytes] = msgspec.json.Encoder(enc_hook=_encode_object).encode
_envelope = msgspec.json.Decoder(_Envelope)
_content = {kind: msgspec.json.Decoder(content) for kind, content in CONTENT.items()}
_no_content = msgspec.json.Decoder(None)


def read_client_message(text: str | bytes) -> ClientMessage:
    """Return a client's message.

    Raises:
        Refused: "too-large", "bad-message".
    """
    if len(text) > MAX_CHARACTERS:
        raise TOO_LARGE()
    incoming: ClientMessage = read_message(_envelope, text)
    if not incoming.id and incoming.t not in ("hello", "pong"):
        raise BAD_MESSAGE(Message("A command needs an id."))
    incoming.d = read_message(_content.get(incoming.t, _no_content), incoming.d)
    return incoming


def check_null(*texts: bytes) -> None:
    """Refuse texts with a null character, which PostgreSQL can't store.  Raises Refused: "bad-message"."""
    if any(0 in text for text in texts):
        raise _unreadable(ValueError("it contains a null character"))


def read_message(decoder: Any, text: str | bytes) -> Any:
    """Return what a decoder of JSON makes of a text.  Raises Refused: "bad-message"."""
    try:
        written = text.encode() if isinstance(text, str) else bytes(text)
        if ESCAPED_NULL in written:
            check_null(written.replace(ESCAPED_BACKSLASH, b"").replace(ESCAPED_NULL, b"\0"))
        return decoder.decode(written)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> Refused:
    return BAD_MESSAGE(Message("The message can't be read: {reason}", reason=str(error)))


def to_command(message: ClientMessage, person: Person | None) -> Command:
    """Return the referee's command for a message; `person` sent it, and is needed if they take a seat.

    Raises:
        Refused: "bad-message".
    """
    what, asked = message.d, (message.id, message.n)
    if message.t == "act" and what:
        return Act(*asked, what if isinstance(what, str) else tuple(what))
    if isinstance(what, SitRequest):
        return Sit(*asked, what.seat, what.kind, what.level, what.secret, person)
    if isinstance(what, SaltRequest):
        return Salt(*asked, what.seat, what.salt)
    if message.t in ALONE:
        return ALONE[message.t](*asked)
    if message.t in ABOUT_A_SEAT:
        return ABOUT_A_SEAT[message.t](*asked, what or "")
    raise BAD_MESSAGE(Message("The command doesn't say what it asks for."))


ALONE: dict[str, Callable[..., Command]] = {"throw": Throw, "back": Back, "abort": Abort, "hint": Hint}
ABOUT_A_SEAT: dict[str, Callable[..., Command]] = {  # or about a matter
    "resign": Resign,
    "leave": Leave,
    "offer": Offer,
    "accept": Accept,
    "decline": Decline,
    "claim": Claim,
}


def internal_error() -> Refused:
    """Return the refusal for an error of the house itself."""
    return Refused("broken", Message("Something went wrong on the server. Please try again."), status=500)


def encode_refusal(refused: Refused) -> dict[str, Any]:
    """Return a refusal as plain data."""
    content = {"code": refused.code, "message": refused.message.plain(), "places": list(refused.places)}
    return content | ({"seconds": refused.seconds} if isinstance(refused, RateLimited) else {})
