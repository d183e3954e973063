"""The pools of ratings: in each game one for each speed, and one for matches of three and more."""

from ludoteka.core.clock import TimeControl
from ludoteka.ratings.changes import PROVISIONAL

SPEEDS = ("bullet", "blitz", "rapid", "classical", "correspondence")
TURNS = 40  # of a player, for which increments are counted
LIMITS = (("bullet", 180), ("blitz", 480), ("rapid", 1500))  # seconds of a player, below which a match has this speed


def speed_of(control: TimeControl) -> str:
    """Return the speed of a match with this time control, as on lichess; "" without a clock."""
    if control.kind == "none":
        return ""
    if control.kind == "days":
        return "correspondence"
    seconds = control.base + TURNS * control.extra
    return next((speed for speed, limit in LIMITS if seconds < limit), "classical")


PARTY = "party"  # matches of three and more, at any speed: they are few
POOLS = (*SPEEDS, PARTY)
PARTY_PROVISIONAL = 220.0  # a result among several tells less about each of them


def pool_of(control: TimeControl, seats: int) -> str:
    """Return the pool of a match with this time control and so many seats."""
    return speed_of(control) if seats == 2 else PARTY


def provisional_above(pool: str) -> float:
    """Return the deviation above which a rating is provisional."""
    return PARTY_PROVISIONAL if pool == PARTY else PROVISIONAL
