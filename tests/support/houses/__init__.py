"""Running houses and clients that talk to them, stores, and views as players receive them."""

from houses.running import (
    HOT_SEAT,
    PERSON,
    PLAIN_HTTP,
    Player,
    RunningHouse,
    changed,
    make,
    make_token,
    program,
    registering,
    seated,
    streaming,
    until,
)

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
