"""A computer player that nobody can beat in the long run (rules.en.md says why).

Source of the strategy: H. W. Kuhn, A simplified two-person poker, in Contributions to the Theory of Games 1 (1950).
"""

from collections.abc import Callable

from ludoteka.games.kuhn.rules import BET, CALL, CHECK, FIRST, FOLD, JACK, SECOND, Observation, is_even

THIRDS = {  # in how many of three cases a seat bets, or calls, with a jack, a queen, a king
    (FIRST, BET): (1, 0, 3),
    (FIRST, CALL): (0, 2, 3),
    (SECOND, BET): (1, 0, 3),
    (SECOND, CALL): (0, 1, 3),
}


def decide(seen: Observation, draw: Callable[[int], int], _level: int) -> int:
    """Return an action for the card of the seat to act: weak cards bluff sometimes, so that strong ones are called."""
    bold, meek = (BET, CHECK) if is_even(seen) else (CALL, FOLD)
    card = seen.cards[seen.turn]
    return bold if draw(3) < THIRDS[seen.turn, bold][card - JACK] else meek
