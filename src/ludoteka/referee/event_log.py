"""The log of a match in memory, most of it packed: as objects, its events would take most of the memory of the match."""

from collections.abc import Iterator

import msgspec

from ludoteka.referee.events import Event

BLOCK = 8  # events that are packed together; the last ones, which are asked for at every move, are not packed
SEPARATOR = b"\0"  # no command has an id with this character

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[Event, ...]).decode


class EventLog:
    """The events of a match in order; they can be added at the end, and found by the ids of their commands."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._recent: list[Event] = []
        self._commands = bytearray(SEPARATOR)  # the ids of the commands of all events

    def append(self, event: Event) -> None:
        """Add an event at the end."""
        self._recent.append(event)
        self._commands += event.command.encode() + SEPARATOR
        if len(self._recent) == 2 * BLOCK:
            self._blocks.append(_pack(self._recent[:BLOCK]))
            del self._recent[:BLOCK]

    def __iter__(self) -> Iterator[Event]:
        return self.after(0)

    def after(self, number: int) -> Iterator[Event]:
        """Yield the events after the one with this number; no more are unpacked than are taken."""
        block, rest = divmod(number, BLOCK)
        for packed in self._blocks[block:]:
            yield from _unpack(packed)[rest:]
            rest = 0
        yield from self._recent[max(0, number - len(self._blocks) * BLOCK) :]

    def made_by(self, command: str) -> list[Event]:
        """Return the events that commands with this id made."""
        sought = b"%b%b%b" % (SEPARATOR, command.encode(), SEPARATOR)
        found = self._commands.find(sought) if command else -1
        events = []
        while found >= 0:
            earlier = self._commands.count(SEPARATOR, 0, found)
            events.append(next(self.after(earlier)))
            found = self._commands.find(sought, found + 1)
        return events
