"""Running houses and clients that talk to them, stores, and views as players receive them."""

from houses.programs import make_token, program, streaming
from houses.running import HOT_SEAT, PERSON, PLAIN_HTTP, Player, RunningHouse, changed, make, registering, seated, until

__all__ = [
    "HOT_SEAT",
    "PERSON",
    "PLAIN_HTTP",
    "Player",
    "RunningHouse",
    "changed",
    "make",
    "make_token",
    "program",
    "registering",
    "seated",
    "streaming",
    "until",
]
