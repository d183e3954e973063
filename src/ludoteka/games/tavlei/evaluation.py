"""How a position of Tavlei stands, for the searches.

The numbers were found by play of the program against itself (docs/decisions/0005).
"""

from ludoteka.games.tavlei.rules import (
    ATTACKER,
    CELLS,
    DEFENDER,
    DEFENDERS,
    EMPTY,
    EXIT,
    EXITS,
    KING,
    KING_REACH,
    STEPS,
    THRONE,
    State,
)

ATTACKER_WORTH = 100
DEFENDER_WORTH = 180  # there are half as many
ESCAPE = 5_000  # the king is out at his next move
DOUBLE_THREAT = 600  # two ways out and the attackers to move: they close but one
THREAT = 40
ROUTE = 25  # a cell the king can reach that has a way out
FREEDOM = 4  # a cell the king can reach
BESIEGER = 12  # an attacker beside the king
WATCH = 20  # an attacker first on the king's way from an exit


def evaluate(state: State) -> int:
    """Return how well the attackers stand."""
    score = 0
    king = THRONE
    for place in CELLS:
        piece = state.board[place]
        if piece == ATTACKER:
            score += ATTACKER_WORTH
        elif piece == DEFENDER:
            score -= DEFENDER_WORTH
        elif piece == KING:
            king = place
    return score + guards(state) - king_chances(state, king)


def king_chances(state: State, king: int) -> int:
    """Return what the king's freedom and ways out are worth."""
    ways = ways_out(state, king)
    if ways > 0 and state.turn == DEFENDERS:
        return ESCAPE
    score = THREAT * ways
    if ways > 1:
        score += DOUBLE_THREAT
    for step in STEPS:
        if state.board[king + step] == ATTACKER:
            score -= BESIEGER
        target = king + step
        for _ in range(KING_REACH):
            if state.board[target] != EMPTY:
                break
            score += FREEDOM
            if ways_out(state, target) > 0:
                score += ROUTE
            target += step
    return score


def ways_out(state: State, place: int) -> int:
    """Return how many exits the king could reach in one move from `place`."""
    count = 0
    for step in STEPS:
        target = place + step
        for _ in range(KING_REACH):
            if state.board[target] != EMPTY:
                if state.board[target] == EXIT:
                    count += 1
                break
            target += step
    return count


def guards(state: State) -> int:
    """Return what the attackers' watch over the ways to the exits is worth."""
    score = 0
    for place in EXITS:
        for step in STEPS:
            target = place + step
            for _ in range(KING_REACH):
                if state.board[target] != EMPTY:
                    if state.board[target] == ATTACKER:
                        score += WATCH
                    break
                target += step
    return score
