"""The bodies of requests of the owner of a house, and their validation (docs/operating/settings.md)."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from ludoteka.server.protocol.messages import ClientContent, read_message
from ludoteka.surfaces.texts import LANGUAGES

Typed = Annotated[str, msgspec.Meta(max_length=2000)]  # longer than what is accepted, which is refused with a reason


class SettingsRequest(ClientContent, kw_only=True):
    """Settings to change; omitted ones stay unchanged."""

    name: Typed | None = None
    welcome: Typed | None = None
    languages: list[Literal[tuple(LANGUAGES)]] | None = None  # type: ignore[valid-type]  # listed in one place
    registration: Literal["", "open", "invitation", "providers", "closed"] | None = None


class OwnerRequest(ClientContent):
    """The code from the link that the house has printed."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


REQUESTS = (SettingsRequest, OwnerRequest)
_decoders: dict[type, Any] = {kind: msgspec.json.Decoder(kind) for kind in REQUESTS}
Body = TypeVar("Body")


def read_owner_request(kind: type[Body], body: bytes) -> Body:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoders[kind], body)  # type: ignore[no-any-return]  # the decoder checks the type
