"""What a seat sees of a position as numbers: the tensor of the game's encoding, or the numbers of its Observation record and its log."""

from typing import Any
from zlib import crc32

import numpy as np
from gymnasium import spaces

from ludoteka.core.game import LogEntry
from ludoteka.research.choices import dtype_of
from ludoteka.research.compiled_position import AnyPosition, CompiledPosition
from ludoteka.research.position import Position

HEARD = 48  # the latest words of the log, which are part of an observation without an encoding
WORDS = 1 << 15  # a word is its checksum below this number


def observe(position: AnyPosition, seat: int) -> Any:
    """Return what a seat sees as an array: int8 with the shape of the encoding; without one, int32 with one dimension."""
    if isinstance(position, CompiledPosition):
        return position.observe(seat)
    encoding: Any = position.game.encoding
    if encoding is None:
        return _plain(position, seat)
    tensor = np.zeros(int(np.prod(encoding.SHAPE)), dtype_of(position.game))
    encoding.encode(position.seen(seat), seat, tensor)
    return tensor.reshape(encoding.SHAPE)


def space_of(position: AnyPosition) -> spaces.Box:
    """Return the space of the observations of all positions of a match."""
    encoding: Any = position.game.encoding
    if encoding is not None:
        return spaces.Box(0, encoding.HIGHEST, encoding.SHAPE, dtype_of(position.game))
    limits = np.iinfo(np.int32)
    return spaces.Box(limits.min, limits.max, observe(position, position.seats[0]).shape, np.int32)


def _plain(position: Position, seat: int) -> Any:
    record = position.game.rules.observe(position.state, seat)
    numbers = [number for value in record.values() for number in (value if isinstance(value, list) else (value,))]
    return np.array([*numbers, *(_words(position.heard[seat]) if position.game.keeps_log else ())], np.int32)


def _words(log: list[LogEntry]) -> list[int]:
    """Return the latest words that a seat has heard, as numbers above 0; the newest is the last."""
    words: list[str] = []
    for entry in reversed(log[-HEARD:]):
        words[:0] = [f"{entry.seat} {entry.text or '?'}", *entry.answers]
        if len(words) >= HEARD:
            break
    numbers = [1 + crc32(word.encode()) % (WORDS - 1) for word in words[-HEARD:]]
    return [0] * (HEARD - len(numbers)) + numbers
