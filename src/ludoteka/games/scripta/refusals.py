"""Why an action of XII Scripta is refused: the first reason that applies, with the clause of the rules it comes from."""

import re

from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.scripta.places import CAPTURED, OFF, PASSING, WAITING, point_of
from ludoteka.games.scripta.rules import (
    FACES,
    HOME,
    OFF_BOARD,
    POINTS,
    WAITING_ROOM,
    Observation,
    all_are_home,
    is_open,
    sign_of,
)

THROWN, POINT = re.compile("r[0-9]+"), re.compile("[1-9][0-9]?")


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies."""
    if THROWN.fullmatch(path[-1]) and seen.dice_left:
        return Refused("not-your-turn", Message("The dice are thrown: use them or pass (clauses 3, 4)."))
    if seen.dice_left == 0:
        return Refused("roll-first", Message("The dice must be thrown first (clause 3)."))
    if path == (PASSING,):
        return Refused("must-move", Message("You can't pass while a die can be used (clause 11)."))
    origin = _origin(seen, path[0]) if len(path) <= 2 else None
    if origin is None:
        return Refused("bad-text", Message("Pick one of your men, then the point it goes to."))
    if len(path) == 1:
        return _cannot_leave(seen, origin) or _wrong_tray(seen, path[0]) or _stuck(seen, origin)
    is_point = POINT.fullmatch(path[1]) is not None  # or past the last one
    target = int(path[1]) if is_point else OFF_BOARD
    if not (is_point or path[1] == OFF[seen.turn]) or target == OFF_BOARD == origin:
        return Refused(
            "bad-text", Message("A man goes to a point, or off the board to the borne-off men of its colour.")
        )
    wrong = _wrong_tray(seen, path[0])
    return wrong or (_not_borne_off(seen, origin) if target == OFF_BOARD else _not_moved(seen, origin, target))


def _not_moved(seen: Observation, origin: int, target: int) -> Refused:
    """Return why a man cannot enter, or go from one point to another."""
    steps, names = target - origin, _names(origin, target)
    if not 1 <= steps <= FACES or seen.dice[steps] == 0:
        return Refused("no-such-die", _no_such_die(origin, steps), names)
    reason = _cannot_leave(seen, origin)
    if reason:
        return reason
    if target <= POINTS and not is_open(seen, target, sign_of(seen.turn)):
        text = Message("Two or more enemies hold point {point} (clause 8).", point=target)
        return Refused("point-held", text, (str(target),))
    text = Message(
        "There is no point {point}: the course ends at 36, and a man is borne off only with the exact number (clause 10).",
        point=target,
    )
    return Refused("past-the-end", text, names)


def _not_borne_off(seen: Observation, origin: int) -> Refused:
    """Return why a man cannot be borne off."""
    reason = _cannot_leave(seen, origin)
    if reason:
        return reason
    if not all_are_home(seen, seen.turn):
        text = Message("Men are borne off only when all of them stand on points 31 to 36 (clause 10).")
        return Refused("not-all-home", text, _stragglers(seen))
    text = Message(
        "Only a {die} bears a man off from point {point}, and you have none (clause 10).",
        point=origin,
        die=POINTS + 1 - origin,
    )
    return Refused("not-exact", text, (str(origin),))


def _cannot_leave(seen: Observation, origin: int) -> Refused | None:
    """Return why no man of the seat may set out from `origin`, or None if one may."""
    seat = seen.turn
    if origin == WAITING_ROOM:
        if seen.captured[seat] + seen.waiting[seat] > 0:
            return None
        return Refused("nobody-to-enter", Message("You have no man to enter (clause 5)."), (WAITING[seat],))
    if seen.captured[seat] > 0:
        text = Message("Your captured men must enter first (clause 6).")
        return Refused("captured-first", text, (CAPTURED[seat],))
    if seen.men[origin] * sign_of(seat) > 0:
        return None
    text = Message("You have no man on point {point} (clause 7).", point=origin)
    return Refused("no-such-piece", text, (str(origin),))


def _no_such_die(origin: int, steps: int) -> Message:
    if origin == WAITING_ROOM and steps > FACES:
        return Message("Men enter on points 1 to 6 (clause 5).")
    if steps < 1:
        return Message("Men only go forward (clause 7).")
    return Message("You have no die that shows {die} (clauses 4, 5, 7).", die=steps)


def _names(origin: int, target: int) -> Path:
    """Return the names of the two points, without any that is not on the board."""
    return tuple(str(point) for point in (origin, target) if 1 <= point <= POINTS)


def _stragglers(seen: Observation) -> Path:
    """Return the points of the men that keep the seat from bearing off."""
    sign, seat = sign_of(seen.turn), seen.turn
    waiting = (WAITING[seat],) if seen.waiting[seat] else ()
    return (*waiting, *(str(point) for point in range(1, HOME) if seen.men[point] * sign > 0))


def _origin(seen: Observation, name: str) -> int | None:
    """Return the origin of a man that is picked at a place, or None if there is no such place."""
    return WAITING_ROOM if name in (WAITING[seen.turn], CAPTURED[seen.turn]) else point_of(name)


def _wrong_tray(seen: Observation, name: str) -> Refused | None:
    """Return why no man can enter from that place, or None if one can."""
    seat = seen.turn
    if name == WAITING[seat] and seen.captured[seat] > 0:
        return Refused("captured-first", Message("Your captured men must enter first (clause 6)."), (CAPTURED[seat],))
    if name == CAPTURED[seat] and seen.captured[seat] == 0:
        return Refused("nobody-to-enter", Message("None of your men is captured (clause 6)."), (name,))
    return None


def _stuck(seen: Observation, origin: int) -> Refused:
    """Return why no die moves a man: the reason for the lowest one."""
    die = next((face for face in range(1, FACES + 1) if seen.dice[face] > 0), 1)
    if origin + die == POINTS + 1:
        return _not_borne_off(seen, origin)
    return _not_moved(seen, origin, origin + die)


def prompt(seen: Observation, path: Path) -> Message:
    """Return the prompt after these picks."""
    if not path:
        return Message("Pick the man that moves")
    if path[0] in (WAITING[seen.turn], CAPTURED[seen.turn]):
        return Message("Pick the point on which the man enters")
    return Message("Pick where the man on {point} goes", point=path[0])
