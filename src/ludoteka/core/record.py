"""Records: one declaration, two carriers.

A record is declared once, as a class with annotations.  Interpreted code works
on the plain Python object (ints and lists); compiled code works on the packed
`numpy.record` of the same shape.  Both answer to the same attribute names, so
one rules source serves both.
"""

from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

INTEGER = "int32"  # one width everywhere, wide enough that nothing wraps
MIXERS = (0x2C1B3C6D, 0x297A2D39)  # for digests: odd, with bits of all sizes
HALF = 0xFFFFFFFF  # a digest is put together of two halves
SHIFT = 15  # brings the high bits of each down to the low ones, which a product alone never does


class Record:
    """A fixed-shape bundle of integers and lists of integers.

    Fields are annotated `int`, or `Annotated[list[int], length]`.
    """

    shapes: dict[str, int]  # field -> length; 0 for a single integer

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.shapes = {name: _length(hints[name]) for name in cls.__annotations__}

    def __init__(self) -> None:
        for name, size in self.shapes.items():
            setattr(self, name, [0] * size if size else 0)

    def assign(self, other: Self) -> None:
        """Take over every value of `other`, sharing nothing with it."""
        for name, size in self.shapes.items():
            value = getattr(other, name)
            setattr(self, name, value[:] if size else value)

    def copy(self) -> Self:
        """Return an independent record with the same values."""
        twin = type(self).__new__(type(self))
        twin.assign(self)
        return twin

    def digest(self, salt: int) -> int:
        """Return a number of 63 bits that hardly any other record of this shape has; compiled twins find the same."""
        high = low = salt
        for name, size in self.shapes.items():
            value = getattr(self, name)
            for number in value if size else (value,):
                high = ((high ^ number) * MIXERS[0]) & HALF
                low = ((low ^ number) * MIXERS[1]) & HALF
                high ^= high >> SHIFT
                low ^= low >> SHIFT
        return (high >> 1) << 32 | low

    @classmethod
    def packed_type(cls) -> Any:
        """Return the `numpy.dtype` of the packed form: every field int32, lists as sub-arrays."""
        import numpy  # noqa: PLC0415 - interpreted play must not pay for numpy

        return numpy.dtype([(name, INTEGER, (size,)) if size else (name, INTEGER) for name, size in cls.shapes.items()])

    @classmethod
    def packed_array(cls, count: int) -> Any:
        """Return an array of `count` packed records, all zero; its items are views."""
        import numpy  # noqa: PLC0415 - as above

        return numpy.zeros(count, cls.packed_type()).view(numpy.recarray)

    def pack(self) -> Any:
        """Return the packed form, for compiled code.

        Raises:
            OverflowError: a value does not fit `INTEGER`.
        """
        packed = self.packed_array(1)[0]
        for name in self.shapes:
            packed[name] = getattr(self, name)
        return packed

    @classmethod
    def unpack(cls, packed: Any) -> Self:
        """Return the plain form of a packed record."""
        plain = cls()
        for name in cls.shapes:
            setattr(plain, name, packed[name].tolist())
        return plain

    def values(self) -> list[int | list[int]]:
        """Return the fields' values in the order of declaration, for messages; `of` reads them back."""
        return [getattr(self, name) for name in self.shapes]

    @classmethod
    def of(cls, values: list[int | list[int]]) -> Self:
        """Return the record whose `values` these are."""
        plain = cls()
        for name, value in zip(cls.shapes, values, strict=True):
            setattr(plain, name, value)
        return plain

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # records change; a key is made of a position text

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shapes)
        return f"{type(self).__name__}({fields})"


def _length(hint: Any) -> int:
    if hint is int:
        return 0
    if get_origin(hint) is Annotated and get_args(hint)[0] == list[int]:
        return int(get_args(hint)[1])
    raise TypeError(f"a record field is an int or Annotated[list[int], length], not {hint}")
