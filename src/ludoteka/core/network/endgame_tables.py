"""The file of an endgame table: exact values that were computed once, for positions that the game numbers.

Neighbours have similar values, so the file stores the differences of each value from the one before, first all low bytes
and then all high bytes.  In memory, values stay in an array of 16 bits, which takes a tenth of the memory of a tuple.
"""

import base64
import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

from ludoteka.core.network.weights import BadWeights


def write_endgame_table(file: Path, values: Sequence[int]) -> None:
    """Write values between -16,000 and 16,000, with their digest."""
    differences = _swapped(array("h", [second - first for first, second in pairwise([0, *values])])).tobytes()
    packed = base64.b64encode(zlib.compress(differences[::2] + differences[1::2], 9)).decode()
    content = {"digest": hashlib.sha256(packed.encode()).hexdigest(), "values": packed}
    file.write_text(json.dumps(content, indent=1) + "\n", "utf-8")


def read_endgame_table(file: Path, count: int) -> "array[int]":
    """Return the values of a file.  Raises BadWeights: the file's digest is wrong, or it has not so many values."""
    content = json.loads(file.read_text("utf-8"))
    if hashlib.sha256(content["values"].encode()).hexdigest() != content["digest"]:
        raise BadWeights(f"{file.name} is damaged: its digest is wrong")
    planes = zlib.decompress(base64.b64decode(content["values"]))
    if len(planes) != 2 * count:
        raise BadWeights(f"{file.name} has {len(planes) // 2} values, but the game has {count} positions")
    differences = bytearray(planes)
    differences[::2], differences[1::2] = planes[:count], planes[count:]
    return array("h", accumulate(_swapped(array("h", bytes(differences)))))


def _swapped(values: "array[int]") -> "array[int]":
    """Return values in the order of bytes of the file, or back: the lowest byte comes first."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
