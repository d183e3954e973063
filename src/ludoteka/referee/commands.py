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


class Sit(NamedTuple):
    """Take a free seat, or have a computer take it; it does not matter what has happened meanwhile elsewhere."""

    id: str
    number: int
    seat: str
    kind: str = "person"
    level: int = 0  # of a computer
    secret: str = ""  # the invitation of one who did not make the match
    name: str = ""  # how the person wishes to be called


class Leave(NamedTuple):
    """Give a seat back before the first action; "" means the asker's first seat."""

    id: str
    number: int
    seat: str = ""


class Offer(NamedTuple):
    """Offer a draw, or ask for one's last action back."""

    id: str
    number: int
    matter: str  # "draw" or "back"


class Accept(NamedTuple):
    """Agree to what another has offered."""

    id: str
    number: int
    matter: str


class Decline(NamedTuple):
    """Do not agree to what another has offered, or take one's own offer back."""

    id: str
    number: int
    matter: str


class Abort(NamedTuple):
    """End the match without a result, before all have acted."""

    id: str
    number: int


class Claim(NamedTuple):
    """Claim the "win", or a "draw", from who has gone while it is his turn."""

    id: str
    number: int
    what: str


class Salt(NamedTuple):
    """Add to the seed what the house could not know; it does not matter what has happened meanwhile elsewhere."""

    id: str
    number: int
    seat: str
    salt: str


Command = Act | Throw | Back | Resign | Sit | Leave | Offer | Accept | Decline | Abort | Claim | Salt
