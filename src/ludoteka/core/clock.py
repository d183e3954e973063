"""Clocks: the time that each seat has left, computed from the time charged for each act.

All times are in seconds.  A clock does not know the time of day: the caller says how much time was spent.  Only the clock of a
match knows since when a seat is awaited.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from ludoteka.compilation import mypyc_attr
from ludoteka.core.message import Message, Refused

DAY = 86400
LAG_CAP = 0.3  # the most network delay that is given back for one act
SHORTEST, LONGEST = 10, 3 * 3600  # the initial time of a live time control
MOST_EXTRA = 180
MOST_DAYS = 30
BAD_DAYS = Message(
    "A turn can take one to {count} day.", plural="A turn can take one to {count} days.", count=MOST_DAYS
)
BAD_EXTRA = Message(
    "A turn adds at most {count} second.", plural="A turn adds at most {count} seconds.", count=MOST_EXTRA
)

LIVE = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?([+d])([0-9]{1,3})")
DAYS = re.compile(r"([0-9]{1,2})/day")


class TimeControl(NamedTuple):
    """The time limits of a match: none, minutes with an increment or a simple delay, or days per turn."""

    kind: str = "none"  # "none", "increment", "delay" or "days"
    base: float = 0
    extra: float = 0  # per turn: the increment, or the delay

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse "" (none), "5+3" (minutes, increment), "5d3" (minutes, delay) or "3/day".  Minutes may be fractions.

        Raises:
            Refused: "bad-clock".
        """
        if not text:
            return cls()
        live, days = LIVE.fullmatch(text), DAYS.fullmatch(text)
        if live:
            thousandths = int(live[1]) * 1000 + int((live[2] or "").ljust(3, "0"))
            kind = "increment" if live[3] == "+" else "delay"
            control = cls(kind, thousandths * 60 / 1000, int(live[4]))
        elif days:
            control = cls("days", int(days[1]) * DAY)
        else:
            reason = Message("{clock} is not a time control. Examples are 5+3, 5d3 and 3/day.", clock=text[:40])
            raise Refused("bad-clock", reason)
        control._check()
        return control

    def _check(self) -> None:
        if self.kind == "days":
            fault = None if DAY <= self.base <= MOST_DAYS * DAY else BAD_DAYS
        elif not SHORTEST <= self.base <= LONGEST:
            fault = Message("A clock starts with at least ten seconds and at most three hours.")
        else:
            fault = BAD_EXTRA if self.extra > MOST_EXTRA else None
        if fault:
            raise Refused("bad-clock", fault)

    @property
    def text(self) -> str:
        """The canonical text of this time control."""
        if self.kind == "none":
            return ""
        if self.kind == "days":
            return f"{self.base / DAY:.0f}/day"
        minutes = f"{self.base / 60:.3f}".rstrip("0").rstrip(".")
        return f"{minutes}{'+' if self.kind == 'increment' else 'd'}{self.extra:.0f}"

    @property
    def is_live(self) -> bool:
        """Whether the time control counts minutes, not days, so that players stay at the board."""
        return self.kind in ("increment", "delay")


class Clock(NamedTuple):
    """The time that each seat has left; the increment for the current turn is not added yet."""

    left: Mapping[str, float]  # by letter; a seat without a clock, such as a computer's, is missing
    turn: str = ""  # the letter of the seat charged last, whose turn may continue
    used: float = 0  # so far in this turn


def start_clock(control: TimeControl, letters: Iterable[str]) -> Clock:
    """Return the clock at the start of a match, for these seats."""
    return Clock({} if control.kind == "none" else dict.fromkeys(letters, float(control.base)))


def charge(control: TimeControl, clock: Clock, seat: str, spent: float) -> Clock:
    """Return the clock after charging `seat` the time `spent` on an act; a negative time counts as 0.

    An act of another seat ends the previous turn.  Acts that cost nothing, including those of computers, are charged 0, so
    that turns end.  If `seat` is "", the turn ends and no other begins.
    """
    before = clock if seat == clock.turn else _ended(control, clock, seat)
    if seat not in before.left:
        return before
    cost = max(0.0, spent)
    used = before.used + cost
    if control.kind == "delay":
        cost = max(0.0, used - control.extra) - max(0.0, before.used - control.extra)
    return Clock({**before.left, seat: max(0.0, before.left[seat] - cost)}, seat, used)


def _ended(control: TimeControl, clock: Clock, successor: str) -> Clock:
    """Return the clock after the turn has ended: with the increment added, or the days reset."""
    left = dict(clock.left)
    if clock.turn in left and control.kind == "increment":
        left[clock.turn] += control.extra
    elif clock.turn in left and control.kind == "days":
        left[clock.turn] = float(control.base)
    return Clock(left, successor)


def time_left(control: TimeControl, clock: Clock, awaited: str, elapsed: float) -> dict[str, float]:
    """Return the time that each seat has left, if the seat `awaited` has been thinking for `elapsed` since the last charge.

    If another seat was charged last, its turn is over and its increment included.  If `awaited` is "", no clock runs.
    While the clock of `awaited` does not run, as in its first turn of a live match, `elapsed` must be 0.
    """
    return dict(charge(control, clock, awaited, elapsed).left if awaited else clock.left)


def delay_left(control: TimeControl, clock: Clock, awaited: str, elapsed: float) -> float:
    """Return how much longer the delay stops the clock of `awaited`."""
    now = charge(control, clock, awaited, elapsed)
    if control.kind != "delay" or not now.left.get(awaited):
        return 0.0
    return max(0.0, control.extra - now.used)


def time_to_flag(control: TimeControl, clock: Clock, awaited: str) -> float | None:
    """Return how long after the last charge `awaited` runs out of time, or None if it has no clock."""
    before = charge(control, clock, awaited, 0)
    if awaited not in before.left:
        return None
    left = before.left[awaited]
    delay = control.extra if control.kind == "delay" and left else 0  # no delay once the time is used up
    return left + max(0.0, delay - before.used)


def charge_for(at: float, since: float, idle: float, lag: float) -> float:
    """Return the time to charge for an act at `at` by a seat that was awaited from `since`.

    Time during which no server was up (`idle`) is not charged, and network delay is given back up to LAG_CAP.
    """
    return max(0.0, at - since - idle - min(max(0.0, lag), LAG_CAP))


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchClock:
    """The time each seat has left, and since when a seat is awaited.  House time, in seconds since 1970."""

    def __init__(self, control: str, letters: Iterable[str], at: float, *, runs_at_once: bool = False) -> None:
        self.control = TimeControl.parse(control)
        self.since = at  # when the current thinking time began
        self._clock = start_clock(self.control, letters)
        self._last = ""  # the letter of the seat that acted last
        self._runs_at_once = runs_at_once  # also in the first turn of each seat
        self._past_first_turn: tuple[str, ...] = ()  # otherwise a live clock does not run in a seat's first turn

    def charge(self, letter: str, spent: float, at: float) -> None:
        """Charge a seat for an act or a throw."""
        self._clock = charge(self.control, self._clock, letter, spent)
        if letter != self._last:
            if self._last not in self._past_first_turn:
                self._past_first_turn += (self._last,)
            self._last = letter
        self.since = at

    def charge_back(self, letter: str, spent: float, at: float) -> None:
        """Charge the seat whose clock ran before a take back, which ends no turn, whoever's it is."""
        charged, before = charge(self.control, self._clock, letter, spent), self._clock
        is_own = letter == before.turn
        self._clock = charged if is_own else before._replace(left={**before.left, letter: charged.left[letter]})
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
