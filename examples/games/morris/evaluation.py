"""The value of a position of Nine Men's Morris, for the search."""

from ludoteka.games.morris.rules import EMPTY, MILLS, POINTS, WAYS, State, men

MAN = 100
MILL = 30  # because a mill can be opened and closed again
WAY = 4  # for each way on which a man can leave its point


def evaluate(state: State, seat: int) -> int:
    """Return the value of a position for a seat: its men, mills and moves, minus those of the other seat."""
    score = MAN * (men(state, seat) - men(state, 1 - seat))
    for first, middle, last in MILLS:
        man = state.board[first]
        if man != EMPTY and man == state.board[middle] and man == state.board[last]:
            score += MILL if man == seat + 1 else -MILL
    for way in WAYS:
        man = state.board[way // POINTS]
        if man != EMPTY and state.board[way % POINTS] == EMPTY:
            score += WAY if man == seat + 1 else -WAY
    return score
