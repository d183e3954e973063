"""The body of a request for a new tournament, and its validation (docs/tournaments.md)."""

from typing import Annotated, Any, Literal

import msgspec

from ludoteka.server.protocol.messages import ClientContent, read_message
from ludoteka.tournaments.model import Kind

Text = Annotated[str, msgspec.Meta(max_length=300)]  # longer than what is accepted, which is refused with a reason
MOST_ROUNDS, MOST_MINUTES, MOST_COMPUTERS, MOST_AT_TABLE = 30, 720, 100, 32
MOST_WAIT = 60 * 24 * 60  # minutes until the start


class TournamentRequest(ClientContent, kw_only=True):
    """A new tournament."""

    name: Text
    kind: Kind
    game: Text
    clock: Text
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    rated: bool = False
    table_size: Annotated[int, msgspec.Meta(ge=2, le=MOST_AT_TABLE)] = 2  # the most players at a table
    visibility: Literal["public", "private"] = "public"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0  # of a Swiss tournament; 0 for the default
    minutes: Annotated[int, msgspec.Meta(ge=5, le=MOST_MINUTES)] = 60  # of an arena
    starts_in: Annotated[int, msgspec.Meta(ge=0, le=MOST_WAIT)] | None = None  # minutes; None if the host starts it
    computers: Annotated[list[int], msgspec.Meta(max_length=MOST_COMPUTERS)] = msgspec.field(
        default_factory=list
    )  # their levels


_decoder = msgspec.json.Decoder(TournamentRequest)


def read_tournament_request(body: bytes) -> TournamentRequest:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoder, body)  # type: ignore[no-any-return]  # the decoder checks the type
