"""The body of a request for a challenge, and its validation (docs/api.md)."""

from typing import Annotated, Any

import msgspec

from ludoteka.server.protocol.messages import ClientContent, Name, read_message


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
