"""The files of computed values: the weights of a small network (`core.network.outputs`) and their scale, and the exact values of an endgame table."""

import base64
import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

ONE = 512  # 1.0, in the weights and in the hidden units
LANES = 4  # units in one integer
BITS = 15  # of a unit
MIDDLE = 1 << BITS - 1  # zero, in the bits of a unit; the sum of a unit's weights stays below it
BLOCKS = 8  # integers for all units
UNITS = BLOCKS * LANES
ROW = BLOCKS + 1  # integers for a feature: the weights of the units, then the weight for the output

# Of an output of 1.0, in hundredths of a plain piece; reviews turn it into the chance that the network meant
VALUE = 250
LIMIT = 12 * ONE * ONE  # beyond it, outputs are cut off: the position is won


class BadWeights(Exception):
    """A file of weights is damaged, or does not belong to the features of the game."""


class Network(NamedTuple):
    """The weights of a network, ready to be added up."""

    rows: tuple[int, ...]  # ROW for each feature; the first row holds the biases, and its feature is always present
    outputs: tuple[int, ...]  # of each unit


def pack_network(units: Sequence[Sequence[int]], direct: Sequence[int], outputs: Sequence[int]) -> Network:
    """Return a network from the weights of each feature for the units, and those for the output, both in whole numbers."""
    rows: list[int] = []
    for feature, weights in enumerate(units):
        middle = 0 if feature else MIDDLE
        rows += [
            sum((middle + weights[first + lane]) << BITS * lane for lane in range(LANES))
            for first in range(0, UNITS, LANES)
        ]
        rows.append(direct[feature])
    return Network(tuple(rows), tuple(outputs))


def check_sums(units: Sequence[Sequence[int]], groups: int) -> None:
    """Check that no unit can leave its bits, if as many features as there are groups are present besides the bias.

    Raises:
        BadWeights: a unit could.
    """
    for unit in range(len(units[0])):
        bias, *others = (abs(weights[unit]) for weights in units)
        if bias + sum(sorted(others)[-groups:]) >= MIDDLE:
            raise BadWeights(f"the weights of unit {unit} are too large")


def weights_digest(weights: Mapping[str, Any]) -> str:
    """Return the SHA-256 of weights, in hexadecimal."""
    return hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()


def read_network(file: Path, features: int) -> Network:
    """Return the network of a file written by `ludoteka train`, as `read_weights` reads it."""
    weights = read_weights(file, features)
    return pack_network(weights["units"], weights["direct"], weights["outputs"])


def read_weights(file: Path, features: int) -> Mapping[str, Any]:
    """Return the weights in a file written by `ludoteka train`, for this number of features, the bias included.

    Raises:
        BadWeights: the file's digest is wrong, or it has another number of features.
    """
    content = json.loads(file.read_text("utf-8"))
    weights: Mapping[str, Any] = content["weights"]
    if weights_digest(weights) != content["digest"]:
        raise BadWeights(f"{file.name} is damaged: its digest is wrong")
    if len(weights["direct"]) != features:
        raise BadWeights(f"{file.name} is for {len(weights['direct'])} features, but the game has {features}")
    return weights


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
