"""A match of an open game in machine code, for programs that learn: what `position.Position` offers, many times faster."""

import pathlib
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from ludoteka.core import twins
from ludoteka.core.game import QUIET_ACTIONS, Game, LogEntry
from ludoteka.core.match import REPETITIONS
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import game_in
from ludoteka.research import steps
from ludoteka.research.choices import Choices, dtype_of
from ludoteka.research.position import Below, Position


def is_compilable(game: Game) -> bool:
    """Tell whether there can be compiled positions of a game: every seat sees the state, and there is a compiler."""
    is_open = game.encoding is not None and not (game.has_secrets or game.deduce or game.attempts or game.generate)
    return is_open and twins.is_compiler_installed()


class CompiledGame:
    """What all positions of a game share: the machine code, the tables of choices, and the first state."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        encoding: Any = game.encoding
        rules: Any = game.rules
        self.game, self.options, self.choices = game, options, Choices(game)
        self.seats = game.seat_numbers(options)
        self.choice_of, self.action_of = self.choices.tables(self.seats)
        self.code = twins.compiled_twin(steps, rules, encoding)
        self.begin = _one(rules, game.begin(options).pack())
        self.counts_positions = options.get("repetition") == "draw"
        self.counts_quiet = options.get("quiet") == "draw"
        self.room, self.shape, self.dtype = rules.MAX_ACTIONS, encoding.SHAPE, dtype_of(game)
        self.first = CompiledPosition(self)  # before the first action; copy it
        self._compile()

    def _compile(self) -> None:
        """Call everything once, so that no step of a match waits for the compiler."""
        position, other = self.first.copy(), self.first.copy()
        position.observe(self.seats[0])
        position.returns()
        position.apply(position.offers()[0])
        if self.game.throw:
            other._throw(0, np.ones_like(other.choices))


def _one(rules: Any, packed: Any) -> Any:
    """Return an array with one packed state, in the form that is passed to machine code fastest."""
    states = rules.State.packed_array(1).view(np.ndarray)
    states[0] = packed
    return states


class CompiledPosition:
    """The state of a match, and the draws of the house; it has the attributes and methods of `Position`.

    Attributes:
        choices: the choice of each action that `offers` returns, in the same order; int64.  At a throw, its weight.
    """

    def __init__(self, compiled: CompiledGame) -> None:
        self.compiled, self.game, self.options, self.seats = compiled, compiled.game, compiled.options, compiled.seats
        self._states = compiled.begin.copy()
        self._seen_before: dict[int, int] = {}  # how often each position has occurred, by its digest, if that counts
        self._mark = 0  # the digest of this position
        self.repeats, self.quiet, self.plies, self.seat = 1, 0, 0, NOBODY
        self._show()

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._states = self._states.copy()
        twin._seen_before = self._seen_before.copy()
        twin._make_room()
        return twin

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __reduce__(self) -> Any:
        before = {mark: count - (mark == self._mark) for mark, count in self._seen_before.items()}  # it is counted anew
        kept = {"_seen_before": before, "quiet": self.quiet, "plies": self.plies}
        return _restored, (self.game.folder, dict(self.options), self._states.tobytes(), kept)

    def _make_room(self) -> None:
        """Make the arrays that machine code fills; they are not kept from one action to the next."""
        room = self.compiled.room
        self._room = np.empty(room, np.int64), np.empty(room, np.int64), np.empty(steps.FACTS, np.int64)

    def _show(self) -> None:
        self._make_room()
        self.compiled.code.show(self._states, *self._room, self.compiled.choice_of)
        self._note()

    @property
    def state(self) -> Any:
        """A copy of the state, as interpreted rules know it."""
        rules: Any = self.game.rules
        return rules.State.unpack(self._states[0])

    @property
    def past(self) -> list[int]:
        """The digests of the positions whose next occurrence is a draw; empty if the options don't count repetitions."""
        return [mark for mark, count in self._seen_before.items() if count >= REPETITIONS - 1]

    @property
    def heard(self) -> dict[int, list[LogEntry]]:
        """What each seat has heard: nothing that it doesn't see."""
        return {seat: [] for seat in (*self.seats, NOBODY)}

    def seen(self, seat: int) -> Any:
        """Return what a seat sees."""
        return self.game.rules.observe(self.state, seat)

    def observe(self, seat: int) -> Any:
        """Return what a seat sees as a new array with the type and shape of the encoding."""
        tensor = np.zeros(self.compiled.shape, self.compiled.dtype)
        self.compiled.code.look(self._states, seat, tensor.reshape(-1))
        return tensor

    def offers(self) -> list[int]:
        """Return the legal actions."""
        actions: list[int] = self._legal.tolist()
        return actions

    def refusal(self, action: int) -> str:
        """Return "", because everything that is offered is legal."""
        return ""

    def throws(self) -> list[tuple[int, float]]:
        """Return the possible throws and their probabilities."""
        return list(zip(self.offers(), (self.choices / self._total).tolist(), strict=True))

    def settle(self, below: Below) -> None:
        """Throw until a seat must act or the match is over."""
        while self.seat == CHANCE:
            self._throw(below(self._total), self.choices)

    def _throw(self, number: int, weights: Any) -> None:
        """Make the throw that a number below the sum of the weights stands for."""
        self.compiled.code.throw(self._states, self._legal, weights, number, *self._room, self.compiled.choice_of)
        self._follow()

    def apply(self, action: int) -> None:
        """Play a legal action or a throw.  Raises ValueError, and changes nothing, if it is not legal."""
        if not self.compiled.code.play(self._states, self._legal, action, *self._room, self.compiled.choice_of):
            raise ValueError(f"the action {action} is not legal")
        self._follow()

    def _follow(self) -> None:
        self.plies += 1
        if self.compiled.counts_quiet:
            self.quiet = 0 if self._room[-1][steps.PROGRESS] else self.quiet + 1
        self._note()

    def _note(self) -> None:
        """Find whose turn it is, and whether the match is drawn by the house."""
        actions, numbers, facts = self._room
        self.seat, count, self._total, self._mark, _ = facts.tolist()
        if self.compiled.counts_positions:
            self.repeats = self._seen_before[self._mark] = self._seen_before.get(self._mark, 0) + 1
        if self.seat != NOBODY and (self.repeats >= REPETITIONS or self.quiet >= QUIET_ACTIONS):
            self.seat, count = NOBODY, 0
        self._legal, self.choices = actions[:count].copy(), numbers[:count].copy()

    def returns(self) -> dict[int, int]:
        """Return the result of each seat, by its number; 0 until the end."""
        values = np.zeros(1 + max(self.seats), np.int64)
        self.compiled.code.results(self._states, values)
        return {seat: int(values[seat]) for seat in self.seats}


AnyPosition = Position | CompiledPosition


def first_position(game: Game, options: Mapping[str, Any], *, is_compiled: bool = True) -> AnyPosition:
    """Return the position before the first action, compiled if that is wanted and can be."""
    return CompiledGame(game, options).first if is_compiled and is_compilable(game) else Position(game, options)


_kept: dict[tuple[pathlib.Path, str], CompiledGame] = {}  # for positions from other processes


def _restored(folder: pathlib.Path, options: dict[str, Any], state: bytes, kept: dict[str, Any]) -> CompiledPosition:
    """Return a position that was pickled."""
    key = folder, repr(options)
    if key not in _kept:
        _kept[key] = CompiledGame(game_in(folder), options)
    position = _kept[key].first.copy()
    vars(position).update(kept)
    position._states[:] = np.frombuffer(state, position._states.dtype)
    position._show()
    return position
