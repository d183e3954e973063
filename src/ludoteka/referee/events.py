"""What a stored match consists of, a setup and a numbered log of events, and the log in memory."""

import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from ludoteka.compilation import mypyc_attr


class Person(NamedTuple):
    """Somebody who plays or watches."""

    holder: str  # the digest of the token with which they first came as a guest, or random
    name: str = ""  # "" for a guest without a name
    standing: str = "guest"  # or "resident", with an account; "bot", whose account is for a program; "former", whose account was deleted


class Occupant(NamedTuple):
    """Who decides for a seat."""

    kind: str  # "person", "computer", or "free" for nobody yet
    level: int = 0  # of a computer, 1 … 10
    holder: str = ""  # this and the rest: of a person, as in `Person`
    name: str = ""
    standing: str = "guest"


FREE = Occupant("free")


def called(one: Occupant, person: Person) -> Occupant:
    """Return an occupant with the name and the standing of a person."""
    return one._replace(name=person.name, standing=person.standing)


def guest_number(holder: str) -> int:
    """Return the number that stands in for a missing name: always the same for one person, and it reveals nothing."""
    return 1000 + zlib.crc32(holder.encode()) % 9000


class Setup(NamedTuple):
    """How a match was created, which never changes, and its occupants, which change as people come and go."""

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]  # checked
    seed: bytes  # of the dice; secret until the end
    seats: dict[str, Occupant]  # by letter
    made_at: float  # seconds since 1970, UTC
    previous: str = ""  # the match of which this is the rematch
    host: str = ""  # the holder who created the match
    position: str | None = None  # the starting position, if not the usual one
    clock: str = ""  # the time control; "" for none
    visibility: str = "private"  # or "public": listed in the lobby, and anybody may take a free seat
    host_knows_secrets: bool = False  # because they chose a secret option
    rated: bool = False  # among residents: its result changes their ratings
    tournament: str = ""  # to which it belongs

    @property
    def has_fixed_seats(self) -> bool:
        """Whether the house has decided who plays on which side."""
        return self.rated or bool(self.tournament)


KEEPING_POSITION = ("salt", "hint", "refusal")  # kinds of events after which what could be played can still be


class Event(NamedTuple):
    """One entry of the log: something that the referee accepted.

    | kind | seat | text |
    |---|---|---|
    | commit | "" | the SHA-256 of the seed: the first event in games with chance |
    | salt | the seat that adds it | the salt, mixed into the throws that follow |
    | hint | the seat that asked for a hint | |
    | refusal | the seat to which an action was refused aloud | the action text and the code of the refusal |
    | act | the seat that acted; "chance" for a throw | the action text |
    | back | the seat that took back and whose clock ran, or the last one that agreed to it | the number of actions that remain |
    | resign | the seat that resigned | |
    | sit, leave | the seat taken or given back | as `seating.encode_sit` writes it; the holder |
    | offer | the seat that offers or agrees | "draw" or "back"; to agree, also the letter of the seat that offered |
    | decline | the seat that declines | "draw" or "back" |
    | draw | the seat that accepted | |
    | abort | "" | the holder who aborted |
    | flag | the seat whose time ran out | |
    | claim | the seat whose player had left | the holder who claimed, and "win" or "draw" |
    """

    number: int  # 1, 2, … without gaps
    kind: str
    seat: str  # a letter
    text: str
    command: str = ""  # the id of the client's command, by which a retry is recognised
    at: float = 0.0  # seconds since 1970, UTC
    spent: float = 0.0  # seconds charged to the clock of the seat that acted, threw or took back


def effective_actions(log: Iterable[Event]) -> set[int]:
    """Return the event numbers of the actions that have not been taken back."""
    numbers: list[int] = []
    for event in log:
        if event.kind == "act":
            numbers.append(event.number)
        elif event.kind == "back":
            del numbers[int(event.text) :]
    return set(numbers)


WITH_ACCOUNT = ("resident", "bot")  # standings of those who can play rated matches
BLOCK = 4  # events that are packed together; the last ones, which are asked for at every move, are not packed

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[Event, ...]).decode


@mypyc_attr(allow_interpreted_subclasses=True)
class EventLog:
    """The events of a match in order; they can be added at the end, and found by the ids of their commands.

    Most of them are packed: as objects, they would take most of the memory of the match.
    """

    def __init__(self) -> None:
        self._packed = bytearray()  # blocks, one after the other
        self._ends = array("I", [0])  # where each block ends and the next one begins
        self._recent: list[Event] = []

    def append(self, event: Event) -> None:
        self._recent.append(event)
        if len(self._recent) == 2 * BLOCK:
            self._packed += _pack(self._recent[:BLOCK])
            self._ends.append(len(self._packed))
            del self._recent[:BLOCK]

    def __iter__(self) -> Iterator[Event]:
        return self.after(0)

    def after(self, number: int) -> Iterator[Event]:
        """Yield the events after the one with this number; no more are unpacked than are taken."""
        block, rest = divmod(number, BLOCK)
        packed = len(self._ends) - 1
        for index in range(block, packed):
            yield from self._block(index)[rest:]
            rest = 0
        yield from self._recent[max(0, number - packed * BLOCK) :]

    def _block(self, index: int) -> tuple[Event, ...]:
        return _unpack(self._packed[self._ends[index] : self._ends[index + 1]])

    def made_by(self, command: str) -> list[Event]:
        """Return the events that commands with this id made."""
        if not command:
            return []
        sought, blocks = command.encode(), []
        found = self._packed.find(sought)  # texts are packed as they are; what is found may still be something else
        while found >= 0:
            index = bisect_right(self._ends, found) - 1
            blocks.append(self._block(index))
            found = self._packed.find(sought, self._ends[index + 1])
        return [event for block in (*blocks, self._recent) for event in block if event.command == command]
