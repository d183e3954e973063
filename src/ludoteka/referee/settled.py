"""What follows from a log is worked out once between two events, however often it is asked."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

Answer = TypeVar("Answer")


class Knowing(Protocol):
    """Whoever keeps what was worked out, and forgets it when anything changes."""

    known: dict[str, Any]


def settled(question: Callable[[Any], Answer]) -> Answer:
    """Make a property that is worked out once until `known` is cleared."""
    name = question.__name__

    def answer(keeper: Knowing) -> Any:
        known = keeper.known
        if name not in known:
            known[name] = question(keeper)
        return known[name]

    answer.__doc__ = question.__doc__
    return cast(Answer, property(answer))
