"""Reasons why an action of Moksha is refused: the first that applies, with its clause."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.moksha.cubes import EMPTY, RANGE, RIM, facing_of, has_arrow, level_of, owns
from ludoteka.games.moksha.places import CELL, GIVING, NAMES, PASSING, TOPS, TURNS, Intent, direction_and_steps
from ludoteka.games.moksha.rules import NOWHERE, STEPS, Observation, advance, is_free

LONGEST = 4  # picks at most: a cube, a cell, a turn and a receiver


def first_refusal(seen: Observation, intent: Intent | None) -> Refused:
    """Return the first reason why an intended action is illegal; None stands for a pass."""
    if intent is None:
        return Refused("must-act", Message("You can pass only when no cube can act (clause 12)."))
    return (
        _refuse_origin(seen, intent.origin)
        or (_refuse_move(seen, intent.origin, intent.target) if intent.target else None)
        or (_refuse_turn(seen, intent) if intent.top else None)
        or (_refuse_gift(seen, intent) if intent.receiver else None)
        or Refused("must-act", Message("A cube moves, or gives a level, or both (clause 3)."), (intent.origin,))
    )


def _refuse_origin(seen: Observation, origin: str) -> Refused | None:
    piece = seen.board[CELL[origin]]
    if piece == EMPTY:
        return Refused("no-such-piece", Message("There is no cube on {origin}.", origin=origin), (origin,))
    if not owns(seen.turn, piece):
        return Refused("not-your-piece", Message("The cube on {origin} is not yours.", origin=origin), (origin,))
    return None


def _refuse_move(seen: Observation, origin: str, target: str) -> Refused | None:
    """Return why a move is illegal, or None."""
    piece = seen.board[CELL[origin]]
    direction, steps = direction_and_steps(origin, target)
    if direction == NOWHERE or not has_arrow(piece, direction):
        text = Message("No arrow of the cube on {origin} points to {target} (clause 4).", origin=origin, target=target)
        return Refused("no-arrow-that-way", text, (origin, target))
    reach = RANGE[level_of(piece)]
    if steps > reach:
        text = Message(
            "The cube on {origin} goes {count} cell at most (clause 4).",
            plural="The cube on {origin} goes {count} cells at most (clause 4).",
            count=reach,
            origin=origin,
        )
        return Refused("out-of-range", text, (target,))
    return _refuse_way(seen, CELL[origin], direction, steps)


def _refuse_way(seen: Observation, place: int, direction: int, steps: int) -> Refused | None:
    """Return what blocks a move of this many steps, or None."""
    front = place
    for _ in range(steps):
        front += STEPS[direction]
        while direction % 2 == 0 and owns(1 - seen.turn, seen.board[front]):
            front += STEPS[direction]
        if seen.board[front] == RIM:
            last = NAMES[front - STEPS[direction]]
            text = Message("Behind {place} is the edge of the board (clause 6).", place=last)
            return Refused("blocked-at-edge", text, (last,))
        if direction % 2 and seen.board[front] != EMPTY:
            text = Message("On a diagonal the cube on {place} is in the way (clause 7).", place=NAMES[front])
            return Refused("blocked-on-diagonal", text, (NAMES[front],))
        if seen.board[front] != EMPTY:
            text = Message("Your own cube on {place} is in the way (clause 6).", place=NAMES[front])
            return Refused("blocked-by-own", text, (NAMES[front],))
    return None


def _refuse_turn(seen: Observation, intent: Intent) -> Refused | None:
    if not intent.target:
        text = Message("A cube turns only after it has moved (clause 8).")
        return Refused("turn-needs-move", text, (intent.origin,))
    if intent.receiver:
        text = Message("A cube can turn or give a level in one turn, but not both (clause 10).")
        return Refused("turn-and-transfer", text, (intent.target, intent.receiver))
    if facing_of(seen.board[CELL[intent.origin]]) == TOPS.index(intent.top):
        text = Message("The top of the cube already points there: write the move without a turn (clause 8).")
        return Refused("bad-text", text, (intent.target,))
    return None


def _refuse_gift(seen: Observation, intent: Intent) -> Refused | None:
    """Return why a level cannot be given after a legal move, or None."""
    direction, steps = direction_and_steps(intent.origin, intent.target or intent.origin)
    after, place, has_pushed = seen.copy(), CELL[intent.origin], False
    for _ in range(steps):
        has_pushed = has_pushed or after.board[place + STEPS[direction]] != EMPTY
        advance(after, place, STEPS[direction])
        place += STEPS[direction]
    names = {"giver": NAMES[place], "receiver": intent.receiver}
    side, distance = direction_and_steps(NAMES[place], intent.receiver)
    if distance != 1 or side % 2:
        text = Message("{receiver} is not beside {giver} (clause 9).", **names)
        return Refused("nobody-to-give-to", text, (intent.receiver,))
    if not has_arrow(after.board[place], side):
        text = Message("No arrow of the cube on {giver} points to {receiver} (clause 9).", **names)
        return Refused("no-arrow-that-way", text, (NAMES[place], intent.receiver))
    if not owns(1 - seen.turn, after.board[CELL[intent.receiver]]):
        text = Message("There is no enemy cube on {receiver} to give a level to (clause 9).", **names)
        return Refused("nobody-to-give-to", text, (intent.receiver,))
    if not has_pushed and steps >= RANGE[level_of(after.board[place])]:
        text = Message("To give a level, the cube needs a spare step or must have pushed (clause 9).")
        return Refused("no-spare-step", text, (NAMES[place],))
    return None


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies, with the clause of the rules it comes from."""
    if path == (PASSING,):
        return first_refusal(seen, None)
    intent = _intent_of(path)
    if intent is None:
        return Refused(
            "bad-text", Message("Pick a cube, then the cell it goes to, then a turn or the cube that gets a level.")
        )
    place = CELL[intent.origin]
    if len(path) > 1 or _refuse_origin(seen, intent.origin) or is_free(seen, place, seen.turn):
        return first_refusal(seen, intent)
    forward = 2 * facing_of(seen.board[place])  # every arrow is blocked, so one is enough for the reason
    return _refuse_way(seen, place, forward, 1) or first_refusal(seen, intent)


def _intent_of(path: Path) -> Intent | None:
    """Return the action that the picks mean, or None."""
    if not 1 <= len(path) <= LONGEST or path[0] not in CELL:
        return None
    origin, *rest = path
    if rest[1:] == [GIVING] and rest[0] in CELL:
        return Intent(origin, "", "", rest[0])
    target = rest.pop(0) if rest and rest[0] in CELL else ""
    top = rest.pop(0)[1:] if rest and rest[0] in TURNS else ""
    receiver = rest.pop(0) if rest and rest[0] in CELL else ""
    return None if rest else Intent(origin, "" if target == origin else target, top, receiver)


def prompt(seen: Observation, path: Path) -> Message:
    """Return the prompt after these picks."""
    if not path:
        return Message("Pick the cube that acts")
    if len(path) == 1:
        return Message("Pick a cell for the cube on {place}, or a cube that gets a level", place=path[0])
    return Message("Stop here, turn the cube, or pick a cube that gets a level")
