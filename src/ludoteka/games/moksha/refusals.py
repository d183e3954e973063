"""Why an action of Moksha is refused: the first reason that applies, with the clause it comes from."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.moksha.cubes import EMPTY, RANGE, RIM, facing_of, has_arrow, level_of, owns
from ludoteka.games.moksha.places import CELL, GIVING, NAMES, PASSING, TOPS, TURNS, Wish, shift
from ludoteka.games.moksha.rules import NOWHERE, STEPS, Observation, advance, is_free

LONGEST = 4  # picks: a cube, a place, a way to turn, and even then somebody to give to


def objection(seen: Observation, wish: Wish | None) -> Refused:
    """Return why a wish is not granted; None is the wish to pass."""
    if wish is None:
        return Refused("must-act", Message("Passing is for those who can do nothing else (clause 12)."))
    return (
        _of_origin(seen, wish.origin)
        or (_of_move(seen, wish.origin, wish.target) if wish.target else None)
        or (_of_turn(seen, wish) if wish.top else None)
        or (_of_gift(seen, wish) if wish.receiver else None)
        or Refused("must-act", Message("A cube moves, or gives a level, or both (clause 3)."), (wish.origin,))
    )


def _of_origin(seen: Observation, origin: str) -> Refused | None:
    piece = seen.board[CELL[origin]]
    if piece == EMPTY:
        return Refused("no-such-piece", Message("There is no cube on {origin}.", origin=origin), (origin,))
    if not owns(seen.turn, piece):
        return Refused("not-your-piece", Message("The cube on {origin} is not yours.", origin=origin), (origin,))
    return None


def _of_move(seen: Observation, origin: str, target: str) -> Refused | None:
    """Tell what a move runs against."""
    piece = seen.board[CELL[origin]]
    direction, steps = shift(origin, target)
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
    return _of_way(seen, CELL[origin], direction, steps)


def _of_way(seen: Observation, place: int, direction: int, steps: int) -> Refused | None:
    """Tell what stands in the way of so many steps."""
    front = place
    for _ in range(steps):
        front += STEPS[direction]
        while direction % 2 == 0 and owns(1 - seen.turn, seen.board[front]):
            front += STEPS[direction]
        if seen.board[front] == RIM:
            last = NAMES[front - STEPS[direction]]
            text = Message("Behind {place} lies the edge of the board (clause 6).", place=last)
            return Refused("blocked-at-edge", text, (last,))
        if direction % 2 and seen.board[front] != EMPTY:
            text = Message("On a diagonal the cube on {place} is in the way (clause 7).", place=NAMES[front])
            return Refused("blocked-on-diagonal", text, (NAMES[front],))
        if seen.board[front] != EMPTY:
            text = Message("Your own cube on {place} is in the way (clause 6).", place=NAMES[front])
            return Refused("blocked-by-own", text, (NAMES[front],))
    return None


def _of_turn(seen: Observation, wish: Wish) -> Refused | None:
    if not wish.target:
        text = Message("A cube turns only after it has moved (clause 8).")
        return Refused("turn-needs-move", text, (wish.origin,))
    if wish.receiver:
        text = Message("A cube may turn or give a level, not both in one turn (clause 10).")
        return Refused("turn-and-transfer", text, (wish.target, wish.receiver))
    if facing_of(seen.board[CELL[wish.origin]]) == TOPS.index(wish.top):
        text = Message("The top of the cube points there already: write the move alone (clause 8).")
        return Refused("bad-text", text, (wish.target,))
    return None


def _of_gift(seen: Observation, wish: Wish) -> Refused | None:
    """Tell why a level cannot be given after a move that is possible, if there is one."""
    direction, steps = shift(wish.origin, wish.target or wish.origin)
    after, place, has_pushed = seen.copy(), CELL[wish.origin], False
    for _ in range(steps):
        has_pushed = has_pushed or after.board[place + STEPS[direction]] != EMPTY
        advance(after, place, STEPS[direction])
        place += STEPS[direction]
    names = {"giver": NAMES[place], "receiver": wish.receiver}
    side, distance = shift(NAMES[place], wish.receiver)
    if distance != 1 or side % 2:
        text = Message("{receiver} is not beside {giver} (clause 9).", **names)
        return Refused("nobody-to-give-to", text, (wish.receiver,))
    if not has_arrow(after.board[place], side):
        text = Message("No arrow of the cube on {giver} points to {receiver} (clause 9).", **names)
        return Refused("no-arrow-that-way", text, (NAMES[place], wish.receiver))
    if not owns(1 - seen.turn, after.board[CELL[wish.receiver]]):
        text = Message("There is no enemy cube on {receiver} to give a level to (clause 9).", **names)
        return Refused("nobody-to-give-to", text, (wish.receiver,))
    if not has_pushed and steps >= RANGE[level_of(after.board[place])]:
        text = Message("To give a level the cube needs a step to spare, or must have pushed (clause 9).")
        return Refused("no-spare-step", text, (NAMES[place],))
    return None


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies, with the clause of the rules it comes from."""
    if path == (PASSING,):
        return objection(seen, None)
    wish = _wish_of(path)
    if wish is None:
        return Refused(
            "bad-text", Message("Pick a cube, then where it goes, then how it turns or who is given a level.")
        )
    place = CELL[wish.origin]
    if len(path) > 1 or _of_origin(seen, wish.origin) or is_free(seen, place, seen.turn):
        return objection(seen, wish)
    forward = 2 * facing_of(seen.board[place])  # shut in whatever its arrows: the first of them tells
    return _of_way(seen, place, forward, 1) or objection(seen, wish)


def _wish_of(path: Path) -> Wish | None:
    """Return what picks mean; None where they mean nothing."""
    if not 1 <= len(path) <= LONGEST or path[0] not in CELL:
        return None
    origin, *rest = path
    if rest[1:] == [GIVING] and rest[0] in CELL:
        return Wish(origin, "", "", rest[0])
    target = rest.pop(0) if rest and rest[0] in CELL else ""
    top = rest.pop(0)[1:] if rest and rest[0] in TURNS else ""
    receiver = rest.pop(0) if rest and rest[0] in CELL else ""
    return None if rest else Wish(origin, "" if target == origin else target, top, receiver)


def prompt(seen: Observation, path: Path) -> Message:
    """Return what is asked for once these names have been picked."""
    if not path:
        return Message("Pick the cube that acts")
    if len(path) == 1:
        return Message("Pick where the cube on {place} goes, or whom it gives a level", place=path[0])
    return Message("Stop here, turn the cube, or pick whom it gives a level")
