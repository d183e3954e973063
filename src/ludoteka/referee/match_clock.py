"""The clock of one match, derived from its log."""

from collections.abc import Iterable

from ludoteka.compilation import mypyc_attr
from ludoteka.core.clock import (
    LAG_CAP,
    TimeControl,
    charge,
    charge_for,
    charge_within_turn,
    delay_left,
    start_clock,
    time_left,
    time_to_flag,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchClock:
    """The time each seat has left, and since when a seat is awaited.  House time, in seconds since 1970."""

    def __init__(self, control: str, letters: Iterable[str], at: float, *, runs_at_once: bool = False) -> None:
        self.control = TimeControl.parse(control)
        self.since = at  # when the current thinking time began
        self._clock = start_clock(self.control, letters)
        self._last = ""  # the letter of the seat that acted last
        self._runs_at_once = runs_at_once  # also in the first turn of each seat
        self._past_first_turn: set[str] = set()  # otherwise a live clock does not run in a seat's first turn

    def charge(self, letter: str, spent: float, at: float) -> None:
        """Charge a seat for an act or a throw."""
        self._clock = charge(self.control, self._clock, letter, spent)
        if letter != self._last:
            self._past_first_turn.add(self._last)
            self._last = letter
        self.since = at

    def charge_back(self, letter: str, spent: float, at: float) -> None:
        """Charge the seat whose clock ran before a take back."""
        self._clock = charge_within_turn(self.control, self._clock, letter, spent)
        self.since = at

    def run_out(self, letter: str, at: float) -> None:
        """Take all the remaining time of a seat."""
        self._clock = charge(self.control, self._clock, letter, self.control.extra + self._clock.left[letter])
        self.since = at

    def runs_for(self, letter: str) -> bool:
        """Tell whether the clock runs while this seat is awaited."""
        is_free = self.control.is_live and not self._runs_at_once and letter not in self._past_first_turn
        return letter in self._clock.left and not is_free

    def cost(self, letter: str, at: float, downtime: float, lag: float) -> float:
        """Return the seconds to charge for an act of this seat at `at`."""
        return charge_for(at, self.since, downtime, lag) if self.runs_for(letter) else 0.0

    def left(self, awaited: str, at: float, downtime: float) -> dict[str, float]:
        """Return the seconds that each seat has left."""
        return time_left(self.control, self._clock, awaited, self._elapsed(awaited, at, downtime))

    def delay(self, awaited: str, at: float, downtime: float) -> float:
        """Return for how many seconds a simple delay still holds the clock of the awaited seat."""
        return delay_left(self.control, self._clock, awaited, self._elapsed(awaited, at, downtime))

    def _elapsed(self, awaited: str, at: float, downtime: float) -> float:
        return max(0.0, at - self.since - downtime) if self.runs_for(awaited) else 0.0

    def due(self, awaited: str) -> float | None:
        """Return when the awaited seat runs out of time if the house stays up; None while no clock runs.

        This is `LAG_CAP` later than the clock shows, as a command may still be on its way.
        """
        seconds = time_to_flag(self.control, self._clock, awaited) if self.runs_for(awaited) else None
        return None if seconds is None else self.since + seconds + LAG_CAP
