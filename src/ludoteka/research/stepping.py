"""Many matches, one step each, in the rules dialect: `core.twins` binds it to a game's rules and encoding and compiles it.

A step plays the choice of the seat to act, and throws until a seat must act again.  A match that ends begins anew in the same
step: `rewards`, `gains`, `ended` and the two arrays of last things tell of the old match, everything else of the new one.
"""

from typing import Any, NamedTuple

from ludoteka.core.rules import (
    CHANCE,
    NOBODY,
    WORDS,
    apply,
    assign,
    current_seat,
    digest,
    encode,
    is_terminal,
    legal_actions,
    makes_progress,
    returns,
)
from ludoteka.search.playout import random_action, random_word

IS_INLINED = True  # a step is one loop
SEAT, ACTED, DECISIONS, QUIET, REPEATS, FACTS = range(6)  # the rows of Batch.facts, and how many there are
TERMINATED, TRUNCATED = range(2)  # the rows of Batch.ended
LIMIT, MOST_QUIET, MOST_REPEATS, IS_MASKED, IS_SEEN = range(5)  # the places of Batch.settings
OFF = 0
STAY, ANEW = -1, -2  # instead of a choice: leave the match as it is; begin it anew
NONE = -1  # instead of the number of a match


class Batch(NamedTuple):
    """The memory for N matches, owned by the caller.  The rows of most arrays are matches; other shapes are named."""

    states: Any
    starts: Any  # any number of states to begin from, one of which is drawn
    buffers: Any  # scratch space of each thread: MAX_ACTIONS
    generators: Any  # see `search.playout`; each match has its own, so that the result does not depend on the threads
    choices: Any  # what the seats to act have chosen, or STAY or ANEW
    # FACTS × N: the seat to act; the one that acted in this step, or NOBODY; the decisions since the match began;
    # the quiet actions in a row; how often this position has occurred, this time included
    facts: Any
    observations: Any  # what the seat to act sees, flat
    masks: Any  # 1 for its legal choices
    listed: Any  # its legal choices
    counts: Any  # how many these are
    rewards: Any  # of each seat
    gains: Any  # the reward of the seat that acted
    ended: Any  # 2 × N: whether the match ended in this step, by the rules and the house, or by the limit
    last_facts: Any  # of the match that ended
    last_observations: Any  # of the match that ended, for the seat to act; if there is none, for the one that acted
    last_masks: Any  # of the match that ended
    marks: Any  # digests of all positions of the match, if repetitions count
    choice_of: Any  # by seat and action
    action_of: Any  # by seat and choice
    settings: Any  # the LIMIT of decisions; what makes a draw, or OFF; whether masks and observations are wanted


def step(batch: Batch, first: int, last: int, lane: int, is_checked: bool) -> int:
    """Follow the choices in these matches; return how many ended.

    If the choices are yet to be checked, and one of them is illegal, do nothing and return NONE minus the number of its match.
    """
    illegal, ends = NONE if is_checked else first_illegal(batch, first, last), 0
    if illegal != NONE:
        return NONE - illegal
    for i in range(first, last):
        follow_choice(batch, i, batch.choices[i])
        is_settled = batch.choices[i] == STAY
        while not is_settled:
            settle(batch, i, lane)
            is_over = is_terminal(batch.states[i]) or is_drawn(batch, i)
            is_late = not is_over and batch.facts[DECISIONS][i] >= batch.settings[LIMIT]
            show(batch, i, lane, is_over)
            is_settled = not is_over and not is_late
            if not is_settled:
                ends += 1
                close_match(batch, i, is_over)
                open_match(batch, i)
    return ends


def first_illegal(batch: Batch, first: int, last: int) -> int:
    """Return the first of these matches whose choice is neither legal nor STAY or ANEW, or NONE."""
    for i in range(first, last):
        choice = batch.choices[i]
        if choice < ANEW or (choice >= 0 and not is_offered(batch, i, choice)):
            return i
    return NONE


def is_offered(batch: Batch, i: int, choice: int) -> bool:
    """Tell whether a choice is legal; to apply another one would leave the state undefined, and might write outside it."""
    if batch.settings[IS_MASKED] != OFF:
        return bool(choice < len(batch.masks[i]) and batch.masks[i][choice] != 0)
    found = 0
    for k in range(batch.counts[i]):
        found += batch.listed[i][k] == choice
    return found > 0


def draw(batch: Batch, first: int, last: int, lane: int) -> None:
    """Fill in a random legal choice for each of these matches."""
    for i in range(first, last):
        batch.choices[i] = batch.listed[i][(random_word(batch.generators[i]) * batch.counts[i]) >> WORDS]


def follow_choice(batch: Batch, i: int, choice: int) -> None:
    """Play a legal choice, or do what STAY or ANEW says."""
    batch.ended[TERMINATED][i], batch.ended[TRUNCATED][i] = False, False
    batch.facts[ACTED][i], batch.gains[i] = NOBODY, 0
    for seat in range(len(batch.rewards[i])):
        batch.rewards[i][seat] = 0
    if choice >= 0:
        play(batch, i, batch.facts[SEAT][i], choice)
    elif choice == ANEW:
        open_match(batch, i)


def open_match(batch: Batch, i: int) -> None:
    """Begin a match."""
    word = random_word(batch.generators[i])
    assign(batch.states[i], batch.starts[(word * len(batch.starts)) >> WORDS])
    batch.facts[DECISIONS][i], batch.facts[QUIET][i] = 0, 0


def play(batch: Batch, i: int, seat: int, choice: int) -> None:
    """Play a legal choice of a seat."""
    state, action = batch.states[i], batch.action_of[seat][choice]
    if batch.settings[MOST_QUIET] != OFF:
        batch.facts[QUIET][i] = 0 if makes_progress(state, action) else batch.facts[QUIET][i] + 1
    apply(state, action)
    batch.facts[ACTED][i] = seat
    batch.facts[DECISIONS][i] += 1


def settle(batch: Batch, i: int, lane: int) -> None:
    """Throw until a seat must act or the match is over, and count how often that position has occurred."""
    state, found = batch.states[i], 1
    while current_seat(state) == CHANCE:
        apply(state, random_action(state, batch.buffers[lane], batch.generators[i]))
    if batch.settings[MOST_REPEATS] != OFF:
        mark, marks, decisions = digest(state, 0), batch.marks[i], batch.facts[DECISIONS][i]
        for k in range(decisions):
            found += marks[k] == mark
        marks[decisions] = mark
    batch.facts[REPEATS][i] = found


def is_drawn(batch: Batch, i: int) -> bool:
    """Tell whether a match that goes on by the rules is drawn by the house."""
    settings, facts = batch.settings, batch.facts
    if settings[MOST_REPEATS] != OFF and facts[REPEATS][i] >= settings[MOST_REPEATS]:
        return True
    return bool(settings[MOST_QUIET] != OFF and facts[QUIET][i] >= settings[MOST_QUIET])


def show(batch: Batch, i: int, lane: int, is_over: bool) -> None:
    """Write whose turn it is, and what this seat sees and may do: after the end nobody may do anything, and who acted sees it.

    Only the old choices of the mask are cleared.
    """
    state, mask, listed, buffer = batch.states[i], batch.masks[i], batch.listed[i], batch.buffers[lane]
    is_masked, seat = batch.settings[IS_MASKED] != OFF, NOBODY if is_over else current_seat(state)
    batch.facts[SEAT][i] = seat
    if is_masked:
        for k in range(batch.counts[i]):
            mask[listed[k]] = 0
    count, choice_of = 0 if is_over else legal_actions(state, buffer), batch.choice_of[seat]
    for k in range(count):
        choice = choice_of[buffer[k]]
        listed[k] = choice
        if is_masked:
            mask[choice] = 1
    batch.counts[i] = count
    if batch.settings[IS_SEEN] != OFF:
        observation = batch.observations[i]
        for k in range(len(observation)):
            observation[k] = 0
        encode(state, batch.facts[ACTED][i] if is_over else seat, observation)


def close_match(batch: Batch, i: int, is_over: bool) -> None:
    """Write the results of a match that has ended, and keep what was shown of it."""
    batch.ended[TERMINATED][i], batch.ended[TRUNCATED][i] = is_over, not is_over
    for seat in range(len(batch.rewards[i])):
        batch.rewards[i][seat] = returns(batch.states[i], seat) if is_over else 0
    batch.gains[i] = batch.rewards[i][batch.facts[ACTED][i]]
    for k in range(FACTS):
        batch.last_facts[k][i] = batch.facts[k][i]
    for k in range(len(batch.masks[i])):
        batch.last_masks[i][k] = batch.masks[i][k]
    for k in range(len(batch.observations[i])):
        batch.last_observations[i][k] = batch.observations[i][k]
