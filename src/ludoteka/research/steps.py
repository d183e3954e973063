"""What compiled positions do in one call, in the rules dialect; bind the module to a game's rules and encoding with `core.twins`.

The caller owns the arrays.  `states` holds one state; `facts` is filled by every call but `look` and `results`.
"""

from typing import Any

from ludoteka.core.rules import (
    CHANCE,
    apply,
    current_seat,
    digest,
    encode,
    legal_actions,
    makes_progress,
    returns,
    weight,
)

SEAT = 0  # in `facts`: the seat to act
COUNT = 1  # the number of legal actions
TOTAL = 2  # the sum of the weights of the throws
MARK = 3  # the digest of the state
PROGRESS = 4  # whether the last action made progress
FACTS = 5
FIRST = 0  # the only state


def show(states: Any, actions: Any, numbers: Any, facts: Any, choice_of: Any) -> None:
    """Write what is known of a state: its legal actions, and beside each its choice, or the weight of a throw."""
    state = states[FIRST]
    seat, count, total = current_seat(state), legal_actions(state, actions), 0
    for k in range(count):
        if seat == CHANCE:
            numbers[k] = weight(state, actions[k])
            total += numbers[k]
        else:
            numbers[k] = choice_of[seat][actions[k]]
    facts[SEAT], facts[COUNT], facts[TOTAL], facts[MARK] = seat, count, total, digest(state, 0)


def play(states: Any, legal: Any, action: int, actions: Any, numbers: Any, facts: Any, choice_of: Any) -> bool:
    """Play an action, if it is one of the legal ones, and show what follows; tell whether it was."""
    for k in range(len(legal)):
        if legal[k] == action:
            state = states[FIRST]
            facts[PROGRESS] = makes_progress(state, action)
            apply(state, action)
            show(states, actions, numbers, facts, choice_of)
            return True
    return False


def throw(
    states: Any, legal: Any, weights: Any, number: int, actions: Any, numbers: Any, facts: Any, choice_of: Any
) -> None:
    """Make the throw that a number below the sum of the weights stands for, and show what follows."""
    k = 0
    while number >= weights[k]:
        number -= weights[k]
        k += 1
    play(states, legal, legal[k], actions, numbers, facts, choice_of)


def look(states: Any, seat: int, tensor: Any) -> None:
    """Write what a seat sees into a flat array of zeros."""
    encode(states[FIRST], seat, tensor)


def results(states: Any, values: Any) -> None:
    """Write the result of each seat, by its number."""
    for seat in range(len(values)):
        values[seat] = returns(states[FIRST], seat)
