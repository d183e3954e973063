"""Dice that anybody can check: every face follows from a seed by HMAC-SHA-256 (docs/dice.md).

The house tells the SHA-256 of the seed before the first throw and the seed after the last; the seats add salts of
their own, which the house cannot know before.  A source throws for a seat, so that bags can be a player's own.
"""

import hashlib
import hmac
from copy import copy
from typing import Any, NamedTuple, Self

COPIES = 10  # of each face in a full bag: sixty tokens for a die of six


class DiceThrow(NamedTuple):
    """One die that fell."""

    seat: int  # for which it was thrown
    faces: int  # how many the die has
    face: int  # 1 … faces


def commitment(seed: bytes) -> str:
    """Return what is told of a seed before the end: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """Uniform numbers from a seed, a match and salts: the beginnings of HMAC-SHA-256(seed, message), with rejection.

    The message is "match/salts/i", where i counts every HMAC taken; in matches that told no commitment, which have
    no match here, it is i in eight bytes.
    """

    def __init__(self, seed: bytes, match: str = "") -> None:
        self.seed = seed
        self.match = match
        self.salts = ""  # "letter:salt" with commas between, in the order in which they came into force
        self.count = 0

    def below(self, bound: int) -> int:
        """Return the next number, at least 0 and below `bound`."""
        limit = (1 << 64) - (1 << 64) % bound  # numbers from here on would make some outcomes likelier than others
        while True:
            digest = hmac.digest(self.seed, self._message(), hashlib.sha256)
            self.count += 1
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % bound

    def _message(self) -> bytes:
        return f"{self.match}/{self.salts}/{self.count}".encode() if self.match else self.count.to_bytes(8, "big")


class Dice:
    """Where faces come from.  A deep copy throws on from here and notes its own draws alone."""

    def __init__(self, seed: bytes, match: str = "") -> None:
        self._stream = Stream(seed, match)
        self.draws: list[DiceThrow] = []  # so far

    @property
    def count(self) -> int:
        """How many HMACs were taken so far."""
        return self._stream.count

    def salt(self, letter: str, text: str) -> None:
        """Let the salt of a seat have its part in all throws from now on."""
        salts = self._stream.salts
        self._stream.salts = f"{salts},{letter}:{text}" if salts else f"{letter}:{text}"

    def throw(self, seat: int, faces: int) -> int:
        """Return the face thrown for `seat` with a die of `faces`, 1 … faces."""
        face = self._face(seat, faces)
        self.draws.append(DiceThrow(seat, faces, face))
        return face

    def _face(self, seat: int, faces: int) -> int:
        raise NotImplementedError

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a copy without what would grow with every throw."""
        twin = copy(self)
        twin._stream = copy(self._stream)
        twin.draws = []
        return twin


class FairDice(Dice):
    """Independent throws."""

    def _face(self, seat: int, faces: int) -> int:
        return self._stream.below(faces) + 1


class BagDice(Dice):
    """Throws from a shuffle bag a seat: drawn without replacement, refilled only when empty."""

    def __init__(self, seed: bytes, match: str = "", copies: int = COPIES) -> None:
        super().__init__(seed, match)
        self._copies = copies
        self._bags: dict[tuple[int, int], list[int]] = {}

    def _face(self, seat: int, faces: int) -> int:
        bag = self._bags.setdefault((seat, faces), [])
        if not bag:
            bag.extend(face for face in range(1, faces + 1) for _ in range(self._copies))
        return bag.pop(self._stream.below(len(bag)))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = super().__deepcopy__(memo)
        twin._bags = {owner: list(bag) for owner, bag in self._bags.items()}
        return twin


def make_dice(kind: str, seed: bytes, match: str = "") -> Dice:
    """Return the source of that kind, "fair" or "bag"."""
    return BagDice(seed, match) if kind == "bag" else FairDice(seed, match)
