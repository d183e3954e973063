"""The bodies of requests of the analysis board, and their validation (docs/analysis.md)."""

from typing import Annotated, Any

import msgspec

from ludoteka.core.notation import MANY
from ludoteka.records.match_record import LONGEST_ACTION
from ludoteka.server.protocol.messages import Action, ClientContent, Name, Number, read_message

MOST_PLIES = 2_000  # from the start to a position


MOST_MOVES = 5_000  # of a tree


MOST_LINES = 5  # of the engine


MOST_SECONDS = 3.0  # of the engine, as for the highest level, so that computer players wait no longer


ActionText = Annotated[str, msgspec.Meta(max_length=LONGEST_ACTION)]


Comment = Annotated[str, msgspec.Meta(max_length=2_000)]


class AnalysisStart(ClientContent, kw_only=True):
    """Where an analysis begins."""

    game: Name
    options: dict[Name, Any] = msgspec.field(default_factory=dict)
    position: Annotated[str, msgspec.Meta(max_length=MANY)] | None = None  # None: the usual start


class PositionRequest(AnalysisStart, kw_only=True):
    """The body of POST /api/analysis/position: the actions that lead to a position, and perhaps one more to try."""

    actions: Annotated[list[ActionText], msgspec.Meta(max_length=MOST_PLIES)] = msgspec.field(default_factory=list)
    action: Action | None = None  # its text or its picks


class LinesRequest(PositionRequest, kw_only=True):
    """The body of POST /api/analysis/lines."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 3
    seconds: Annotated[float, msgspec.Meta(gt=0, le=MOST_SECONDS)] = 1.0


class AnalysisTree(AnalysisStart, kw_only=True):
    """The body of POST /api/analysis/record: a tree of moves.

    Each move names the one before it, by its number from 1 in the list, or 0 for the start.  Of the moves that follow the
    same one, the first is the main one.
    """

    comment: Comment = ""
    moves: Annotated[list[tuple[Number, ActionText, Comment]], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(
        default_factory=list
    )


_position_request = msgspec.json.Decoder(PositionRequest)


_lines_request = msgspec.json.Decoder(LinesRequest)


_tree_decoder = msgspec.json.Decoder(AnalysisTree)


def read_position_request(body: bytes) -> PositionRequest:
    """Parse the body of POST /api/analysis/position.  Raises Refused: "bad-message"."""
    return read_message(_position_request, body)  # type: ignore[no-any-return]  # the decoder checks the type


def read_lines_request(body: bytes) -> LinesRequest:
    """Parse the body of POST /api/analysis/lines.  Raises Refused: "bad-message"."""
    return read_message(_lines_request, body)  # type: ignore[no-any-return]  # the decoder checks the type


def read_tree(body: bytes) -> AnalysisTree:
    """Parse the body of POST /api/analysis/record.  Raises Refused: "bad-message"."""
    return read_message(_tree_decoder, body)  # type: ignore[no-any-return]  # the decoder checks the type
