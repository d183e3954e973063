"""How a position of Tavlei stands, for the searches.

The numbers were found by play of the program against itself (docs/decisions/0006).
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

EVEN = 800  # what the pieces at the start come to: there nobody is to stand better
PIECE = 100  # of either side: pieces that are left stand in the king's way as often as in the attackers'
ESCAPE = 5_000  # the king is out at his next move
THREAT = 40  # a way out, if the attackers let it be
ROUTE = 25  # a cell that the king can reach and that has a way out
FREEDOM = 10  # a cell that the king can reach
SIEGE = 20  # an attacker beside the king


def evaluate(state: State, seat: int) -> int:
    """Return how well the seat stands; about 0 at the start."""
    score = attackers_score(state)
    return score if seat == ATTACKERS else -score


def attackers_score(state: State) -> int:
    """Return how well the attackers stand, which is how badly the defenders do."""
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
    """Return what the king's freedom and his routes to the exits are worth, less the siege."""
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
    """Return how many exits the king could reach in one move from `place`: those that nobody guards."""
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
