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
    clock: str = ""  # the time control; "" for none
    visibility: str = "private"  # or "public": the lobby tells of it, and its free seats are for everybody


class Event(NamedTuple):
    """One entry of the log: something that was accepted.

    | kind | seat | text |
    |---|---|---|
    | commit | "" | the SHA-256 of the seed: the first event where chance has a part |
    | salt | whose | what this seat adds to the seed for the throws that follow |
    | act | who acted; "chance" for a throw | the action text |
    | back | who asked | how many actions remain |
    | resign | who gave up | |
    | sit, leave | which | as `seating` writes it |
    | offer, decline | who | "draw" or "back" |
    | draw | who accepted | |
    | abort | who | |
    | flag | whose time ran out | |
    | claim | who had gone | "win" or "draw": what was claimed |
    """

    number: int  # 1, 2, … without gaps
    kind: str
    seat: str  # a letter
    text: str
    command: str = ""  # the id of the client's command, so that a repeated one is known
    at: float = 0.0  # seconds since 1970, UTC
    spent: float = 0.0  # seconds charged to the clock of the seat that acted or threw
