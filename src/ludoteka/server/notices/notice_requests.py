"""The bodies of requests about notifications, and their validation (docs/notices.md)."""

from typing import Annotated, Any, TypeVar

import msgspec

from ludoteka.server.protocol.messages import ClientContent, read_message

Minutes = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]  # after midnight
Hour = Annotated[int, msgspec.Meta(ge=0, lt=24)]
Encoded = Annotated[str, msgspec.Meta(max_length=200)]  # bytes in base64url


class NoticeRequest(ClientContent, kw_only=True):
    """A user's notification settings."""

    turns: bool = True
    challenges: bool = True
    rounds: bool = True
    quiet_from: Minutes | None = None
    quiet_to: Minutes | None = None
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    mail: bool = False
    digest_hour: Hour | None = None


class SubscriptionRequest(ClientContent, kw_only=True):
    """A push subscription of a browser."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    public_key: Encoded
    secret: Encoded
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"


class BrowserRequest(ClientContent):
    """The browser to unsubscribe."""

    id: Annotated[str, msgspec.Meta(max_length=64)]


NOTICE_REQUESTS = (NoticeRequest, SubscriptionRequest, BrowserRequest)
_decoders: dict[type, Any] = {kind: msgspec.json.Decoder(kind) for kind in NOTICE_REQUESTS}
NoticeBody = TypeVar("NoticeBody")


def read_notice_request(kind: type[NoticeBody], body: bytes) -> NoticeBody:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoders[kind], body)  # type: ignore[no-any-return]  # the decoder checks the type
