"""What a seat sees of a position as numbers: the tensor of the game's encoding, or the numbers of its Observation record and its log."""

from typing import Any
from zlib import crc32

import numpy as np

from ludoteka.core.game import Game, LogEntry
from ludoteka.research.position import Position

HEARD = 48  # the latest words of the log, which are part of an observation without an encoding
WORDS = 1 << 15  # a word is its checksum below this number


def observe(position: Position, seat: int) -> Any:
    """Return what a seat sees as an array: int8 with the shape of the encoding; without one, int32 with one dimension."""
    encoding: Any = position.game.encoding
    if encoding is None:
        return _plain(position, seat)
    tensor = np.zeros(int(np.prod(encoding.SHAPE)), dtype_of(position.game))
    encoding.encode(position.seen(seat), seat, tensor)
    return tensor.reshape(encoding.SHAPE)


def dtype_of(game: Game) -> Any:
    """Return the type of the numbers of an observation."""
    encoding: Any = game.encoding
    return np.int8 if encoding and np.iinfo(np.int8).max >= encoding.HIGHEST else np.int32


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
