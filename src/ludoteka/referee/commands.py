"""What the referee is asked: the commands that people give in a match, and what the house tells along with them."""

from collections.abc import Collection
from typing import NamedTuple

from ludoteka.referee.events import Person


class Act(NamedTuple):
    """Play an action, given by its text or by the path that was picked."""

    id: str
    number: int  # of the last event that the client has seen
    what: str | tuple[str, ...]


class Throw(NamedTuple):
    """Throw the dice."""

    id: str
    number: int


class Back(NamedTuple):
    """Take back the player's own last action and everything after it."""

    id: str
    number: int


class Resign(NamedTuple):
    """Resign for a seat; "" means the sender's only seat, or the one to act.  Never stale if the seat is beyond doubt."""

    id: str
    number: int
    seat: str = ""


class Sit(NamedTuple):
    """Take a free seat, or give it to a computer.  The command is never stale."""

    id: str
    number: int
    seat: str
    kind: str = "person"
    level: int = 0  # of a computer
    secret: str = ""  # the invitation, which everybody but the host needs
    person: Person | None = None  # who sits down, if it is not a computer


class Leave(NamedTuple):
    """Give a seat back before the first action; "" means the sender's first seat."""

    id: str
    number: int
    seat: str = ""


class Offer(NamedTuple):
    """Offer a draw, or ask to take back the player's last action."""

    id: str
    number: int
    matter: str  # "draw" or "back"


class Accept(NamedTuple):
    """Agree to an offer that another seat has made."""

    id: str
    number: int
    matter: str


class Decline(NamedTuple):
    """Decline an offer that another seat has made, or withdraw the player's own."""

    id: str
    number: int
    matter: str


class Abort(NamedTuple):
    """End the match before every seat has acted and anything was thrown, or once only computers still play."""

    id: str
    number: int


class Claim(NamedTuple):
    """Claim the "win" or a "draw" because the player to move has been gone too long."""

    id: str
    number: int
    what: str


class Salt(NamedTuple):
    """Contribute a salt, which the house could not foresee, to all later throws.  The command is never stale."""

    id: str
    number: int
    seat: str
    salt: str


class Hint(NamedTuple):
    """Ask for the action that a strong player would choose for the seat to act."""

    id: str
    number: int


Command = Act | Throw | Back | Resign | Sit | Leave | Offer | Accept | Decline | Abort | Claim | Salt | Hint


class RefereeContext(NamedTuple):
    """When something is asked, and what the house knows at that time about downtime, lag and absent players."""

    at: float  # house time, seconds since 1970
    downtime: float = 0.0  # seconds in which no server was up, since the current turn began
    lag: float = 0.0  # seconds that messages to and from the asking client take
    absent: Collection[str] = ()  # holders who have been gone for longer than the grace period
