"""The speed of a match, by its time control: players have a rating for each."""

from ludoteka.core.clock import TimeControl

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
