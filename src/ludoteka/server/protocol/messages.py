"""The JSON that clients send and receive: how it is read, checked, refused and written (docs/protocol.md)."""

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.server.calls.answers import RefusalContent
from ludoteka.server.operations.limits import RateLimited

ESCAPED_NULL, ESCAPED_BACKSLASH = b"\\u0000", b"\\\\"  # in JSON
TOO_LARGE = Refusal("too-large", Message("The message is too long."), 413)
BAD_MESSAGE = Refusal("bad-message")
NO_SUCH_MATCH = Refusal("no-such-match", Message("There is no such match here."), 404)
MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")  # the house gives twelve of these characters
MAX_CHARACTERS = 4_000  # of a client's message; a longer one is refused without parsing
Name = Annotated[str, msgspec.Meta(max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Level = Annotated[int, msgspec.Meta(ge=0, le=100)]


class ClientContent(msgspec.Struct, forbid_unknown_fields=True):
    """Content from a client; an unknown key is refused, because it is a mistake."""


class NoRequest(ClientContent):
    """An empty object."""


Action = Annotated[str, msgspec.Meta(max_length=1000)] | Annotated[list[Name], msgspec.Meta(max_length=20)]


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


def check_match_id(written: str) -> str:
    """Return the id in an address; no other text may reach the database.  Raises Refused: "no-such-match"."""
    if not MATCH_ID.fullmatch(written):
        raise NO_SUCH_MATCH()
    return written


def internal_error() -> Refused:
    """Return the refusal for an error of the house itself."""
    return Refused("broken", Message("Something went wrong on the server. Please try again."), status=500)


def encode_refusal(refused: Refused) -> RefusalContent:
    """Return a refusal as it is sent."""
    seconds = refused.seconds if isinstance(refused, RateLimited) else msgspec.UNSET
    return RefusalContent(refused.code, refused.message, list(refused.places), seconds)
