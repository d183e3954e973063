"""The texts of XII Scripta: positions, actions and the commands of the original program.

Reasons for refusals are in refusals.py.
"""

import re

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.scripta.places import CAPTURED, OFF, PASSING, WAITING
from ludoteka.games.scripta.refusals import prompt, refusal
from ludoteka.games.scripta.rules import (
    DICE,
    FACES,
    GREEN,
    OFF_BOARD,
    PASS,
    POINTS,
    STRIDE,
    THROW,
    WAITING_ROOM,
    YELLOW,
    Observation,
    State,
    sign_of,
    start,
)

__all__ = ["interpret", "parse_position", "path", "position_text", "prompt", "read", "refusal", "text"]

SEATS = "yg"
NUMBER = "(0|[1-9][0-9]?)"
MEN = r"(-|[0-9*,]{1,200})"  # fifteen men take at most 44 characters
SIDE = f"{NUMBER}/{NUMBER}/{NUMBER}:{MEN}"
POSITION = re.compile(f"y:{SIDE} g:{SIDE} ([yg]) (-|[1-6]{{1,{DICE}}})")
STACK = re.compile(r"([1-9][0-9]?)(?:\*([1-9][0-9]?))?")
ACTION = re.compile("(?:in|([1-9]|[12][0-9]|3[0-6]))/(?:off|([1-9][0-9]?))")
FALLEN = re.compile(f"r([1-6]{{{DICE}}})")
COMMAND = re.compile("(place|take) ([1-9][0-9]?)|move ([1-9][0-9]?) ([1-9][0-9]?)|(pass)|(yield)")
RESIGN = "resign"  # the word of the house for "yield"


def position_text(state: State) -> str:
    """Return the men of both seats, the seat to act and its unused dice."""
    dice = "".join(str(face) * state.dice[face] for face in range(1, FACES + 1))
    return f"y:{_side(state, YELLOW)} g:{_side(state, GREEN)} {SEATS[state.turn]} {dice or '-'}"


def _side(state: State, seat: int) -> str:
    counts = [(point, state.men[point] * sign_of(seat)) for point in range(1, POINTS + 1)]
    stacks = ",".join(f"{point}*{count}" if count > 1 else f"{point}" for point, count in counts if count > 0)
    return f"{state.waiting[seat]}/{state.captured[seat]}/{state.off[seat]}:{stacks or '-'}"


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text; the winner follows from it.

    Raises:
        Refused: "bad-position", with what is wrong and where.
    """
    match = POSITION.fullmatch(text)
    if not match:
        raise bad_position(Message("A position is written like y:11/1/0:3*2,17 g:15/0/0:- y 135."))
    state = start(options)
    for seat in (YELLOW, GREEN):
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


def _place(state: State, seat: int, stacks: str) -> None:
    """Put the men of a seat on their points and check their number."""
    count = state.waiting[seat] + state.captured[seat] + state.off[seat]
    for stack in stacks.split(",") if stacks != "-" else ():
        match = STACK.fullmatch(stack)
        if not match or int(match[1]) > POINTS:
            raise bad_position(Message("There is no such point or stack: {stack}.", stack=stack[:20]))
        point, men = int(match[1]), int(match[2] or 1)
        if state.men[point] != 0:
            raise bad_position(Message("Point {point} is written twice.", point=point))
        state.men[point] = men * sign_of(seat)
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


def _winner(state: State) -> int:
    winners = [seat for seat in (YELLOW, GREEN) if state.off[seat] == state.pieces]
    if len(winners) > 1:
        raise bad_position(Message("Only one side can have borne off all its men."))
    return winners[0] if winners else NOBODY


def path(seen: Observation, action: int) -> Path:
    """Return the places that a man leaves and reaches, "pass", or a throw like "r135"."""
    seat, origin, target = seen.turn, action // STRIDE, action % STRIDE
    if action >= THROW:
        return (f"r{action - THROW}",)
    if action == PASS:
        return (PASSING,)
    start = str(origin) if origin != WAITING_ROOM else _tray(seen)
    return start, OFF[seat] if target == OFF_BOARD else str(target)


def _tray(seen: Observation) -> str:
    """Return the tray of the next man to enter."""
    return CAPTURED[seen.turn] if seen.captured[seen.turn] else WAITING[seen.turn]


def text(seen: Observation, path: Path) -> str:
    """Return "in/3", "12/17", "34/off", "pass" or "r135"."""
    start, end = path[0], path[-1]
    if len(path) == 1:
        return start
    return f"{'in' if start == _tray(seen) else start}/{'off' if end == OFF[seen.turn] else end}"


def read(seen: Observation, text: str) -> Path:
    """Return the picks of a text.  Raises Refused: "bad-text"."""
    match = ACTION.fullmatch(text)
    if match and text != "in/off":
        return match[1] or _tray(seen), match[2] or OFF[seen.turn]
    if text == PASSING or (FALLEN.fullmatch(text) and list(text[1:]) == sorted(text[1:])):
        return (text,)
    raise Refused("bad-text", Message("An action is written like in/3, 12/17, 34/off, pass, or r135 for a throw."))


def interpret(seen: Observation, text: str) -> str:
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
        return _taken(int(match[2]))
    return "pass" if match[5] else RESIGN


def _moved(seen: Observation, ordinal: int, steps: int) -> str:
    """Return the move of a man by its ordinal from the start; stacked men count separately."""
    sign = sign_of(seen.turn)
    queue = [point for point in range(1, POINTS + 1) for _ in range(max(0, seen.men[point] * sign))]
    if ordinal > len(queue):
        text = Message(
            "You have only {count} man on the board.",
            plural="You have only {count} men on the board.",
            count=len(queue),
        )
        raise Refused("no-such-piece", text)
    return f"{queue[ordinal - 1]}/{queue[ordinal - 1] + steps}"


def _taken(steps: int) -> str:
    """Return the action that bears off from the point with that Roman numeral."""
    if steps > FACES:
        raise Refused("not-exact", Message("Men are borne off only from points VI to I (clause 10)."))
    return f"{POINTS + 1 - steps}/off"
