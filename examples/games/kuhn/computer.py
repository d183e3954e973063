"""A computer player that nobody can beat in the long run (rules.en.md says why).

Source of the strategy: H. W. Kuhn, A simplified two-person poker, in Contributions to the Theory of Games 1 (1950).
"""

from collections.abc import Callable

from ludoteka.core.game import Log, World
from ludoteka.games.kuhn import rules
from ludoteka.games.kuhn.notation import CARDS, DEEDS
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


def sample_world(seat: int, seen: Observation, log: Log, draw: Callable[[int], int]) -> World:
    """Return the deal and what was done since; the other card is one of the two that are left."""
    own = seen.cards[seat]
    left, actions = [card for card in CARDS if card != own], []
    for entry in log:
        text = str(entry.text)
        if text in DEEDS:
            actions.append(DEEDS[text])
        elif text.endswith(":card"):
            actions.append(left.pop(draw(len(left))))
        else:
            actions.append(own)
    return World(rules.start({}), actions)
