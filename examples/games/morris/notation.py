"""The texts of Nine Men's Morris: points to pick, prompts, refusals and sentences."""

from ludoteka.core.game import LogEntry, Options, Sentences
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.morris import rules
from ludoteka.games.morris.rules import EMPTY, MEN, OFF, POINTS, STRIDE, WAYS, Observation, State

ROWS = "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"
NAMES = " ".join(ROWS).split()
POINT = {name: point for point, name in enumerate(NAMES)}
TITLES = {"w": Message("White"), "b": Message("Black")}
MILL = "mill"  # the answer to an action that takes a man


def path(seen: Observation, action: int) -> Path:
    """Return the points to pick: the origin of the man, unless it is placed; its target; the man that it takes."""
    points = action // STRIDE // POINTS, action // STRIDE % POINTS, action % STRIDE
    return tuple(NAMES[point] for point in points if point != OFF)


def prompt(seen: Observation, path: Path) -> Message:
    """Return what to ask for after these points."""
    is_placing = seen.hands[seen.turn] > 0
    if len(path) == 2 - is_placing:
        return Message("Take one of Black's men") if seen.turn == rules.WHITE else Message("Take one of White's men")
    if is_placing:
        return Message("Place a man")
    return Message("Pick where it goes") if path else Message("Move a man")


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies."""
    points, man = [POINT[name] for name in path], seen.turn + 1
    origin = OFF if seen.hands[seen.turn] else points.pop(0)
    if origin != OFF and seen.board[origin] != man:
        return Refused("not-your-man", Message("You have no man on {point}.", point=path[0]), (path[0],))
    if not points:
        return Refused("cannot-move", Message("No point beside {point} is free (clause 3).", point=path[0]), (path[0],))
    target = NAMES[points[0]]
    if seen.board[points[0]] != EMPTY:
        return Refused("not-free", Message("There is a man on {point} already.", point=target), (target,))
    if origin != OFF and not rules.flies(seen, seen.turn) and origin * POINTS + points[0] not in WAYS:
        return Refused("too-far", Message("A man goes along a line, to the next point (clause 3)."), (path[0], target))
    if not rules.closes_mill(seen, man, origin, points[0]):
        return Refused(
            "no-mill", Message("{point} closes no mill, so nothing is taken (clause 5).", point=target), (target,)
        )
    taken = NAMES[points[1]]
    if seen.board[points[1]] != 3 - man:
        return Refused("nothing-to-take", Message("There is no man to take on {point}.", point=taken), (taken,))
    if not rules.may_be_taken(seen, points[1]):
        return Refused("safe", Message("The man on {point} is safe in a mill (clause 6).", point=taken), (taken,))
    return Refused("too-much", Message("One man is taken, and no more (clause 5)."), path)


def check_position(state: State, options: Options) -> None:
    """Raise Refused "bad-position" if the number of men is impossible, or contradicts the winner."""
    is_board = set(state.board) <= {0, 1, 2} and state.turn in (0, 1) and min(state.hands) >= 0
    if not is_board or max(rules.men(state, 0), rules.men(state, 1)) > MEN or state.winner != rules.winner(state):
        raise Refused("bad-position", Message("No match can reach this position."))


def answers(before: State, action: int, after: State) -> tuple[str, ...]:
    """Answer whether a man was taken: "a1-d1" may be a move from a1 to d1, or a man placed on a1 that takes the man on d1."""
    return () if action % STRIDE == OFF else (MILL,)


def sentences(entry: LogEntry) -> Sentences:
    """Describe an action."""
    player, points = TITLES[entry.seat], str(entry.text).split("-")
    taken = points.pop() if MILL in entry.answers else ""
    done = Message("{player} places a man on {target}.", player=player, target=points[-1])
    if len(points) == 2:
        done = Message("{player} moves from {origin} to {target}.", player=player, origin=points[0], target=points[1])
    return (done, Message("{player} takes the man on {point}.", player=player, point=taken)) if taken else (done,)
