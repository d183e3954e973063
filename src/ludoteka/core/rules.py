"""The contract of a game's rules, as functions without bodies.

A rules module defines functions with these names and signatures, and two numbers: actions are 0 … `NUM_ACTIONS` − 1,
and no state has more than `MAX_ACTIONS` legal actions.  The searches import the functions from here; in the twin of a
search for a game, the game's own functions replace them (`core.twins`).
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol

CHANCE: Final = -2  # the seat of the dice
NOBODY: Final = -1  # no seat
NO_ACTION: Final = -1  # instead of a proposed action: this word stands for none
NO_PROPOSALS: Final = -2  # in this state, no word stands for an action
UNSOLVED: Final = 1 << 20  # instead of an exact value: the endgame table of the game does not hold the state
WORDS: Final = 32  # the bits of a random word


class Rules(Protocol):
    """The contents of a rules module; the functions below document each of them."""

    NUM_ACTIONS: int
    MAX_ACTIONS: int
    State: Any
    Observation: Any

    def start(self, options: Mapping[str, Any]) -> Any: ...
    def current_seat(self, state: Any) -> int: ...
    def legal_actions(self, state: Any, actions: Any) -> int: ...
    def apply(self, state: Any, action: int) -> None: ...
    def is_terminal(self, state: Any) -> bool: ...
    def returns(self, state: Any, seat: int) -> int: ...
    def observe(self, state: Any, seat: int) -> Any: ...


def start(options: Mapping[str, Any]) -> Any:
    """Return the state before the first action, for checked `options`."""
    raise NotImplementedError


def current_seat(state: Any) -> int:
    """Return the seat to act; CHANCE at a throw, NOBODY when the game is over."""
    raise NotImplementedError


def legal_actions(state: Any, actions: Any) -> int:
    """Write the legal actions of the current seat into `actions` and return their number.

    The caller owns `actions`, which has room for MAX_ACTIONS.  The order is always the same for a state.  The number is
    0 if the game is over.
    """
    raise NotImplementedError


def apply(state: Any, action: int) -> None:
    """Change `state` by a legal action.  An illegal one leaves `state` undefined."""
    raise NotImplementedError


def is_terminal(state: Any) -> bool:
    """Tell whether the game is over."""
    raise NotImplementedError


def returns(state: Any, seat: int) -> int:
    """Return 1 for a win, -1 for a loss, 0 for a draw, and 0 until the game is over.

    In a game with `scores`, return any integer that fits 32 bits; higher is better.
    """
    raise NotImplementedError


def observe(state: Any, seat: int) -> Any:
    """Return a new observation with exactly what `seat` may know; NOBODY stands for a spectator."""
    raise NotImplementedError


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Write what `seat` sees, which `observe` returned, into `tensor`: a flat array that is filled with zeros.

    A game may define it in its module `encoding`, for programs that learn (docs/research/environments.md).
    """
    raise NotImplementedError


def weight(state: Any, action: int) -> int:
    """Return the number of equally likely rolls that give the throw `action`.

    It is called only at throws.  A game whose throws are all equally likely need not define it.
    """
    return 1


def propose_action(state: Any, word: int) -> int:
    """Return the legal action for which a random word of WORDS bits stands, or NO_ACTION, or NO_PROPOSALS.

    A game may define it so that a playout need not list all actions.  The number of words that stand for an action is the
    same for all of them, or in proportion to its weight at a throw (but for one word, since 2³² is rarely a multiple).
    """
    return NO_PROPOSALS


def makes_progress(state: Any, action: int) -> bool:
    """Tell whether a legal action ends a run of quiet actions.

    A game with the option `quiet` (`core.game.QUIET`) defines it; in all others every action counts as progress.
    """
    return True


def evaluate(state: Any, seat: int) -> int:
    """Return how good an unfinished state is for `seat`, in hundredths of a plain piece.

    A game defines it in its module `evaluation`, for the searches.  With two seats, the values must be opposite.  Without it,
    all positions count as even.
    """
    return 0


def is_loud(state: Any, action: int) -> bool:
    """Tell whether the quiescence search tries a legal action: one that may change the evaluation sharply.

    A game may define it in its module `evaluation`; without it, the quiescence search tries all actions.
    """
    return True


def endgame(state: Any, seat: int) -> int:
    """Return the exact value for `seat` of an unfinished state before a throw, on the scale of `evaluate`, or UNSOLVED.

    A game with an endgame table defines it in its module `evaluation`.  With a state, the table must hold all that can
    follow it.  In the middle of a turn, any other value than UNSOLVED says that the table holds the positions after it.
    """
    return UNSOLVED


def position_number(state: Any) -> int:
    """Return the number of a position before a throw in the endgame table of the game, or a negative number.

    A game with an endgame table defines it in a module beside its evaluation, for `tools/endgames.py`.
    """
    raise NotImplementedError


def set_position(state: Any, number: int) -> bool:
    """Set up the position with a number in the endgame table; return False if it is impossible (see `position_number`)."""
    raise NotImplementedError


def feature(state: Any, seat: int, group: int) -> int:
    """Return the number of the feature of a position in a group, for `seat`; 0 if there is none.

    A game with a network defines it (docs/training.md); feature 0 is the bias, which is always present.  The seat is the one
    whose turn has ended, or the `viewer` if the network learns from scores.
    """
    raise NotImplementedError


def viewer(state: Any) -> int:
    """Return the seat for which the features of a position are, and the output of the network (docs/training.md).

    A game whose network learns from scores defines it beside `feature`.
    """
    raise NotImplementedError


def set_image(target: Any, source: Any, number: int) -> None:
    """Make `target`, a copy of `source`, an image of it, such as the board in a mirror; the numbers of images go round.

    All images of a position are worth the same.  A game whose network learns from scores defines it
    beside `feature`.
    """
    raise NotImplementedError


def assign(target: Any, source: Any) -> None:
    """Copy the values of `source` to `target`.  Compiled twins have their own version."""
    target.assign(source)


def digest(state: Any, salt: int) -> int:
    """Return a hash of 63 bits of a state and a salt.  Compiled twins have their own version."""
    return int(state.digest(salt))
