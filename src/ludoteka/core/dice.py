"""Verifiable dice: every face follows from a seed by HMAC-SHA-256 (docs/dice.md).

The house publishes the SHA-256 of the seed before the first throw and the seed itself after the last one.  The seats
add salts that the house can't know in advance.  Each throw is made for a seat, so that every seat can have its own bag.
"""

import hashlib
import hmac
from copy import copy
from functools import cache
from typing import Any, NamedTuple, Self

COPIES = 10  # of each face in a full bag: sixty tokens for a six-sided die


class DiceThrow(NamedTuple):
    """One die that was thrown."""

    seat: int  # the seat for which it was thrown
    faces: int  # the number of faces of the die
    face: int  # 1 … faces


_dice_throw = cache(DiceThrow)  # there are few different ones


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, published before the first throw: the seed's SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Dice:
    """A source of dice throws.  A deep copy continues from the same point and records only its own draws.

    All follow from uniform numbers: the first bytes of HMAC-SHA-256(seed, message), with rejection.  The message is
    "match/salts/i", where i counts the HMACs computed so far.  Older matches without a commitment have an empty `match`;
    their message is i in eight bytes.
    """

    def __init__(self, seed: bytes, match: str = "") -> None:
        self._seed = seed
        self._match = match
        self._salts = ""  # "letter:salt", separated by commas, in the order in which they were added
        self.count = 0  # of the HMACs computed so far
        self.draws: list[DiceThrow] = []  # all so far

    def _below(self, bound: int) -> int:
        """Return the next number, at least 0 and below `bound`."""
        limit = (1 << 64) - (1 << 64) % bound  # larger numbers would make some outcomes likelier than others
        while True:
            text = f"{self._match}/{self._salts}/{self.count}"
            message = text.encode() if self._match else self.count.to_bytes(8, "big")
            digest = hmac.digest(self._seed, message, hashlib.sha256)
            self.count += 1
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % bound

    def salt(self, letter: str, text: str) -> None:
        """Mix the salt of a seat into all later throws."""
        self._salts = f"{self._salts},{letter}:{text}" if self._salts else f"{letter}:{text}"

    def throw(self, seat: int, faces: int) -> int:
        """Throw a die with `faces` faces for `seat`, and return the face: 1 … faces."""
        face = self._face(seat, faces)
        self.draws.append(_dice_throw(seat, faces, face))
        return face

    def _face(self, seat: int, faces: int) -> int:
        raise NotImplementedError

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a copy without the list of draws, which grows with every throw."""
        twin = copy(self)
        twin.draws = []
        return twin


class FairDice(Dice):
    """Independent throws."""

    def _face(self, seat: int, faces: int) -> int:
        return self._below(faces) + 1


class BagDice(Dice):
    """Throws from shuffle bags: each seat has one for each kind of die, which is refilled when it is empty."""

    def __init__(self, seed: bytes, match: str = "", copies: int = COPIES) -> None:
        super().__init__(seed, match)
        self._copies = copies
        self._bags: dict[tuple[int, int], list[int]] = {}

    def _face(self, seat: int, faces: int) -> int:
        bag = self._bags.setdefault((seat, faces), [])
        if not bag:
            bag.extend(face for face in range(1, faces + 1) for _ in range(self._copies))
        return bag.pop(self._below(len(bag)))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = super().__deepcopy__(memo)
        twin._bags = {owner: list(bag) for owner, bag in self._bags.items()}
        return twin


def make_dice(kind: str, seed: bytes, match: str = "") -> Dice:
    """Return a source of throws; its kind is "fair" or "bag"."""
    return BagDice(seed, match) if kind == "bag" else FairDice(seed, match)
