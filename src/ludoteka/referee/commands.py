"""What people may ask of a match."""

from typing import NamedTuple


class Act(NamedTuple):
    """Play an action, named by its text or by the path that was picked."""

    id: str
    number: int  # of the last event the asker knows
    what: str | tuple[str, ...]


class Throw(NamedTuple):
    """Throw the dice for the seat whose hand it is."""

    id: str
    number: int


class Back(NamedTuple):
    """Take back one's own last action and what followed it."""

    id: str
    number: int


class Resign(NamedTuple):
    """Give up for a seat; "" means the asker's only seat, or the one to act."""

    id: str
    number: int
    seat: str = ""


Command = Act | Throw | Back | Resign
