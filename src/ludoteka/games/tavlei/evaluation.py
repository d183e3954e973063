"""The evaluation of Tavlei.

The weights come from self-play (docs/decisions/0006).
"""

from ludoteka.games.tavlei.rules import (
    ATTACKER,
    ATTACKERS,
    CELLS,
    DEFENDER,
    DEFENDERS,
    EMPTY,
    EXIT,
    KING,
    KING_REACH,
    STEPS,
    THRONE,
    State,
)

EVEN = 800  # the material balance of the start, which counts as even
PIECE = 100  # of either side: a piece blocks the king about as often as it blocks the attackers
ESCAPE = 5_000  # the king escapes with his next move
THREAT = 40  # an open exit, if it is the attackers' turn
ROUTE = 25  # a cell within the king's reach from which an exit is open
FREEDOM = 10  # a cell within the king's reach
SIEGE = 20  # an attacker next to the king


def evaluate(state: State, seat: int) -> int:
    """Return the score of the seat; about 0 at the start."""
    score = attackers_score(state)
    return score if seat == ATTACKERS else -score


def attackers_score(state: State) -> int:
    """Return the attackers' score; the defenders' is its negative."""
    score = -EVEN
    king = THRONE
    for place in CELLS:
        piece = state.board[place]
        if piece == ATTACKER:
            score += PIECE
        elif piece == DEFENDER:
            score -= PIECE
        elif piece == KING:
            king = place
    ways = ways_out(state, king)
    if ways > 0 and state.turn == DEFENDERS:
        return score - ESCAPE
    return score - THREAT * ways - surroundings(state, king)


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
    for step in STEPS:
        target = place + step
        for _ in range(KING_REACH):
            if state.board[target] == EXIT:
                ways += 1
            if state.board[target] != EMPTY:
                break
            target += step
    return ways
