"""Choices: what a seat can ever do, numbered 0, 1, ... from its point of view; and tables between these numbers and those of the rules."""

from functools import cache, cached_property
from typing import Any

import numpy as np

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused

MOST = 1 << 16  # a game with more actions must have an encoding


def machine_rules(game: Game) -> Any:
    """Return the rules that machine code plays: those of the game, or MACHINE_RULES of its encoding, whose actions are choices."""
    return getattr(game.encoding, "MACHINE_RULES", game.rules)


class Choices:
    """The choices of a game: of its encoding, or all actions of the rules.

    Raises:
        Refused: "no-encoding", if the game has no encoding and too many actions to number them all.
    """

    def __init__(self, game: Game) -> None:
        if game.encoding is None and game.rules.NUM_ACTIONS > MOST:
            text = Message(
                "{game} has too many actions for a program that learns: it needs a module encoding.", game=game.name
            )
            raise Refused("no-encoding", text)
        self._game = game
        self._numbers: dict[int, dict[int, int]] = {}

    @cached_property
    def count(self) -> int:
        """How many choices each seat has."""
        return len(self.actions(0))

    def actions(self, seat: int) -> list[int]:
        """Return the actions of a seat, in the order of its choices."""
        encoding: Any = self._game.encoding
        return list(encoding.choices(seat)) if encoding else list(range(self._game.rules.NUM_ACTIONS))

    def choice(self, seat: int, action: int) -> int | None:
        """Return the number of an action in `actions`, or None."""
        if seat not in self._numbers:
            self._numbers[seat] = {one: choice for choice, one in enumerate(self.actions(seat))}
        return self._numbers[seat].get(action)

    def offered(self, seen: Any, seat: int, actions: list[int]) -> dict[int, int]:
        """Return the choices by which a seat that is to act chooses these actions, which it may try, each with its action."""
        named = getattr(self._game.encoding, "named", None)
        numbers = [self.choice(seat, named(seen, action) if named else action) for action in actions]
        return {choice: action for choice, action in zip(numbers, actions, strict=True) if choice is not None}

    def chosen(self, seen: Any, seat: int, action: int) -> int | None:
        """Return the choice by which a seat that is to act chooses an action, or None if it has none for it."""
        return next(iter(self.offered(seen, seat, [action])), None)

    def tables(self, seats: list[int]) -> tuple[Any, Any]:
        """Return the choice of each action (-1: none), and the action of each choice; int32, a row for each seat number.

        The actions are those of `machine_rules`.
        """
        rows = max(seats) + 1
        if machine_rules(self._game) is not self._game.rules:
            same = np.tile(np.arange(self.count, dtype=np.int32), (rows, 1))
            return same, same
        choices = np.full((rows, self._game.rules.NUM_ACTIONS), -1, np.int32)
        actions = np.array([self.actions(seat) for seat in range(rows)], np.int32)
        for seat in range(rows):
            choices[seat, actions[seat]] = np.arange(self.count)
        return choices, actions


def dtype_of(game: Game) -> Any:
    """Return the type of the numbers of an observation: int8 if they fit, or int32."""
    encoding: Any = game.encoding
    return np.int8 if encoding and np.iinfo(np.int8).max >= encoding.HIGHEST else np.int32


@cache
def choices_of(game: Game) -> Choices | None:
    """Return the choices of a game; None if it has no encoding and too many actions."""
    try:
        return Choices(game)
    except Refused:
        return None
