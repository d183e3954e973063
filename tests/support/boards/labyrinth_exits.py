"""The way out of a Labyrinth, for a test that knows the whole maze."""

from collections import deque

from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.games.labyrinth.rules import BUY, CHOOSE, END, SHOOT, STAY

GAME = games()["labyrinth"]


def next_step(state, seat):
    """The first action of a shortest way to an exit with the key, if all others stay where they are."""
    known, queue = set(), deque([(state, None)])
    while queue:
        now, first = queue.popleft()
        for action in GAME.legal(now):
            if action < SHOOT or CHOOSE <= action < BUY:
                after = after_others(now, action, seat)
                if after.winner == seat and GAME.rules.is_terminal(after):
                    return action if first is None else first
                key = (after.at[seat], after.stage, after.pending[seat], tuple(after.items))
                if key not in known and not GAME.rules.is_terminal(after):
                    known.add(key)
                    queue.append((after, action if first is None else first))
    raise AssertionError("there is no way out")


def after_others(state, action, seat):
    """The state after an action of a seat and the turns of the others, who do nothing."""
    after = state.copy()
    GAME.rules.apply(after, action)
    while GAME.rules.current_seat(after) not in (seat, NOBODY):
        GAME.rules.apply(after, idle_action(after))
    return after


def idle_action(state):
    """What somebody does who stays where they are: a choice that is pending, nothing, or the end of their turn."""
    legal = GAME.legal(state)
    return next((action for action in (STAY, END) if action in legal), legal[0])
