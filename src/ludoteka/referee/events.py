"""What a match consists of when it is stored: who sits where, and a numbered log."""

import zlib
from typing import Any, NamedTuple


class Occupant(NamedTuple):
    """Who decides for a seat."""

    kind: str  # "person", "computer", or "free" for nobody yet
    level: int = 0  # of a computer, 1 … 8
    holder: str = ""  # of a person: the digest of the guest's token
    name: str = ""  # of a person, as he wishes to be called; "" if he has not said


FREE = Occupant("free")


def guest_number(holder: str) -> int:
    """Return the number by which a person is called who has no name: always the same, and it tells nothing."""
    return 1000 + zlib.crc32(holder.encode()) % 9000


class Setup(NamedTuple):
    """How a match was made, which never changes, and who sits where, which changes as people come and go."""

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]  # checked
    seed: bytes  # of the dice; secret until the end
    seats: dict[str, Occupant]  # by letter
    made_at: float  # seconds since 1970, UTC
    previous: str = ""  # the match of which this is the rematch
    host: str = ""  # the digest of the token of the guest who made it
    position: str | None = None  # where the match began, if elsewhere than usual


class Event(NamedTuple):
    """One entry of the log: an accepted action, take back, resignation, or somebody who comes or goes."""

    number: int  # 1, 2, … without gaps
    kind: str  # "act", "back", "resign", "sit", "leave"
    seat: str  # the letter of the seat that acted; "chance" for a throw
    text: str  # the action text; for "back", how many actions remain; for "sit" and "leave", as `seating` writes it
    command: str = ""  # the id of the client's command, so that a repeated one is known
    at: float = 0.0  # seconds since 1970, UTC
