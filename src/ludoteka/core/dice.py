"""Dice that anybody can check: every face follows from a seed by HMAC-SHA-256.

A source throws for a seat, so that bags can be a player's own.
"""

import hashlib
import hmac
from typing import Protocol

COPIES = 10  # of each face in a full bag: sixty tokens for a die of six


class Dice(Protocol):
    """Where faces come from."""

    def throw(self, seat: int, faces: int) -> int:
        """Return the face thrown for `seat` with a die of `faces`, 1 … faces."""
        ...


class _Stream:
    """Uniform numbers from a seed: the n-th is HMAC-SHA-256(seed, n), with rejection."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.count = 0

    def below(self, bound: int) -> int:
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            digest = hmac.digest(self.seed, self.count.to_bytes(8, "big"), hashlib.sha256)
            self.count += 1
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % bound


class FairDice:
    """Independent throws."""

    def __init__(self, seed: bytes) -> None:
        self._stream = _Stream(seed)

    def throw(self, seat: int, faces: int) -> int:
        """Return a face, each as likely as any other."""
        return self._stream.below(faces) + 1


class BagDice:
    """Throws from a shuffle bag a seat: drawn without replacement, refilled only when empty."""

    def __init__(self, seed: bytes, copies: int = COPIES) -> None:
        self._stream = _Stream(seed)
        self._copies = copies
        self._bags: dict[tuple[int, int], list[int]] = {}

    def throw(self, seat: int, faces: int) -> int:
        """Draw a face from the seat's bag for dice of this many faces."""
        bag = self._bags.setdefault((seat, faces), [])
        if not bag:
            bag.extend(face for face in range(1, faces + 1) for _ in range(self._copies))
        return bag.pop(self._stream.below(len(bag)))


def dice(kind: str, seed: bytes) -> Dice:
    """Return the source of that kind, "fair" or "bag"."""
    return BagDice(seed) if kind == "bag" else FairDice(seed)
