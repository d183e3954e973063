"""The texts of Moksha: positions and actions.  Reasons for refusals are in refusals.py."""

import re
from functools import cache

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.ranks import ranks_text, read_ranks
from ludoteka.core.scene import Path
from ludoteka.games.moksha import rules
from ludoteka.games.moksha.cubes import DIRECTIONS, EMPTY, LEVELS, cube, facing_of, level_of, owns, seat_of
from ludoteka.games.moksha.places import GIVING, NAMES, PASSING, TOPS, TURNS
from ludoteka.games.moksha.refusals import prompt, refusal
from ludoteka.games.moksha.rules import CELLS, SIDE, STEPS, Observation, State

__all__ = ["parse_position", "path", "position_text", "prompt", "read", "refusal", "text"]

LETTERS = "MDUTQOmdutqo"  # by seat and level
SEATS = "wb"
ACTION = re.compile(r"([a-h][1-8])(?:-([a-h][1-8]))?(?:(=[\^>v<]))?(?:>([a-h][1-8]))?")


def position_text(state: State) -> str:
    """Return the position as eight ranks from 8 down, a space, and the side to move."""
    return f"{ranks_text([_symbol(state.board[place]) for place in CELLS], SIDE)} {SEATS[state.turn]}"


def _symbol(piece: int) -> str:
    if piece == EMPTY:
        return "."
    return LETTERS[LEVELS * seat_of(piece) + level_of(piece)] + TOPS[facing_of(piece)]


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text; the winner follows from it.  Raises Refused: "bad-position"."""
    board, _, turn = text.partition(" ")
    if turn not in ("w", "b"):
        raise bad_position(Message("A position is eight ranks separated by /, then a space, then w or b."))
    state = rules.start(options)
    for place, symbol in zip(CELLS, read_ranks(board, SIDE, rf"\.|[{LETTERS}][\^>v<]"), strict=True):
        state.board[place] = _piece(symbol)
    for seat in range(len(SEATS)):
        if sum(owns(seat, piece) for piece in state.board) > rules.CUBES:
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


def _piece(symbol: str) -> int:
    if symbol == ".":
        return EMPTY
    seat, level = divmod(LETTERS.index(symbol[0]), LEVELS)
    return cube(seat, level, TOPS.index(symbol[1]))


def path(seen: Observation, action: int) -> Path:
    """Return the cube, its target, and the turn or the receiver of a level."""
    return path_of(action)


@cache
def path_of(action: int) -> Path:
    """Return the path of an action; cached, since matches repeat the same actions."""
    if action == rules.PASS:
        return (PASSING,)
    ending, rest = action % rules.ENDINGS, action // rules.ENDINGS
    place, direction, steps = rest // (SIDE * DIRECTIONS), rest // SIDE % DIRECTIONS, rest % SIDE
    target = place + steps * STEPS[direction]
    receiver = (NAMES[target + STEPS[2 * (ending - rules.GIVE)]],) if ending >= rules.GIVE else ()
    if not steps:
        return NAMES[place], *receiver, GIVING
    turn = (TURNS[ending - rules.TURN],) if rules.TURN <= ending < rules.GIVE else ()
    return NAMES[place], NAMES[target], *turn, *receiver


@cache
def path_text(path: Path) -> str:
    """Return the text of a path; cached like the paths."""
    if path[-1] == GIVING:
        return f"{path[0]}>{path[1]}"
    origin, *rest = path
    target = f"-{rest[0]}" if rest else ""
    return origin + target + "".join(part if part in TURNS else f">{part}" for part in rest[1:])


def text(seen: Observation, path: Path) -> str:
    """Return an action as "d1-d4", "d1-d4=>", "d1-d4>d5", "d4>d5" or "pass"."""
    return path_text(path)


def read(seen: Observation, text: str) -> Path:
    """Return the picks of a text.  Raises Refused: "bad-text"."""
    match = ACTION.fullmatch(text)
    if text != PASSING and (not match or match[1] == match[2]):
        raise Refused("bad-text", Message("An action is written like d1-d4, d1-d4=>, d1-d4>d5 or d4>d5."))
    return _picks(*match.groups("")) if match else (PASSING,)


def _picks(origin: str, target: str, top: str, receiver: str) -> Path:
    """Return the path of an action text; a cube that does not move is named twice."""
    if receiver and not target and not top:
        return origin, receiver, GIVING
    return tuple(part for part in (origin, target or origin, top, receiver) if part)
