"""The texts of XII Scripta: positions, actions, the commands of the original program, and why an action is refused."""

import re

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.scripta import rules

THROWN, POINT = re.compile("r[0-9]+"), re.compile("[1-9][0-9]?")
# Names of trays by seat; points are named by their numbers.
WAITING = ("y-waiting", "g-waiting")
CAPTURED = ("y-captured", "g-captured")
OFF = ("y-off", "g-off")
PASSING = "pass"  # the choice that is not a place
ORIGINS = {str(point): point for point in range(1, rules.POINTS + 1)}
SEATS = "yg"
NUMBER = "(0|[1-9][0-9]?)"
MEN = r"(-|[0-9*,]{1,200})"  # fifteen men take at most 44 characters
SIDE = f"{NUMBER}/{NUMBER}/{NUMBER}:{MEN}"
POSITION = re.compile(f"y:{SIDE} g:{SIDE} ([yg]) (-|[1-6]{{1,{rules.DICE}}})")
STACK = re.compile(r"([1-9][0-9]?)(?:\*([1-9][0-9]?))?")
ACTION = re.compile("(?:in|([1-9]|[12][0-9]|3[0-6]))/(?:off|([1-9][0-9]?))")
FALLEN = re.compile(f"r([1-6]{{{rules.DICE}}})")
COMMAND = re.compile("(place|take) ([1-9][0-9]?)|move ([1-9][0-9]?) ([1-9][0-9]?)|(pass)|(yield)")
RESIGN = "resign"  # the word of the house for "yield"


def prompt(seen: rules.Observation, path: Path) -> Message:
    """Return the prompt after these picks."""
    if not path:
        return Message("Pick the man that moves")
    if path[0] in (WAITING[seen.turn], CAPTURED[seen.turn]):
        return Message("Pick the point on which the man enters")
    return Message("Pick where the man on {point} goes", point=path[0])


def position_text(state: rules.State) -> str:
    """Return the men of both seats, the seat to act and its unused dice."""
    dice = "".join(str(face) * state.dice[face] for face in range(1, rules.FACES + 1))
    return f"y:{_side(state, rules.YELLOW)} g:{_side(state, rules.GREEN)} {SEATS[state.turn]} {dice or '-'}"


def _side(state: rules.State, seat: int) -> str:
    counts = [(point, state.men[point] * rules.sign_of(seat)) for point in range(1, rules.POINTS + 1)]
    stacks = ",".join(f"{point}*{count}" if count > 1 else f"{point}" for point, count in counts if count > 0)
    return f"{state.waiting[seat]}/{state.captured[seat]}/{state.off[seat]}:{stacks or '-'}"


def parse_position(text: str, options: Options) -> rules.State:
    """Return the state of a position text; the winner follows from it.  Raises Refused: "bad-position"."""
    match = POSITION.fullmatch(text)
    if not match:
        raise bad_position(Message("A position is written like y:11/1/0:3*2,17 g:15/0/0:- y 135."))
    state = rules.start(options)
    for seat in (rules.YELLOW, rules.GREEN):
        waiting, captured, off, stacks = match.groups()[4 * seat : 4 * seat + 4]
        state.waiting[seat], state.captured[seat], state.off[seat] = int(waiting), int(captured), int(off)
        _place(state, seat, stacks)
    state.turn = SEATS.index(match[9])
    for face in match[10].replace("-", ""):
        state.dice[int(face)] += 1
        state.dice_left += 1
    state.winner = _winner(state)
    if position_text(state) != text:
        raise bad_position(
            Message("Points and dice are written from the lowest to the highest, and a single man without *1.")
        )
    return state


def _place(state: rules.State, seat: int, stacks: str) -> None:
    count = state.waiting[seat] + state.captured[seat] + state.off[seat]
    for stack in stacks.split(",") if stacks != "-" else ():
        match = STACK.fullmatch(stack)
        if not match or int(match[1]) > rules.POINTS:
            raise bad_position(Message("There is no such point or stack: {stack}.", stack=stack[:20]))
        point, men = int(match[1]), int(match[2] or 1)
        if state.men[point] != 0:
            raise bad_position(Message("Point {point} is written twice.", point=point))
        state.men[point] = men * rules.sign_of(seat)
        count += men
    if count != state.pieces:
        raise bad_position(
            Message(
                "{seat} must have {count} man in all.",
                plural="{seat} must have {count} men in all.",
                seat=SEATS[seat],
                count=state.pieces,
            )
        )


def _winner(state: rules.State) -> int:
    winners = [seat for seat in (rules.YELLOW, rules.GREEN) if state.off[seat] == state.pieces]
    if len(winners) > 1:
        raise bad_position(Message("Only one side can have borne off all its men."))
    return winners[0] if winners else NOBODY


def path(seen: rules.Observation, action: int) -> Path:
    """Return the places that a man leaves and reaches, "pass", or a throw like "r135"."""
    seat, origin, target = seen.turn, action // rules.STRIDE, action % rules.STRIDE
    if action >= rules.THROW:
        return (f"r{action - rules.THROW}",)
    if action == rules.PASS:
        return (PASSING,)
    place = str(origin) if origin != rules.WAITING_ROOM else _tray(seen)
    return place, OFF[seat] if target == rules.OFF_BOARD else str(target)


def _tray(seen: rules.Observation) -> str:
    return CAPTURED[seen.turn] if seen.captured[seen.turn] else WAITING[seen.turn]


def text(seen: rules.Observation, path: Path) -> str:
    """Return "in/3", "12/17", "34/off", "pass" or "r135"."""
    if len(path) == 1:
        return path[0]
    origin, target = path[0], path[-1]
    return f"{'in' if origin == _tray(seen) else origin}/{'off' if target == OFF[seen.turn] else target}"


def read(seen: rules.Observation, text: str) -> Path:
    """Return the picks of a text.  Raises Refused: "bad-text"."""
    match = ACTION.fullmatch(text)
    if match and text != "in/off":
        return match[1] or _tray(seen), match[2] or OFF[seen.turn]
    if text == PASSING or (FALLEN.fullmatch(text) and list(text[1:]) == sorted(text[1:])):
        return (text,)
    raise Refused("bad-text", Message("An action is written like in/3, 12/17, 34/off, pass, or r135 for a throw."))


def interpret(seen: rules.Observation, text: str) -> str:
    """Return the action text for a command of the original program, or "" if it is not such a command.

    `place P` enters a man on P, `move K N` moves the player's K-th man, counted from the start of the course, by N,
    `take P` bears off from the point with the Roman numeral P, `pass` passes and `yield` resigns.

    Raises:
        Refused: "no-such-piece", "not-exact".
    """
    match = COMMAND.fullmatch(" ".join(text.lower().split()))
    if not match:
        return ""
    if match[3]:
        return _moved(seen, int(match[3]), int(match[4]))
    if match[1] == "place":
        return f"in/{match[2]}"
    if match[1] == "take":
        if int(match[2]) > rules.FACES:
            raise Refused("not-exact", Message("Men are borne off only from points VI to I (clause 10)."))
        return f"{rules.POINTS + 1 - int(match[2])}/off"
    return "pass" if match[5] else RESIGN


def _moved(seen: rules.Observation, ordinal: int, steps: int) -> str:
    """Return the move of a man by its ordinal from the start; stacked men count separately."""
    sign = rules.sign_of(seen.turn)
    queue = [point for point in range(1, rules.POINTS + 1) for _ in range(max(0, seen.men[point] * sign))]
    if ordinal > len(queue):
        text = Message(
            "You have only {count} man on the board.",
            plural="You have only {count} men on the board.",
            count=len(queue),
        )
        raise Refused("no-such-piece", text)
    return f"{queue[ordinal - 1]}/{queue[ordinal - 1] + steps}"


# Why an action is refused: the first reason that applies, with its clause


def refusal(seen: rules.Observation, path: Path) -> Refused:
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
    target = int(path[1]) if is_point else rules.OFF_BOARD
    if not (is_point or path[1] == OFF[seen.turn]) or target == rules.OFF_BOARD == origin:
        return Refused(
            "bad-text", Message("A man goes to a point, or off the board to the borne-off men of its colour.")
        )
    wrong = _wrong_tray(seen, path[0])
    return wrong or (_not_borne_off(seen, origin) if target == rules.OFF_BOARD else _not_moved(seen, origin, target))


def _not_moved(seen: rules.Observation, origin: int, target: int) -> Refused:
    steps, names = target - origin, _names(origin, target)
    if not 1 <= steps <= rules.FACES or seen.dice[steps] == 0:
        return Refused("no-such-die", _no_such_die(origin, steps), names)
    reason = _cannot_leave(seen, origin)
    if reason:
        return reason
    if target <= rules.POINTS and not rules.is_open(seen, target, rules.sign_of(seen.turn)):
        text = Message("Two or more enemies hold point {point} (clause 8).", point=target)
        return Refused("point-held", text, (str(target),))
    text = Message(
        "There is no point {point}: the course ends at 36, and a man is borne off only with the exact number (clause 10).",
        point=target,
    )
    return Refused("past-the-end", text, names)


def _not_borne_off(seen: rules.Observation, origin: int) -> Refused:
    reason = _cannot_leave(seen, origin)
    if reason:
        return reason
    if not rules.all_are_home(seen, seen.turn):
        text = Message("Men are borne off only when all of them stand on points 31 to 36 (clause 10).")
        return Refused("not-all-home", text, _stragglers(seen))
    text = Message(
        "Only a {die} bears a man off from point {point}, and you have none (clause 10).",
        point=origin,
        die=rules.POINTS + 1 - origin,
    )
    return Refused("not-exact", text, (str(origin),))


def _cannot_leave(seen: rules.Observation, origin: int) -> Refused | None:
    seat = seen.turn
    if origin == rules.WAITING_ROOM:
        if seen.captured[seat] + seen.waiting[seat] > 0:
            return None
        return Refused("nobody-to-enter", Message("You have no man to enter (clause 5)."), (WAITING[seat],))
    if seen.captured[seat] > 0:
        text = Message("Your captured men must enter first (clause 6).")
        return Refused("captured-first", text, (CAPTURED[seat],))
    if seen.men[origin] * rules.sign_of(seat) > 0:
        return None
    text = Message("You have no man on point {point} (clause 7).", point=origin)
    return Refused("no-such-piece", text, (str(origin),))


def _no_such_die(origin: int, steps: int) -> Message:
    if origin == rules.WAITING_ROOM and steps > rules.FACES:
        return Message("Men enter on points 1 to 6 (clause 5).")
    if steps < 1:
        return Message("Men only go forward (clause 7).")
    return Message("You have no die that shows {die} (clauses 4, 5, 7).", die=steps)


def _names(origin: int, target: int) -> Path:
    return tuple(str(point) for point in (origin, target) if 1 <= point <= rules.POINTS)


def _stragglers(seen: rules.Observation) -> Path:
    sign, seat = rules.sign_of(seen.turn), seen.turn
    waiting = (WAITING[seat],) if seen.waiting[seat] else ()
    return (*waiting, *(str(point) for point in range(1, rules.HOME) if seen.men[point] * sign > 0))


def _origin(seen: rules.Observation, name: str) -> int | None:
    return rules.WAITING_ROOM if name in (WAITING[seen.turn], CAPTURED[seen.turn]) else ORIGINS.get(name)


def _wrong_tray(seen: rules.Observation, name: str) -> Refused | None:
    seat = seen.turn
    if name == WAITING[seat] and seen.captured[seat] > 0:
        return Refused("captured-first", Message("Your captured men must enter first (clause 6)."), (CAPTURED[seat],))
    if name == CAPTURED[seat] and seen.captured[seat] == 0:
        return Refused("nobody-to-enter", Message("None of your men is captured (clause 6)."), (name,))
    return None


def _stuck(seen: rules.Observation, origin: int) -> Refused:
    """Return why no die moves a man: the reason for the lowest one."""
    die = next((face for face in range(1, rules.FACES + 1) if seen.dice[face] > 0), 1)
    if origin + die == rules.POINTS + 1:
        return _not_borne_off(seen, origin)
    return _not_moved(seen, origin, origin + die)
