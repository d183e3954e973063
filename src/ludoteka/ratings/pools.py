"""The pools of ratings: in each game one for each speed, and one for matches of three and more."""

from ludoteka.core.clock import TimeControl
from ludoteka.ratings.glicko2 import PROVISIONAL
from ludoteka.ratings.speeds import SPEEDS, speed_of

PARTY = "party"  # matches of three and more, at any speed: they are few
POOLS = (*SPEEDS, PARTY)
PARTY_PROVISIONAL = 220.0  # a result among several tells less about each of them


def pool_of(control: TimeControl, seats: int) -> str:
    """Return the pool of a match with this time control and so many seats."""
    return speed_of(control) if seats == 2 else PARTY


def provisional_above(pool: str) -> float:
    """Return the deviation above which a rating is provisional."""
    return PARTY_PROVISIONAL if pool == PARTY else PROVISIONAL
