"""The texts of Moksha: names of cells and turns, positions, actions, and why an action is refused."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from ludoteka.core.game import Options
from ludoteka.core.grid import cell_names
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.ranks import ranks_text, read_ranks
from ludoteka.core.scene import Path
from ludoteka.games.moksha import rules

NAMES = cell_names(rules.SIDE)
CELL = {name: place for place, name in NAMES.items()}
TOPS = "^>v<"  # by facing
TURNS = ("=^", "=>", "=v", "=<")  # turns to each facing, as picked after a move
GIVING = "give"  # picked after a neighbour to give without moving
PASSING = "pass"
LAST_PROMPT = Message("Stop here, turn the cube, or pick a cube that gets a level")
MOST_TEXTS = 10_000  # whose picks are kept
LONGEST = 4  # picks at most: a cube, a cell, a turn and a receiver
LETTERS = "MDUTQOmdutqo"  # by seat and level
SYMBOLS = (".", *map("".join, product(LETTERS, TOPS)))  # in positions, by what is on a cell
SEATS = "wb"
ACTION = re.compile(r"([a-h][1-8])(?:-([a-h][1-8]))?(?:(=[\^>v<]))?(?:>([a-h][1-8]))?")


class Intent(NamedTuple):
    """An action in names; the parts that it lacks are empty."""

    origin: str
    target: str  # the cell that the cube moves to
    top: str  # the side that its top points to afterwards
    receiver: str  # the cube that it gives a level to


def direction_and_steps(origin: str, target: str) -> tuple[int, int]:
    """Return direction and steps from one cell to another: (0, 0) for the same, (NOWHERE, 0) if they share no line."""
    if origin == target:
        return 0, 0
    start, end = CELL[origin], CELL[target]
    distance = max(abs(end // rules.WIDTH - start // rules.WIDTH), abs(end % rules.WIDTH - start % rules.WIDTH))
    for direction in range(rules.DIRECTIONS):
        if start + distance * rules.STEPS[direction] == end:
            return direction, distance
    return rules.NOWHERE, 0


def prompt(seen: rules.Observation, path: Path) -> Message:
    """Return the prompt after these picks."""
    if not path:
        return Message("Pick the cube that acts")
    if len(path) == 1:
        return Message("Pick a cell for the cube on {place}, or a cube that gets a level", place=path[0])
    return LAST_PROMPT


def position_text(state: rules.State) -> str:
    """Return the position as eight ranks from 8 down, a space, and the side to move."""
    symbols = [SYMBOLS[state.board[place]] for place in rules.CELLS]
    return f"{ranks_text(symbols, rules.SIDE)} {SEATS[state.turn]}"


def parse_position(text: str, options: Options) -> rules.State:
    """Return the state of a position text; the winner follows from it.  Raises Refused: "bad-position"."""
    board, _, turn = text.partition(" ")
    if turn not in ("w", "b"):
        raise bad_position(Message("A position is eight ranks separated by /, then a space, then w or b."))
    state = rules.start(options)
    for place, symbol in zip(rules.CELLS, read_ranks(board, rules.SIDE, rf"\.|[{LETTERS}][\^>v<]"), strict=True):
        state.board[place] = SYMBOLS.index(symbol)
    for seat in range(len(SEATS)):
        if sum(rules.owns(seat, piece) for piece in state.board) > rules.CUBES:
            raise bad_position(
                Message(
                    "A side has more than {count} cube (clause 2).",
                    plural="A side has more than {count} cubes (clause 2).",
                    count=rules.CUBES,
                )
            )
    state.turn = SEATS.index(turn)
    state.winner = rules.find_winner(state)
    return state


def path(seen: rules.Observation, action: int) -> Path:
    """Return the cube, its target, and the turn or the receiver of a level."""
    return FIXED_PATHS[action]


def parts_of(action: int) -> tuple[int, int, int, int]:
    """Return the origin, direction, steps and ending of an action other than a pass."""
    rest, ending = divmod(action, rules.ENDINGS)
    rest, steps = divmod(rest, rules.SIDE)
    return *divmod(rest, rules.DIRECTIONS), steps, ending


def _all_paths() -> Iterator[tuple[int, Path]]:
    """Yield every action that the board has room for, and its path."""
    yield rules.PASS, (PASSING,)
    for origin, name in NAMES.items():
        first = origin * rules.DIRECTIONS * rules.SIDE * rules.ENDINGS
        for ending, receiver in _receivers(origin):
            yield first + ending, (name, receiver, GIVING)
        for direction, step in enumerate(rules.STEPS):
            target, action = origin + step, first + direction * rules.SIDE * rules.ENDINGS
            while target in NAMES:
                action += rules.ENDINGS
                picks = name, NAMES[target]
                yield action, picks
                yield from ((action + rules.TURN + facing, (*picks, turn)) for facing, turn in enumerate(TURNS))
                yield from ((action + ending, (*picks, receiver)) for ending, receiver in _receivers(target))
                target += step


def _receivers(giver: int) -> Iterator[tuple[int, str]]:
    """Yield the endings by which a cube on this cell gives a level, and who receives it."""
    for facing in range(rules.FACINGS):
        if receiver := NAMES.get(giver + rules.STEPS[2 * facing]):
            yield rules.GIVE + facing, receiver


FIXED_PATHS = dict(_all_paths())


@cache
def path_text(path: Path) -> str:
    """Return the text of a path; cached like the paths."""
    if path[-1] == GIVING:
        return f"{path[0]}>{path[1]}"
    origin, *rest = path
    target = f"-{rest[0]}" if rest else ""
    return origin + target + "".join(part if part in TURNS else f">{part}" for part in rest[1:])


def text(seen: rules.Observation, path: Path) -> str:
    """Return an action as "d1-d4", "d1-d4=>", "d1-d4>d5", "d4>d5" or "pass"."""
    return path_text(path)


def read(seen: rules.Observation, text: str) -> Path:
    """Return the picks of a text.  Raises Refused: "bad-text"."""
    return _picks_of(text)


@lru_cache(MOST_TEXTS)
def _picks_of(text: str) -> Path:
    """Return the same; cached, as texts repeat from match to match."""
    match = ACTION.fullmatch(text)
    if text != PASSING and (not match or match[1] == match[2]):
        raise Refused("bad-text", Message("An action is written like d1-d4, d1-d4=>, d1-d4>d5 or d4>d5."))
    if not match:
        return (PASSING,)
    origin, target, top, receiver = match.groups("")
    if receiver and not target and not top:
        return origin, receiver, GIVING
    return tuple(part for part in (origin, target or origin, top, receiver) if part)  # one that stays is named twice


# Why an action is refused: the first reason that applies, with its clause


def first_refusal(seen: rules.Observation, intent: Intent) -> Refused:
    """Return the first reason why an intended action is illegal."""
    return (
        _refuse_origin(seen, intent.origin)
        or (_refuse_move(seen, intent.origin, intent.target) if intent.target else None)
        or (_refuse_turn(seen, intent) if intent.top else None)
        or (_refuse_gift(seen, intent) if intent.receiver else None)
        or Refused("must-act", Message("A cube moves, or gives a level, or both (clause 3)."), (intent.origin,))
    )


def _refuse_origin(seen: rules.Observation, origin: str) -> Refused | None:
    piece = seen.board[CELL[origin]]
    if piece == rules.EMPTY:
        return Refused("no-such-piece", Message("There is no cube on {origin}.", origin=origin), (origin,))
    if not rules.owns(seen.turn, piece):
        return Refused("not-your-piece", Message("The cube on {origin} is not yours.", origin=origin), (origin,))
    return None


def _refuse_move(seen: rules.Observation, origin: str, target: str) -> Refused | None:
    piece = seen.board[CELL[origin]]
    direction, steps = direction_and_steps(origin, target)
    if direction == rules.NOWHERE or not rules.has_arrow(piece, direction):
        text = Message("No arrow of the cube on {origin} points to {target} (clause 4).", origin=origin, target=target)
        return Refused("no-arrow-that-way", text, (origin, target))
    reach = rules.RANGE[rules.level_of(piece)]
    if steps > reach:
        text = Message(
            "The cube on {origin} goes {count} cell at most (clause 4).",
            plural="The cube on {origin} goes {count} cells at most (clause 4).",
            count=reach,
            origin=origin,
        )
        return Refused("out-of-range", text, (target,))
    return _refuse_way(seen, CELL[origin], direction, steps)


def _refuse_way(seen: rules.Observation, place: int, direction: int, steps: int) -> Refused | None:
    front = place
    for _ in range(steps):
        front += rules.STEPS[direction]
        while direction % 2 == 0 and rules.owns(1 - seen.turn, seen.board[front]):
            front += rules.STEPS[direction]
        if seen.board[front] == rules.RIM:
            last = NAMES[front - rules.STEPS[direction]]
            text = Message("Behind {place} is the edge of the board (clause 6).", place=last)
            return Refused("blocked-at-edge", text, (last,))
        if direction % 2 and seen.board[front] != rules.EMPTY:
            text = Message("On a diagonal the cube on {place} is in the way (clause 7).", place=NAMES[front])
            return Refused("blocked-on-diagonal", text, (NAMES[front],))
        if seen.board[front] != rules.EMPTY:
            text = Message("Your own cube on {place} is in the way (clause 6).", place=NAMES[front])
            return Refused("blocked-by-own", text, (NAMES[front],))
    return None


def _refuse_turn(seen: rules.Observation, intent: Intent) -> Refused | None:
    if not intent.target:
        text = Message("A cube turns only after it has moved (clause 8).")
        return Refused("turn-needs-move", text, (intent.origin,))
    if intent.receiver:
        text = Message("A cube can turn or give a level in one turn, but not both (clause 10).")
        return Refused("turn-and-transfer", text, (intent.target, intent.receiver))
    if rules.facing_of(seen.board[CELL[intent.origin]]) == TOPS.index(intent.top):
        text = Message("The top of the cube already points there: write the move without a turn (clause 8).")
        return Refused("bad-text", text, (intent.target,))
    return None


def _refuse_gift(seen: rules.Observation, intent: Intent) -> Refused | None:
    direction, steps = direction_and_steps(intent.origin, intent.target or intent.origin)
    after, place, has_pushed = seen.copy(), CELL[intent.origin], False
    for _ in range(steps):
        has_pushed = has_pushed or after.board[place + rules.STEPS[direction]] != rules.EMPTY
        rules.advance(after, place, rules.STEPS[direction])
        place += rules.STEPS[direction]
    names = {"giver": NAMES[place], "receiver": intent.receiver}
    side, distance = direction_and_steps(NAMES[place], intent.receiver)
    if distance != 1 or side % 2:
        text = Message("{receiver} is not beside {giver} (clause 9).", **names)
        return Refused("nobody-to-give-to", text, (intent.receiver,))
    if not rules.has_arrow(after.board[place], side):
        text = Message("No arrow of the cube on {giver} points to {receiver} (clause 9).", **names)
        return Refused("no-arrow-that-way", text, (NAMES[place], intent.receiver))
    if not rules.owns(1 - seen.turn, after.board[CELL[intent.receiver]]):
        text = Message("There is no enemy cube on {receiver} to give a level to (clause 9).", **names)
        return Refused("nobody-to-give-to", text, (intent.receiver,))
    if not has_pushed and steps >= rules.RANGE[rules.level_of(after.board[place])]:
        text = Message("To give a level, the cube needs a spare step or must have pushed (clause 9).")
        return Refused("no-spare-step", text, (NAMES[place],))
    return None


def refusal(seen: rules.Observation, path: Path) -> Refused:
    """Return the first reason that applies, with the clause of the rules it comes from."""
    if path == (PASSING,):
        return Refused("must-act", Message("You can pass only when no cube can act (clause 12)."))
    intent = _intent_of(path)
    if intent is None:
        return Refused(
            "bad-text", Message("Pick a cube, then the cell it goes to, then a turn or the cube that gets a level.")
        )
    place = CELL[intent.origin]
    if len(path) > 1 or _refuse_origin(seen, intent.origin) or rules.is_free(seen, place, seen.turn):
        return first_refusal(seen, intent)
    forward = 2 * rules.facing_of(seen.board[place])  # every arrow is blocked, so one is enough for the reason
    return _refuse_way(seen, place, forward, 1) or first_refusal(seen, intent)


def _intent_of(path: Path) -> Intent | None:
    if not 1 <= len(path) <= LONGEST or path[0] not in CELL:
        return None
    origin, *rest = path
    if rest[1:] == [GIVING] and rest[0] in CELL:
        return Intent(origin, "", "", rest[0])
    target = rest.pop(0) if rest and rest[0] in CELL else ""
    top = rest.pop(0)[1:] if rest and rest[0] in TURNS else ""
    receiver = rest.pop(0) if rest and rest[0] in CELL else ""
    return None if rest else Intent(origin, "" if target == origin else target, top, receiver)
