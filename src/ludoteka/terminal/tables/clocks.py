"""Clocks as text."""

from time import monotonic

from ludoteka.client.views import View
from ludoteka.core.message import Message
from ludoteka.terminal.tables.people import title

DAY, HOUR, MINUTE = 86400, 3600, 60  # seconds
SHORT = 20  # seconds, below which tenths are shown


def clocks(view: View, told_at: float) -> list[Message]:
    """Return the time that each seat has left now; `told_at` is when the clocks were received, by the monotonic clock."""
    clock = view["clock"]
    if not clock:
        return []
    passed = max(0.0, monotonic() - told_at - clock.get("delay", 0.0)) if view["result"] is None else 0.0
    return [
        Message(
            "{seat} {time}",
            seat=title(view, letter),
            time=_time(max(0.0, left - (passed if letter == clock["running"] else 0.0))),
        )
        for letter, left in clock["left"].items()
    ]


def _time(seconds: float) -> Message | str:
    if seconds < SHORT:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    days, hours, minutes = whole // DAY, whole % DAY // HOUR, whole % HOUR // MINUTE
    if days:
        time = f"{hours}:{minutes:02}"
        return Message("{count} day, {time}", plural="{count} days, {time}", count=days, time=time)
    return f"{hours}:{minutes:02}:{whole % MINUTE:02}" if hours else f"{minutes}:{whole % MINUTE:02}"
