"""What the store returns, apart from matches and their logs."""

from typing import Any, NamedTuple

from ludoteka.referee.events import Occupant, Setup


class MatchStatus(NamedTuple):
    """What a list of matches shows about the state of each match."""

    result: dict[str, int] | None = None
    awaited: str = ""  # the letter of the seat whose person must act
    due: float | None = None  # when that seat runs out of time, in house time; None while no clock runs


UNFINISHED = MatchStatus()


class MatchHeader(NamedTuple):
    """A match without its log."""

    setup: Setup
    status: MatchStatus
    number: int  # of the last event


class StoredMatch(NamedTuple):
    """A match as an entry of a list."""

    id: str
    game: str
    options: dict[str, Any]
    made_at: float
    seats: dict[str, Occupant]
    status: MatchStatus
    clock: str = ""
    visibility: str = "private"
    host: str = ""  # the holder who created it
    host_name: str = ""  # "" for a guest without a name
    host_standing: str = "guest"  # as in `Person`
    host_knows_secrets: bool = False
    rated: bool = False

    @property
    def is_open(self) -> bool:
        return any(seat.kind == "free" for seat in self.seats.values())


class ChatLine(NamedTuple):
    """One line of the chat of a match."""

    holder: str
    seat: str  # the letter of the speaker's seat
    name: str
    kind: str  # "words", or "phrase" if the text is the id of a preset phrase
    text: str
    at: float  # house time
    number: int = 0  # 1, 2, … in each match; the store assigns it
