"""What a match consists of when it is stored: who sits where, and a numbered log."""

from typing import Any, NamedTuple


class Occupant(NamedTuple):
    """Who decides for a seat."""

    kind: str  # "person" or "computer"
    level: int = 0  # of a computer, 1 … 8
    holder: str = ""  # of a person: the digest of the guest's token


class Setup(NamedTuple):
    """How a match was made.  It never changes."""

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]  # checked
    seed: bytes  # of the dice; secret until the end
    seats: dict[str, Occupant]  # by letter
    made_at: float  # seconds since 1970, UTC
    previous: str = ""  # the match of which this is the rematch


class Event(NamedTuple):
    """One entry of the log: an accepted action, take back or resignation."""

    number: int  # 1, 2, … without gaps
    kind: str  # "act", "back", "resign"
    seat: str  # the letter of the seat that acted; "chance" for a throw
    text: str  # the action text; for "back", how many actions remain
    command: str = ""  # the id of the client's command, so that a repeated one is known
    at: float = 0.0  # seconds since 1970, UTC
