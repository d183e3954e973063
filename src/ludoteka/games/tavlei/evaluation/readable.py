"""The evaluation of Tavlei.

The weights come from self-play (docs/decisions/0006, docs/notebook/computer.md).
"""

from typing import Final

from ludoteka.games.tavlei.rules import (
    AREA,
    ATTACKER,
    ATTACKERS,
    CELLS,
    DEFENDER,
    DEFENDERS,
    EMPTY,
    EXIT,
    EXITS,
    KING,
    KING_REACH,
    RIM,
    STEPS,
    State,
    is_by_throne,
    is_jaw,
    owns,
)

EVEN = 1120  # the material balance of the start, which counts as even
ATTACKER_WORTH = 100
DEFENDER_WORTH = 60  # less, because a defender blocks his king as often as he blocks the attackers
ESCAPE = 5_000  # the king escapes with his next move
THREAT = 40  # an open exit, if it is the attackers' turn
ROUTE = 25  # a cell within the king's reach from which an exit is open
FREEDOM = 10  # a cell within the king's reach
SIEGE = 20  # an attacker next to the king


def _worth(piece: int, place: int) -> int:
    """Return the worth of a piece for the attackers, times AREA; for the king, add his place."""
    return {ATTACKER: ATTACKER_WORTH * AREA, DEFENDER: -DEFENDER_WORTH * AREA, KING: place}.get(piece, 0)


# Tables, because one loop without conditions is several times as fast as questions about each cell.
WORTHS: Final = tuple(_worth(piece, place) for piece in range(RIM + 1) for place in range(AREA))
NEAR_EXIT: Final = tuple(  # 1 for the cells from which the king could reach an exit on an empty board
    int(any(place - end in [step * cells for step in STEPS for cells in range(1, KING_REACH + 1)] for end in EXITS))
    for place in range(AREA)
)


def evaluate(state: State, seat: int) -> int:
    """Return the score of the seat; about 0 at the start."""
    score = attackers_score(state)
    return score if seat == ATTACKERS else -score


def attackers_score(state: State) -> int:
    """Return the attackers' score; the defenders' is its negative."""
    total, board = 0, state.board
    for place in CELLS:
        total += WORTHS[board[place] * AREA + place]
    king, score = total % AREA, total // AREA - EVEN
    ways = ways_out(state, king)
    if ways > 0 and state.turn == DEFENDERS:
        return score - ESCAPE
    return score - THREAT * ways - surroundings(state, king)


def is_loud(state: State, action: int) -> bool:
    """Tell whether a move ends the game or captures; a move beside a king by the throne counts too."""
    target, board = action % AREA, state.board
    if board[target] == EXIT:
        return True
    for step in STEPS:
        place = target + step
        piece = board[place]
        if EMPTY < piece < EXIT and not owns(state.turn, piece):
            if piece == KING and is_by_throne(place):
                return True
            if is_jaw(state, place + step, piece):
                return True
    return False


def surroundings(state: State, king: int) -> int:
    """Return the worth of the king's freedom and routes to exits, less the siege."""
    worth = 0
    for step in STEPS:
        target = king + step
        if state.board[target] == ATTACKER:
            worth -= SIEGE
        for _ in range(KING_REACH):
            if state.board[target] != EMPTY:
                break
            worth += FREEDOM
            if ways_out(state, target) > 0:
                worth += ROUTE
            target += step
    return worth


def ways_out(state: State, place: int) -> int:
    """Return how many exits the king could reach from `place` in one move."""
    ways = 0
    if NEAR_EXIT[place] == 0:
        return ways
    for step in STEPS:
        target = place + step
        for _ in range(KING_REACH):
            if state.board[target] == EXIT:
                ways += 1
            if state.board[target] != EMPTY:
                break
            target += step
    return ways
