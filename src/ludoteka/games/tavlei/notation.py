"""The texts of Tavlei: positions, moves and reasons for refusals."""

from typing import Final

from ludoteka.core.game import Options
from ludoteka.core.grid import cell_names
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.ranks import join_ranks, read_ranks
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.tavlei import rules
from ludoteka.games.tavlei.rules import AREA, CELLS, EMPTY, EXIT, EXITS, KING, SIDE, WIDTH, Observation, State

NAMES: Final = cell_names(SIDE)
FIXED_PATHS: Final = {origin * AREA + target: (NAMES[origin], NAMES[target]) for origin in CELLS for target in CELLS}
ACTIONS: Final[dict[Path, int]] = {path: action for action, path in FIXED_PATHS.items()}
SYMBOLS: Final = ".adk./"  # by what stands on a cell; the last one is the rim, between any two ranks twice
TRANSLATION: Final = bytes.maketrans(bytes(range(len(SYMBOLS))), SYMBOLS.encode())
SEATS: Final = "ad"


def path(seen: Observation, action: int) -> Path:
    """Return the origin and the target of a move."""
    return FIXED_PATHS[action]


def position_text(state: State) -> str:
    """Return the position as nine ranks from 9 down, a space, and the side to move."""
    ranks = bytes(state.board[CELLS[0] : -CELLS[0]]).translate(TRANSLATION).decode().split("//")
    return f"{join_ranks(ranks)} {SEATS[state.turn]}"


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text; the winner follows from it.  Raises Refused: "bad-position"."""
    board, _, turn = text.partition(" ")
    if turn not in ("a", "d"):
        raise bad_position(Message("A position is nine ranks separated by /, then a space, then a or d."))
    state = rules.start(options)
    for place, symbol in zip(CELLS, read_ranks(board, SIDE, "[.adk]"), strict=True):
        if symbol in "ad" and (place == rules.THRONE or place in EXITS):
            raise bad_position(Message("Only the king may stand on {cell}.", cell=NAMES[place]))
        state.board[place] = EXIT if symbol == "." and place in EXITS else SYMBOLS.index(symbol)
    if state.board.count(KING) > 1:
        raise bad_position(Message("There is more than one king."))
    state.turn = SEATS.index(turn)
    state.winner = _winner(state)
    return state


def _winner(state: State) -> int:
    if KING in state.board and not any(state.board[place] == KING for place in EXITS):
        return NOBODY if rules.can_move(state) else 1 - state.turn
    return rules.DEFENDERS if KING in state.board else rules.ATTACKERS


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies, with the clause of the rules it comes from."""
    cells = path if path[1:] else path * 2  # only the first cell is picked if its piece cannot move
    origin, target = divmod(ACTIONS[cells], AREA)
    piece, names = seen.board[origin], {"origin": path[0], "target": path[-1]}
    if piece in (EMPTY, EXIT):
        return Refused("no-such-piece", Message("There is no piece on {origin}.", **names), path[:1])
    if not rules.owns(seen.turn, piece):
        return Refused("not-your-piece", Message("The piece on {origin} is not yours.", **names), path[:1])
    if origin == target:
        stuck = Message("The piece on {origin} cannot move.", **names)
        return Refused("no-move", Message("A move must lead to another cell.") if path[1:] else stuck, path[:1])
    is_along = origin // WIDTH == target // WIDTH
    if not is_along and origin % WIDTH != target % WIDTH:
        text = Message("Pieces move along a rank or a file (clause 1): {origin} and {target} share neither.", **names)
        return Refused("not-in-line", text, path)
    step = (1 if is_along else WIDTH) * (1 if target > origin else -1)
    for place in range(origin + step, target + step, step):
        if seen.board[place] not in (EMPTY, EXIT):
            text = Message("The way is blocked on {cell} (clause 1).", cell=NAMES[place])
            return Refused("path-blocked", text, (NAMES[place],))
    if piece != KING:
        text = Message("Only the king may stand on {target} (clause 2).", **names)
        return Refused("only-king-stands-there", text, path[1:])
    text = Message("The king goes {reach} cells at most (clause 1).", reach=rules.KING_REACH)
    return Refused("king-too-far", text, path[1:])
