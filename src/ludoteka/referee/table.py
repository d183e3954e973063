"""What one person is shown of a match beside the board: who sits there, whose turn it is, what he may ask for."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ludoteka.core.game import Seat
from ludoteka.core.rules import NOBODY
from ludoteka.referee import agreements
from ludoteka.referee.course import Course
from ludoteka.referee.events import guest_number
from ludoteka.referee.referee import Moment, Referee
from ludoteka.referee.seating import invitation

Content = dict[str, Any]


class Presence(NamedTuple):
    """Who has the page of the match open, and since when others have not."""

    left_at: Mapping[str, float] = MappingProxyType({})  # holder of a seat -> when he left, in house time
    watching: int = 0  # people without a seat
    grace: float = 60.0  # seconds before who has left can be claimed from


NOBODY_AWAY = Presence()


def common(referee: Referee, moment: Moment, presence: Presence) -> Content:
    """Return what everybody is shown alike, but for the board and the moves."""
    to_act = referee.match.letter(referee.seat)
    occupant = referee.occupants.get(to_act or "")
    return {
        "watching": presence.watching,
        "options": options(referee),
        "clock": clock(referee, moment),
        "dice": _dice(referee),
        "offers": dict(referee.offers.standing),
        "ending": referee.ended or referee.match.draw_reason or None,
        "waiting": referee.is_waiting,
        "to_act": to_act,
        "thrower": referee.thrower,
        "thinking": not referee.is_waiting and occupant is not None and occupant.kind == "computer",
        "result": referee.result,
    }


def own(referee: Referee, holder: str, acting: list[str], moment: Moment) -> Content:
    """Return what one person is shown beside that, who may act and throw for the seats `acting`."""
    return {
        "invitation": _invitation(referee, holder),
        "yours": not referee.is_waiting and referee.match.letter(referee.seat) in acting,
        "can": can(referee, holder, acting, moment),
    }


def seats(referee: Referee, mine: list[str], moment: Moment, presence: Presence) -> list[Content]:
    """Return who sits where; of who has left, for how long, and when his seat can be claimed from."""
    shown = [_seat(referee, seat, seat.letter in mine) for seat in referee.game.seats(referee.setup.options)]
    for one in shown if presence.left_at else ():
        letter = one["letter"]
        left_at = presence.left_at.get(referee.occupants[letter].holder) if one["kind"] == "person" else None
        if left_at is not None:
            gone = round(max(0.0, moment.at - left_at), 1)
            one |= {"present": False, "gone": gone}
            if letter == agreements.claimable(referee, mine):
                one["claimable_in"] = max(0.0, presence.grace - gone)
    return shown


def _seat(referee: Referee, seat: Seat, is_own: bool) -> Content:
    """Return who has a seat, as if he were there."""
    one = referee.occupants[seat.letter]
    return {
        "letter": seat.letter,
        "number": seat.number,
        "title": seat.title.plain(),
        "kind": one.kind,
        "level": one.level,
        "name": one.name,
        "guest": guest_number(one.holder) if one.kind == "person" else None,
        "present": one.kind != "free",
        "gone": None,
        "claimable_in": None,
        "yours": is_own,
    }


def options(course: Course) -> Content:
    """Return the options; what nobody may know is told when the match is over."""
    secret = {one.name for one in course.game.options if one.is_secret and course.result is None}
    return {name: value for name, value in course.setup.options.items() if name not in secret}


def clock(referee: Referee, moment: Moment) -> Content | None:
    """Return what people have left; who plays for a computer's seat has all the time."""
    timing = referee.timing
    if timing.control.kind == "none":
        return None
    awaited = referee.awaited
    left = timing.left(awaited, moment.at, moment.idle)
    people = {letter: round(left[letter], 2) for letter, one in referee.occupants.items() if one.kind != "computer"}
    runs = bool(awaited) and timing.runs_for(awaited)
    delay = round(timing.delay(awaited, moment.at, moment.idle), 2) if runs else 0
    held = {"delay": delay} if delay else {}
    return {"control": timing.control.text, "left": people, "running": awaited if runs else None, **held}


def _dice(course: Course) -> Content | None:
    """Return by what anybody can check the throws: the seed once the match is over."""
    if not course.commitment:
        return None
    seed = course.setup.seed.hex() if course.result is not None else None
    return {"commitment": course.commitment, "salts": [*course.salts], "seed": seed}


def _invitation(referee: Referee, holder: str) -> str | None:
    """Return with what others can take the free seats; who only watches does not hear it."""
    if not referee.free or referee.seat == NOBODY:
        return None
    return invitation(referee.setup) if holder == referee.setup.host or referee.held_by(holder) else None


def can(referee: Referee, holder: str, acting: list[str], moment: Moment) -> Content:
    """Return what a person may ask for now."""
    mine = referee.seats_of(holder)
    is_over, is_waiting = referee.seat == NOBODY, referee.is_waiting
    plays = bool(mine) and not is_over and not is_waiting
    claimed_from = agreements.claimable(referee, mine)
    is_alone = agreements.is_alone(referee, mine)
    asks = plays and not is_alone
    return {
        "back": not is_waiting and referee.can_take_back(holder),
        "throw": referee.thrower in acting and not is_waiting,
        "resign": plays,
        "rematch": is_over and referee.agreement != "abort" and bool(referee.held_by(holder)),
        "leave": bool(mine) and referee.can_leave,
        "fill": not is_over and bool(referee.free) and holder == referee.setup.host,
        "offer_draw": asks and agreements.objection(referee, mine[0], "draw") is None,
        "offer_back": asks
        and not agreements.takes_back_freely(referee, mine)
        and agreements.objection(referee, mine[0], "back") is None,
        "accept": [one for one in agreements.MATTERS if plays and agreements.answered(referee, mine, one)],
        "abort": agreements.can_abort(referee, holder),
        "claim": bool(claimed_from) and referee.occupants[claimed_from].holder in moment.gone,
        "chat": may_say(referee, holder),
    }


def may_say(course: Course, holder: str) -> str:
    """Return how a person may speak: in "words" where people invited each other, in preset "phrases", or "" not at all."""
    if not course.game.has_chat or not course.held_by(holder) or len(course.people) < 2:
        return ""
    return "phrases" if course.setup.visibility == "public" else "words"
