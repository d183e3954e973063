"""The bodies of requests about reports and moderation, and their validation (docs/keeping-order.md)."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from ludoteka.features.accounts.roles import DEEDS, REPORTED, ROLES
from ludoteka.server.protocol.messages import ClientContent, Name, read_message

Typed = Annotated[str, msgspec.Meta(max_length=2000)]  # longer than what is accepted, which is refused with a reason
Called = Annotated[str, msgspec.Meta(max_length=300)]
Id = Annotated[str, msgspec.Meta(max_length=40)]
MOST_HOURS = 24 * 365


class ReportRequest(ClientContent, kw_only=True):
    """A report about a user, by name, or the player in a seat of a match."""

    kind: Literal[REPORTED]  # type: ignore[valid-type]  # the kinds are listed in one place
    text: Typed = ""
    name: Called = ""
    match: Id = ""
    seat: Name = ""


class ActRequest(ClientContent, kw_only=True):
    """A moderation action against a user, by name, the player in a seat of a match, or the subject of a report."""

    kind: Literal[DEEDS]  # type: ignore[valid-type]  # the kinds are listed in one place
    reason: Typed
    name: Called = ""
    match: Id = ""
    seat: Name = ""
    report: Id = ""
    new_name: Called = ""  # to rename
    role: Literal[ROLES] = "resident"  # type: ignore[valid-type]
    hours: Annotated[int, msgspec.Meta(ge=1, le=MOST_HOURS)] = 24  # to ban
    address: Id = ""  # to ban an address instead of a person
    act: Id = ""  # to unban: the action that imposed the ban
    everywhere: bool = False  # to remove words: in all chats


REQUESTS = (ReportRequest, ActRequest)
_decoders: dict[type, Any] = {kind: msgspec.json.Decoder(kind) for kind in REQUESTS}
Body = TypeVar("Body")


def read_moderation_request(kind: type[Body], body: bytes) -> Body:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoders[kind], body)  # type: ignore[no-any-return]  # the decoder checks the type
