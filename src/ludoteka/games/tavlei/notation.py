"""The texts of Tavlei: positions, actions, and why an action is refused."""

import re
from functools import cache, lru_cache
from itertools import groupby

from ludoteka.core.game import Options
from ludoteka.core.grid import cell, names
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.tavlei.rules import (
    AREA,
    ATTACKERS,
    DEFENDERS,
    EMPTY,
    EXIT,
    EXITS,
    KING,
    KING_REACH,
    SIDE,
    THRONE,
    WIDTH,
    Observation,
    State,
    can_move,
    is_free,
    is_terminal,
    owns,
    start,
)

NAMES = names(SIDE)
CELL = {name: place for place, name in NAMES.items()}
LETTERS = {".": EMPTY, "a": 1, "d": 2, "k": KING}
SEATS = "ad"
STARTS = [cell(row, 0, SIDE) for row in range(SIDE)]  # of the ranks
ACTION = re.compile("([a-i][1-9])-([a-i][1-9])")


def position_text(state: State) -> str:
    """Return the position as nine ranks from 9 down, a space, and the side to move."""
    board = bytes(state.board)
    ranks = [rank_text(board[start : start + SIDE]) for start in STARTS]
    return f"{'/'.join(ranks)} {SEATS[state.turn]}"


@lru_cache(maxsize=4096)
def rank_text(pieces: bytes) -> str:
    """Return one rank; kept, as a move changes two at most, and matches have many alike."""
    runs = [(symbol, len(list(run))) for symbol, run in groupby(".adk."[piece] for piece in pieces)]
    return "".join(str(length) if symbol == "." else symbol * length for symbol, length in runs)


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text; whether it is over is worked out.

    Raises:
        Refused: "bad-position", with what is wrong and where.
    """
    board, _, turn = text.partition(" ")
    ranks = board.split("/")
    if len(ranks) != SIDE or turn not in ("a", "d"):
        raise _bad(Message("A position is nine ranks with / between, a space, and a or d."))
    state = start(options)
    for row, rank in enumerate(ranks):
        symbols = "".join("." * int(symbol) if symbol in "123456789" else symbol for symbol in rank)
        if len(symbols) != SIDE or re.search("[1-9]{2}", rank) or set(symbols) - set(LETTERS):
            raise _bad(Message("Rank {rank} of the position cannot be read.", rank=SIDE - row))
        for column, symbol in enumerate(symbols):
            _put(state, cell(row, column, SIDE), LETTERS[symbol])
    if state.board.count(KING) > 1:
        raise _bad(Message("There is more than one king."))
    state.turn = SEATS.index(turn)
    state.winner = _winner(state)
    return state


def _put(state: State, place: int, piece: int) -> None:
    if piece not in (EMPTY, KING) and (place == THRONE or place in EXITS):
        raise _bad(Message("Only the king may stand on {cell}.", cell=NAMES[place]))
    state.board[place] = EXIT if piece == EMPTY and place in EXITS else piece


def _winner(state: State) -> int:
    if KING not in state.board:
        return ATTACKERS
    if any(state.board[place] == KING for place in EXITS):
        return DEFENDERS
    return NOBODY if can_move(state) else 1 - state.turn


def _bad(message: Message) -> Refused:
    return Refused("bad-position", message)


@cache
def written(action: int) -> tuple[Path, str]:
    """Return the path and the text of an action; kept, as all matches say the same few hundred again and again."""
    path = NAMES[action // AREA], NAMES[action % AREA]
    return path, "-".join(path)


def action_text(seen: Observation, action: int) -> str:
    """Return an action as "e2-f2"."""
    return written(action)[1]


def parse_action(seen: Observation, text: str) -> int:
    """Return the action of a text.

    Raises:
        Refused: "bad-text".
    """
    match = ACTION.fullmatch(text)
    if not match:
        raise Refused("bad-text", Message("A move is two cells with a dash between them, like e2-f2."))
    return CELL[match[1]] * AREA + CELL[match[2]]


def refusal(seen: Observation, action: int) -> Refused:
    """Return the first reason that applies, with the clause of the rules it comes from."""
    origin, target = action // AREA, action % AREA
    piece, names = seen.board[origin], {"origin": NAMES[origin], "target": NAMES[target]}
    if is_terminal(seen):
        return Refused("game-over", Message("The match is over."))
    if piece in (EMPTY, EXIT):
        return Refused("no-such-piece", Message("There is no piece on {origin}.", **names), (names["origin"],))
    if not owns(seen.turn, piece):
        return Refused("not-your-piece", Message("The piece on {origin} is not yours.", **names), (names["origin"],))
    if origin == target:
        return Refused("no-move", Message("A move must lead to another cell."), (names["origin"],))
    line = _line(origin, target)
    if not line:
        text = Message("Pieces move along a rank or a file (clause 1): {origin} and {target} share neither.", **names)
        return Refused("not-in-line", text, (names["origin"], names["target"]))
    for place in line:
        if seen.board[place] not in (EMPTY, EXIT):
            text = Message("The way is blocked on {cell} (clause 1).", cell=NAMES[place])
            return Refused("path-blocked", text, (NAMES[place],))
    if piece != KING:
        text = Message("Only the king may stand on {target} (clause 2).", **names)
        return Refused("only-king-stands-there", text, (names["target"],))
    text = Message("The king goes {reach} cells at most (clause 1).", reach=KING_REACH)
    return Refused("king-too-far", text, (names["target"],))


def refused_path(seen: Observation, path: Path) -> Refused:
    """Return why no move begins with these cells."""
    if not 1 <= len(path) <= 2 or any(name not in CELL for name in path):
        return Refused("bad-text", Message("A move is two cells with a dash between them, like e2-f2."))
    origin = CELL[path[0]]
    if len(path) == 1 and owns(seen.turn, seen.board[origin]) and not is_free(seen, origin):
        return Refused("no-move", Message("The piece on {origin} cannot move.", origin=path[0]), path)
    return refusal(seen, origin * AREA + CELL[path[-1]])


def _line(origin: int, target: int) -> list[int]:
    """Return the cells from behind `origin` up to `target`; none if they share no rank or file."""
    if origin // WIDTH == target // WIDTH:
        step = 1 if target > origin else -1
    elif origin % WIDTH == target % WIDTH:
        step = WIDTH if target > origin else -WIDTH
    else:
        return []
    return list(range(origin + step, target + step, step))
