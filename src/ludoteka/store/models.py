"""What the store gives back, apart from matches and their logs."""

from typing import Any, NamedTuple

from ludoteka.referee.events import Occupant


class MatchStatus(NamedTuple):
    """How a match stands, as lists tell it."""

    result: dict[str, int] | None = None
    awaited: str = ""  # the letter of the seat whose person is to act
    due: float | None = None  # when its time ends, while its clock runs; house time


UNFINISHED = MatchStatus()


class StoredMatch(NamedTuple):
    """A match as it stands in a list."""

    id: str
    game: str
    options: dict[str, Any]
    made_at: float
    seats: dict[str, Occupant]
    status: MatchStatus
    clock: str = ""
    visibility: str = "private"
    host: str = ""  # the holder who made it
    host_name: str = ""  # "" if he has not said

    @property
    def is_open(self) -> bool:
        """Whether a seat is free."""
        return any(one.kind == "free" for one in self.seats.values())


class ChatLine(NamedTuple):
    """What somebody said at a match."""

    holder: str
    seat: str  # the letter of his seat, "" for somebody who watches
    name: str
    kind: str  # "words", or "phrase" for the id of a preset one
    text: str
    at: float  # house time
    number: int = 0  # 1, 2, … at each match; the store gives it
