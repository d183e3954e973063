"""Values that follow from the other attributes of an object."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Derived(Generic[Value]):
    """A property that is computed when it is first read, and kept until it is deleted from the object's `__dict__`.

    `functools.cached_property` does the same with a lock, which in Python 3.11 costs more than most of our properties.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, kind: type | None = None) -> Value:
        value = owner.__dict__[self._name] = self._compute(owner)
        return value
