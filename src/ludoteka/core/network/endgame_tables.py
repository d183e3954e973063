"""The file of an endgame table: exact values that were computed once, for positions that the game numbers."""

import base64
import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from pathlib import Path

from ludoteka.core.network.weights import BadWeights


def write_endgame_table(file: Path, values: Sequence[int]) -> None:
    """Write values of 16 bits, with their digest."""
    packed = base64.b64encode(zlib.compress(_swapped(array("h", values)).tobytes(), 9)).decode()
    content = {"digest": hashlib.sha256(packed.encode()).hexdigest(), "values": packed}
    file.write_text(json.dumps(content, indent=1) + "\n", "utf-8")


def read_endgame_table(file: Path, count: int) -> tuple[int, ...]:
    """Return the values of a file.

    Raises:
        BadWeights: the file's digest is wrong, or it has not so many values.
    """
    content = json.loads(file.read_text("utf-8"))
    if hashlib.sha256(content["values"].encode()).hexdigest() != content["digest"]:
        raise BadWeights(f"{file.name} is damaged: its digest is wrong")
    values = array("h", zlib.decompress(base64.b64decode(content["values"])))
    if len(values) != count:
        raise BadWeights(f"{file.name} has {len(values)} values, but the game has {count} positions")
    return tuple(_swapped(values))


def _swapped(values: "array[int]") -> "array[int]":
    """Return values in the order of bytes of the file, or back: the lowest byte comes first."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
