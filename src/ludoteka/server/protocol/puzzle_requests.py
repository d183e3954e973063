"""The body of an attempt at a puzzle, and its validation (docs/puzzles.md)."""

from typing import Annotated, Literal

import msgspec

from ludoteka.puzzles.puzzle import LONGEST
from ludoteka.server.protocol.analysis_requests import ActionText
from ludoteka.server.protocol.messages import ClientContent, read_message


class AttemptRequest(ClientContent, kw_only=True):
    """The body of POST /api/puzzles/{game}/{number}: all actions of the solver, and what else they want to know."""

    actions: Annotated[list[ActionText], msgspec.Meta(max_length=LONGEST)] = msgspec.field(default_factory=list)
    wish: Literal["", "hint", "solution"] = ""


_attempt = msgspec.json.Decoder(AttemptRequest)


def read_attempt(body: bytes) -> AttemptRequest:
    """Parse the body of an attempt.  Raises Refused: "bad-message"."""
    return read_message(_attempt, body)  # type: ignore[no-any-return]  # the decoder checks the type
