"""The texts of Moksha: positions and actions.  Why an action is refused stands in refusals.py."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from ludoteka.core.game import Options
from ludoteka.core.grid import cell
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.moksha.places import CELL, GIVING, NAMES, PASSING, TOPS, TURNS, Wish, shift
from ludoteka.games.moksha.refusals import objection, refused_path
from ludoteka.games.moksha.rules import (
    CELLS,
    CUBES,
    DIRECTIONS,
    EMPTY,
    ENDINGS,
    GIVE,
    LEVELS,
    PASS,
    SIDE,
    STAY,
    STEPS,
    TURN,
    Observation,
    State,
    cube,
    facing_of,
    level_of,
    owns,
    seat_of,
    start,
    verdict,
)

__all__ = ["action_text", "parse_action", "parse_position", "position_text", "refusal", "refused_path"]

LETTERS = "MDUTQOmdutqo"  # by seat and level
SEATS = "wb"
LONGEST = 140  # characters of a position; a full board takes no more
GROUPS = re.compile(r"([1-8])|([MDUTQOmdutqo])([\^>v<])")
ACTION = re.compile(r"([a-h][1-8])(?:-([a-h][1-8]))?(?:=([\^>v<]))?(?:>([a-h][1-8]))?")


def position_text(state: State) -> str:
    """Return the position as eight ranks from 8 down, a space, and the side to move."""
    symbols = [_symbol(state.board[place]) for place in CELLS]
    ranks = ("".join(_run(*run) for run in groupby(symbols[i : i + SIDE])) for i in range(0, len(symbols), SIDE))
    return f"{'/'.join(ranks)} {SEATS[state.turn]}"


def _symbol(piece: int) -> str:
    return LETTERS[LEVELS * seat_of(piece) + level_of(piece)] + TOPS[facing_of(piece)] if piece != EMPTY else ""


def _run(symbol: str, run: Iterator[str]) -> str:
    symbols = [*run]
    return "".join(symbols) or str(len(symbols))


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text; whether it is over is worked out.

    Raises:
        Refused: "bad-position", with what is wrong and where.
    """
    board, _, turn = text.partition(" ")
    ranks = board.split("/") if len(text) <= LONGEST else []
    if len(ranks) != SIDE or turn not in ("w", "b"):
        raise _bad(Message("A position is eight ranks with / between, a space, and w or b."))
    state = start(options)
    for row, rank in enumerate(ranks):
        groups = GROUPS.findall(rank)
        cubes = [piece for count, letter, top in groups for piece in _cells(count, letter, top)]
        if len(cubes) != SIDE or GROUPS.sub("", rank) or re.search("[1-8]{2}", rank):
            raise _bad(Message("Rank {rank} of the position cannot be read.", rank=SIDE - row))
        for column, piece in enumerate(cubes):
            state.board[cell(row, column, SIDE)] = piece
    for seat in range(len(SEATS)):
        if sum(owns(seat, piece) for piece in state.board) > CUBES:
            raise _bad(Message("A side has more than {count} cubes (clause 2).", count=CUBES))
    state.turn = SEATS.index(turn)
    state.winner = verdict(state)
    return state


def _cells(count: str, letter: str, top: str) -> list[int]:
    """Return what a group of a rank's text says of its cells."""
    if count:
        return [EMPTY] * int(count)
    seat, level = divmod(LETTERS.index(letter), LEVELS)
    return [cube(seat, level, TOPS.index(top))]


def _bad(message: Message) -> Refused:
    return Refused("bad-position", message)


@cache
def wish_of(action: int) -> Wish:
    """Return what an action number means.

    Raises:
        LookupError: it means nothing, being off the board.
    """
    ending, rest = action % ENDINGS, action // ENDINGS
    place, direction, steps = rest // (SIDE * DIRECTIONS), rest // SIDE % DIRECTIONS, rest % SIDE
    if direction and not steps:
        raise LookupError(action)
    target = NAMES[place + steps * STEPS[direction]]
    top = TOPS[ending - TURN] if TURN <= ending < GIVE else ""
    receiver = NAMES[CELL[target] + STEPS[2 * (ending - GIVE)]] if ending >= GIVE else ""
    return Wish(NAMES[place], target if steps else "", top, receiver)


@cache
def written(action: int) -> tuple[Path, str]:
    """Return the path and the text of an action; kept, as all matches say the same again and again."""
    if action == PASS:
        return (PASSING,), PASSING
    wish = wish_of(action)
    text = "".join(sign + part for sign, part in zip(("", "-", "=", ">"), wish, strict=True) if part)
    if not wish.target:
        return (wish.origin, *((wish.receiver, GIVING) if wish.receiver else ())), text
    ending = (TURNS[TOPS.index(wish.top)],) if wish.top else (wish.receiver,) if wish.receiver else ()
    return (wish.origin, wish.target, *ending), text


def action_text(seen: Observation, action: int) -> str:
    """Return an action as "d1-d4", "d1-d4=>", "d1-d4>d5", "d4>d5" or "pass"."""
    return written(action)[1]


def parse_action(seen: Observation, text: str) -> int:
    """Return the action of a text.

    Raises:
        Refused: "bad-text"; or why what it says can never be played.
    """
    if text == PASSING:
        return PASS
    match = ACTION.fullmatch(text)
    if not match or match[1] == match[2]:
        raise Refused("bad-text", Message("An action is written like d1-d4, d1-d4=>, d1-d4>d5 or d4>d5."))
    wish = Wish(*(part or "" for part in match.groups()))
    action = _number(wish)
    if action is None:
        raise objection(seen, wish)
    return action


def _number(wish: Wish) -> int | None:
    """Return the number of an action; None where it has none, as no cube could ever do that."""
    direction, steps = shift(wish.origin, wish.target or wish.origin)
    ending = TURN + TOPS.index(wish.top) if wish.top else STAY
    if wish.receiver:
        side, distance = shift(wish.target or wish.origin, wish.receiver)
        if distance != 1 or side % 2 or wish.top:
            return None
        ending = GIVE + side // 2
    if direction >= DIRECTIONS:
        return None
    return ((CELL[wish.origin] * DIRECTIONS + direction) * SIDE + steps) * ENDINGS + ending


def refusal(seen: Observation, action: int) -> Refused:
    """Return the first reason that applies, with the clause of the rules it comes from."""
    return objection(seen, None if action == PASS else wish_of(action))
