"""Clocks: how much time each seat has left, folded from what its acts were charged.

All times are seconds.  A clock knows no hour of day: who calls says what was spent.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from ludoteka.core.message import Message, Refused

DAY = 86400
LAG_CAP = 0.3  # of the time a message was under way, no more than this is given back for one act
SHORTEST, LONGEST = 10, 3 * 3600  # of the time that a live control begins with
MOST_EXTRA = 180
MOST_DAYS = 30

LIVE = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?([+d])([0-9]{1,3})")
DAYS = re.compile(r"([0-9]{1,2})/day")


class TimeControl(NamedTuple):
    """What a match gives its seats: nothing, minutes with an increment or a simple delay, or days a turn."""

    kind: str = "none"  # "none", "increment", "delay" or "days"
    base: float = 0
    extra: float = 0  # a turn: the increment, or the delay

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "" (none), "5+3" (minutes, increment), "5d3" (minutes, delay) or "3/day".  Minutes may be fractions.

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
            reason = Message("{clock} is no time control; 5+3, 5d3 and 3/day are.", clock=text[:40])
            raise Refused("bad-clock", reason)
        control._check()
        return control

    def _check(self) -> None:
        if self.kind == "days":
            if not DAY <= self.base <= MOST_DAYS * DAY:
                raise Refused("bad-clock", Message("A turn has from one to {most} days.", most=MOST_DAYS))
        elif not SHORTEST <= self.base <= LONGEST:
            raise Refused("bad-clock", Message("A clock begins with ten seconds at least, three hours at most."))
        elif self.extra > MOST_EXTRA:
            raise Refused("bad-clock", Message("A turn adds {most} seconds at most.", most=MOST_EXTRA))

    @property
    def text(self) -> str:
        """The one text that stands for this control."""
        if self.kind == "none":
            return ""
        if self.kind == "days":
            return f"{self.base / DAY:.0f}/day"
        minutes = f"{self.base / 60:.3f}".rstrip("0").rstrip(".")
        return f"{minutes}{'+' if self.kind == 'increment' else 'd'}{self.extra:.0f}"

    @property
    def is_live(self) -> bool:
        """Tell whether people stay at the board: minutes, not days."""
        return self.kind in ("increment", "delay")


class Clock(NamedTuple):
    """What each seat has left, without the turn that goes on being rewarded yet."""

    left: Mapping[str, float]  # by letter; who has no clock, as a computer, is not in it
    turn: str = ""  # the letter of the seat charged last, whose turn may go on
    used: float = 0  # in this turn


def start_clock(control: TimeControl, letters: Iterable[str]) -> Clock:
    """Return the clock at the start, for these seats."""
    return Clock({} if control.kind == "none" else dict.fromkeys(letters, float(control.base)))


def charge(control: TimeControl, clock: Clock, seat: str, spent: float) -> Clock:
    """Return the clock after an act of `seat` that is charged `spent`, at least 0.

    An act of another seat than before ends the turn that went on.  Acts that cost nothing, those of
    computers too, are charged 0, so that turns end; with "" for a seat the turn ends and none begins.
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
    """Return the clock when the turn passes on: the increment is added, days begin anew."""
    left = dict(clock.left)
    if clock.turn in left and control.kind == "increment":
        left[clock.turn] += control.extra
    elif clock.turn in left and control.kind == "days":
        left[clock.turn] = float(control.base)
    return Clock(left, successor)


def time_left(control: TimeControl, clock: Clock, awaited: str, elapsed: float) -> dict[str, float]:
    """Return what each seat has left while `awaited` has been thinking for `elapsed` since the last charge.

    Where another seat is awaited than the one charged last, that one has its increment already.
    Nobody is awaited with "": then nothing runs.  A turn that is free has an `elapsed` of 0.
    """
    return dict(charge(control, clock, awaited, elapsed).left if awaited else clock.left)


def delay_left(control: TimeControl, clock: Clock, awaited: str, elapsed: float) -> float:
    """Return for how much longer the delay of its turn holds the clock of `awaited`."""
    now = charge(control, clock, awaited, elapsed)
    if control.kind != "delay" or not now.left.get(awaited):
        return 0.0
    return max(0.0, control.extra - now.used)


def time_to_flag(control: TimeControl, clock: Clock, awaited: str) -> float | None:
    """Return after how long since the last charge `awaited` has nothing left, or None if it has no clock."""
    before = charge(control, clock, awaited, 0)
    if awaited not in before.left:
        return None
    left = before.left[awaited]
    delay = control.extra if control.kind == "delay" and left else 0  # who has nothing left has no delay, either
    return left + max(0.0, delay - before.used)


def charge_for(at: float, since: float, idle: float, lag: float) -> float:
    """Return what an act at `at` is charged when its seat was awaited from `since`.

    The time that no house was up (`idle`) is nobody's, and the lag is given back up to LAG_CAP.
    """
    return max(0.0, at - since - idle - min(max(0.0, lag), LAG_CAP))
