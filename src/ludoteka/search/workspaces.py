"""Memory for searches: lists for interpreted ones, arrays for compiled ones."""

from typing import Any, Protocol

from ludoteka.core.record import Record


class Allocator(Protocol):
    """Allocates the parts of a workspace."""

    def records(self, shape: type[Record], count: int, first: Record) -> Any:
        """Return `count` records; the first one is a copy of `first`."""
        ...

    def put(self, records: Any, first: Record) -> None:
        """Make the first of the records equal to another."""
        ...

    def zeros(self, count: int, width: int = 0) -> Any:
        """Return `count` zeros, or `count` rows of `width` zeros."""
        ...

    def array(self, numbers: list[int]) -> Any:
        """Return these numbers as a list or array."""
        ...


class ListAllocator:
    """Allocates lists."""

    def records(self, shape: type[Record], count: int, first: Record) -> list[Record]:
        return [first.copy(), *(shape() for _ in range(count - 1))]

    def put(self, records: list[Record], first: Record) -> None:
        records[0].assign(first)

    def zeros(self, count: int, width: int = 0) -> list[Any]:
        return [[0] * width for _ in range(count)] if width else [0] * count

    def array(self, numbers: list[int]) -> list[int]:
        return numbers


class ArrayAllocator:
    """Allocates arrays."""

    def records(self, shape: type[Record], count: int, first: Record) -> Any:
        array = shape.packed_array(count)
        self.put(array, first)
        return array

    def put(self, records: Any, first: Record) -> None:
        records[0] = first.pack()

    def zeros(self, count: int, width: int = 0) -> Any:
        import numpy  # noqa: PLC0415 - interpreted play must not load numpy

        return numpy.zeros((count, width) if width else count, numpy.int64)

    def array(self, numbers: list[int]) -> Any:
        import numpy  # noqa: PLC0415 - as above

        return numpy.array(numbers, numpy.int64)
