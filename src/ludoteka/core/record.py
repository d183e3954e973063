"""Records: one declaration, two representations.

A record is declared once, as a class with annotations.  Interpreted code uses the plain Python object with integers and
lists; compiled code uses the packed `numpy.record` of the same shape.  Both have the same attribute names, so the same
rules source works with both.
"""

from array import array
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from operator import mul
from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

INTEGER = "int32"  # the same width everywhere, wide enough for every game
DIGEST_MASK = (1 << 63) - 1
FOLD = 32  # mixes the high bits of a digest into the low ones, which the products never do


class Record:
    """Integers and lists of integers in a fixed shape.

    Fields are annotated as `int` or `Annotated[list[int], length]`.  A plain record may keep the lists that are named as
    `shorter` in fewer elements, if the rules never use the rest, which counts as zeros.  The lists of such a record may
    also be arrays.
    """

    shapes: dict[str, int]  # field -> length; 0 for a single integer
    shorter: frozenset[str]  # the fields with lists that may be shorter

    def __init_subclass__(cls, shorter: tuple[str, ...] = ()) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.shorter = frozenset(shorter)
        cls.shapes = {name: _length(hints[name]) for name in cls.__annotations__}

    def __init__(self) -> None:
        for name, size in self.shapes.items():
            setattr(self, name, [0] * size if size else 0)

    def assign(self, other: Self) -> None:
        """Copy every value from `other`; no list is shared."""
        for name, size in self.shapes.items():
            value = getattr(other, name)
            setattr(self, name, value[:] if size else value)

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.assign(self)
        return twin

    def compact(self, used: Mapping[str, int]) -> None:
        """Keep only so many elements of these lists, and turn all lists into arrays, which take half the memory."""
        for name, size in self.shapes.items():
            if size:
                setattr(self, name, array("i", getattr(self, name)[: used.get(name)]))

    def share_lists(self, other: Self) -> None:
        """Use the lists of `other` in place of equal ones, to save memory; from then on, a change of one changes both."""
        for name, size in self.shapes.items():
            value = getattr(other, name)
            if size and getattr(self, name) == value:
                setattr(self, name, value)

    def digest(self, salt: int) -> int:
        """Return a hash of 63 bits; compiled twins compute the same.

        Source of the sum of products: J. L. Carter and M. N. Wegman, Universal classes of hash functions, 1979.
        """
        numbers = [salt]
        for value in self.values():
            numbers += value if isinstance(value, list) else (value,)
        total: int = sum(map(mul, numbers, digest_factors(len(numbers)))) & DIGEST_MASK
        return total ^ total >> FOLD

    @classmethod
    def packed_array(cls, count: int) -> Any:
        """Return an array of `count` packed records, filled with zeros; its items are views, with sub-arrays for lists."""
        import numpy  # noqa: PLC0415 - interpreted play must not load numpy

        fields = [(name, INTEGER, (size,)) if size else (name, INTEGER) for name, size in cls.shapes.items()]
        return numpy.zeros(count, fields).view(numpy.recarray)

    def pack(self) -> Any:
        """Return the packed form for compiled code.  Raises OverflowError: a value does not fit `INTEGER`."""
        packed = self.packed_array(1)[0]
        for name, value in zip(self.shapes, self.values(), strict=True):
            packed[name] = value
        return packed

    @classmethod
    def unpack(cls, packed: Any) -> Self:
        """Return the plain form of a packed record."""
        return cls.of([packed[name].tolist() for name in cls.shapes])

    def values(self) -> list[int | list[int]]:
        """Return the values of the fields in their declared order, as plain data; `of` is the inverse."""
        if not self.shorter:
            return [getattr(self, name) for name in self.shapes]
        pairs = ((getattr(self, name), size) for name, size in self.shapes.items())
        return [[*value, *[0] * (size - len(value))] if size else value for value, size in pairs]

    @classmethod
    def of(cls, values: list[int | list[int]]) -> Self:
        """Return the record with these `values`."""
        plain = cls()
        for name, value in zip(cls.shapes, values, strict=True):
            setattr(plain, name, value)
        return plain

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Record) or vars(self).keys() != vars(other).keys():
            return False
        return self.values() == other.values() if self.shorter else vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # records are mutable; use a position text as a key

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shapes)
        return f"{type(self).__name__}({fields})"


@cache
def digest_factors(count: int) -> tuple[int, ...]:
    """Return the factors of the salt and the numbers of a record in its digest: odd, with random bits."""
    return tuple(int.from_bytes(sha256(str(index).encode()).digest()[:8]) >> 1 | 1 for index in range(count))


def _length(hint: Any) -> int:
    if hint is int:
        return 0
    if get_origin(hint) is Annotated and get_args(hint)[0] == list[int]:
        return int(get_args(hint)[1])
    raise TypeError(f"a record field must be int or Annotated[list[int], length], not {hint}")
