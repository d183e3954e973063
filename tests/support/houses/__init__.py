"""Houses: running ones with clients that talk to them, stores, and views as players get them."""

from houses.running import HOT_SEAT, PERSON, PLAIN_HTTP, Player, RunningHouse, changed, make, seated

__all__ = ["HOT_SEAT", "PERSON", "PLAIN_HTTP", "Player", "RunningHouse", "changed", "make", "seated"]
