"""What the referee is asked: the commands that people give in a match, and what the house tells along with them."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from ludoteka.referee.events import Person


class NumberedCommand(msgspec.Struct, frozen=True):
    """What all commands say: which one it is, and what the client knows."""

    id: str
    number: int  # of the last event that the client has seen


class Act(NumberedCommand, frozen=True):
    """Play an action, given by its text or by the path that was picked."""

    what: str | tuple[str, ...]


class Throw(NumberedCommand, frozen=True):
    """Throw the dice."""


class Back(NumberedCommand, frozen=True):
    """Take back the player's own last action and everything after it."""


class Resign(NumberedCommand, frozen=True):
    """Resign for a seat; "" means the sender's only seat, or the one to act.  Never stale if the seat is beyond doubt."""

    seat: str = ""


class Sit(NumberedCommand, frozen=True):
    """Take a free seat, or give it to a computer.  The command is never stale."""

    seat: str
    kind: str = "person"
    level: int = 0  # of a computer
    secret: str = ""  # the invitation, which everybody but the host needs
    person: Person | None = None  # who sits down, if it is not a computer


class Leave(NumberedCommand, frozen=True):
    """Give a seat back before the first action; "" means the sender's first seat."""

    seat: str = ""


class Offer(NumberedCommand, frozen=True):
    """Offer a draw, or ask to take back the player's last action."""

    matter: str  # "draw" or "back"


class Accept(NumberedCommand, frozen=True):
    """Agree to an offer that another seat has made."""

    matter: str


class Decline(NumberedCommand, frozen=True):
    """Decline an offer that another seat has made, or withdraw the player's own."""

    matter: str


class Abort(NumberedCommand, frozen=True):
    """End the match before every seat has acted and anything was thrown, or once only computers still play."""


class Claim(NumberedCommand, frozen=True):
    """Claim the "win" or a "draw" because the player to move has been gone too long."""

    what: str


class Salt(NumberedCommand, frozen=True):
    """Contribute a salt, which the house could not foresee, to all later throws.  The command is never stale."""

    seat: str
    salt: str


class Hint(NumberedCommand, frozen=True):
    """Ask for the action that a strong player would choose for the seat to act."""


Command = Act | Throw | Back | Resign | Sit | Leave | Offer | Accept | Decline | Abort | Claim | Salt | Hint


class RefereeContext(NamedTuple):
    """When something is asked, and what the house knows at that time about downtime, lag and absent players."""

    at: float  # house time, seconds since 1970
    downtime: float = 0.0  # seconds in which no server was up, since the current turn began
    lag: float = 0.0  # seconds that messages to and from the asking client take
    absent: Collection[str] = ()  # holders who have been gone for longer than the grace period
