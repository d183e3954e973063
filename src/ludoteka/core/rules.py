"""The contract of a game's rules, as functions to be filled in.

A rules module defines functions of these names and signatures, and the numbers
`NUM_ACTIONS` (actions are 0 … NUM_ACTIONS−1) and `MAX_ACTIONS` (no state has
more legal ones).  Searches import the functions from here; a twin of the search
has a game's own in their place (`core.twins`).
"""

from collections.abc import Mapping
from typing import Any, Protocol

CHANCE = -2  # the seat of the dice
NOBODY = -1  # no seat


class Rules(Protocol):
    """What a rules module offers; the functions are explained below."""

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
    """Return the state before the first action, under checked `options`."""
    raise NotImplementedError


def current_seat(state: Any) -> int:
    """Return the seat to act; CHANCE at a throw, NOBODY when the game is over."""
    raise NotImplementedError


def legal_actions(state: Any, actions: Any) -> int:
    """Write the actions open to the current seat into `actions` and return their number.

    `actions` is the caller's, MAX_ACTIONS long.  The order is fixed; the number is 0 when the game is over.
    """
    raise NotImplementedError


def apply(state: Any, action: int) -> None:
    """Change `state` by a legal action.  An illegal one leaves `state` undefined."""
    raise NotImplementedError


def is_terminal(state: Any) -> bool:
    """Tell whether the game is over."""
    raise NotImplementedError


def returns(state: Any, seat: int) -> int:
    """Return 1 to a winner, -1 to a loser, 0 for a draw and while the game goes on.

    Where the game declares `scores`: any integer that fits 32 bits, the more the better; 0 while the game goes on.
    """
    raise NotImplementedError


def observe(state: Any, seat: int) -> Any:
    """Return a fresh observation: what `seat` may know, NOBODY standing for a spectator, and nothing else."""
    raise NotImplementedError


def weight(state: Any, action: int) -> int:
    """Return how many of the equally likely ways of throwing give the throw `action`; asked only of CHANCE.

    A game whose throws are all equally likely need not define it.
    """
    return 1


def makes_progress(state: Any, action: int) -> bool:
    """Tell whether a legal action ends a run of quiet actions.

    A game with the option `quiet` (`core.game.QUIET`) defines it; in all others every action counts as progress.
    """
    return True


def evaluate(state: Any, seat: int) -> int:
    """Return how well `seat` stands in a state that goes on, in hundredths of a plain piece.

    Not one of the rules: a game's module `evaluation` gives it to the searches.  Of two seats, one stands
    as well as the other stands badly.
    """
    raise NotImplementedError


def assign(target: Any, source: Any) -> None:
    """Make `target` equal to `source`, another state of the same game.  The twins know how."""
    target.assign(source)


def digest(state: Any, salt: int) -> int:
    """Return a number that with the same salt no other state has, but for one case in 2**63.  The twins know how."""
    return int(state.digest(salt))
