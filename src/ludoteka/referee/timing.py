"""The clock of one match, as its log tells it."""

from collections.abc import Iterable

from ludoteka.core.clock import (
    LAG_CAP,
    TimeControl,
    charge,
    charge_for,
    delay_left,
    start_clock,
    time_left,
    time_to_flag,
)


class Timing:
    """Who has spent what, and since when somebody is awaited.  House time, in seconds since 1970."""

    def __init__(self, control: str, letters: Iterable[str], at: float) -> None:
        self.control = TimeControl.parse(control)
        self.since = at  # when the last act came, or what else let somebody begin to think
        self._clock = start_clock(self.control, letters)
        self._last = ""  # the letter of the seat that acted last
        self._begun: set[str] = set()  # whose first turn is over: with a live clock, that one is free

    def acted(self, letter: str, spent: float, at: float) -> None:
        """Charge an act, or a throw, of a seat."""
        self._clock = charge(self.control, self._clock, letter, spent)
        if letter != self._last:
            self._begun.add(self._last)
            self._last = letter
        self.since = at

    def ran_out(self, letter: str, at: float) -> None:
        """Leave a seat nothing."""
        self._clock = charge(self.control, self._clock, letter, self.control.extra + self._clock.left[letter])
        self.since = at

    def runs_for(self, letter: str) -> bool:
        """Tell whether the clock runs while this seat is awaited."""
        return letter in self._clock.left and (not self.control.is_live or letter in self._begun)

    def charge(self, letter: str, at: float, idle: float, lag: float) -> float:
        """Return what an act of this seat at `at` is to be charged."""
        return charge_for(at, self.since, idle, lag) if self.runs_for(letter) else 0.0

    def left(self, awaited: str, at: float, idle: float) -> dict[str, float]:
        """Return what each seat has left."""
        return time_left(self.control, self._clock, awaited, self._elapsed(awaited, at, idle))

    def delay(self, awaited: str, at: float, idle: float) -> float:
        """Return for how much longer a simple delay holds the clock of the seat that is awaited."""
        return delay_left(self.control, self._clock, awaited, self._elapsed(awaited, at, idle))

    def _elapsed(self, awaited: str, at: float, idle: float) -> float:
        return max(0.0, at - self.since - idle) if self.runs_for(awaited) else 0.0

    def due(self, awaited: str) -> float | None:
        """Return when the time of the seat that is awaited ends, if the house stays up; None while no clock runs.

        What is under way then may still come: that is why it is later than the clock says.
        """
        ends = time_to_flag(self.control, self._clock, awaited) if self.runs_for(awaited) else None
        return None if ends is None else self.since + ends + LAG_CAP
