"""Checks of what programs that learn see and choose: the module `encoding` of a game, if it has one."""

import inspect
from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.testing.dialect import breaches
from ludoteka.testing.walks import variants

SIGNATURES = {"choices": ["seat"], "encode": ["seen", "seat", "tensor"]}
LARGEST = (1 << 31) - 1


class GuardedTensor(list[int]):
    """A flat list of zeros that refuses places outside it, as machine code can't."""

    def __setitem__(self, place: Any, number: Any) -> None:
        self._check(place)
        super().__setitem__(place, number)

    def __getitem__(self, place: Any) -> Any:
        self._check(place)
        return super().__getitem__(place)

    def _check(self, place: Any) -> None:
        if not (isinstance(place, int) and 0 <= place < len(self)):
            raise IndexError(f"encode uses the place {place} of a tensor with {len(self)} numbers")


def encoded(game: Game, seen: Any, seat: int) -> list[int]:
    """Return what a seat sees as the flat tensor of the game's encoding.  Raises IndexError: a place outside it."""
    encoding: Any = game.encoding
    tensor = GuardedTensor([0] * prod(encoding.SHAPE))
    encoding.encode(seen, seat, tensor)
    return list(tensor)


def check_encoding(game: Game) -> Iterator[str]:
    """Complain about names, numbers, functions and choices of the encoding; and about breaches of the dialect."""
    encoding: Any = game.encoding
    if encoding is None:
        return
    for name, wanted in SIGNATURES.items():
        function = getattr(encoding, name, None)
        if function is None or list(inspect.signature(function).parameters) != wanted:
            yield f"the encoding must define {name}({', '.join(wanted)})"
            return
    yield from _numbers(encoding)
    yield from _choices(game)
    if not game.deduce:  # otherwise `encode` gets what `deduce` returns, and is never compiled
        yield from breaches(encoding, ("encode",))


def _numbers(encoding: Any) -> Iterator[str]:
    names, shape = getattr(encoding, "NAMES", ()), getattr(encoding, "SHAPE", ())
    if not names or len(set(names)) < len(names) or not all(type(name) is str and name for name in names):
        yield "NAMES of the encoding must be texts, all of them different"
    if not shape or not all(type(size) is int and size > 0 for size in shape) or shape[0] != len(names):
        yield f"SHAPE of the encoding must be positive integers, the first of them the number of NAMES, {len(names)}"
    highest = getattr(encoding, "HIGHEST", None)
    if not (type(highest) is int and 0 < highest <= LARGEST):
        yield "HIGHEST of the encoding must be a positive integer of 32 bits: the highest number that encode writes"


def _choices(game: Game) -> Iterator[str]:
    encoding: Any = game.encoding
    seats = sorted({seat for options in variants(game) for seat in game.seat_numbers(options)})
    counts = set()
    for seat in seats:
        actions = encoding.choices(seat)
        counts.add(len(actions))
        if len(set(actions)) < len(actions):
            yield f"two choices of seat {seat} are the same action"
        for action in actions:
            if not (type(action) is int and 0 <= action < game.rules.NUM_ACTIONS):
                yield f"the choice {action!r} of seat {seat} is not one of the actions 0 … {game.rules.NUM_ACTIONS - 1}"
    if len(counts) > 1:
        yield f"the seats have different numbers of choices, {sorted(counts)}: add actions that a seat never plays"


def encodings(match: Match) -> Iterator[str]:
    """Complain about actions without a choice, and about tensors with a wrong number, or that change from call to call."""
    game, encoding = match.game, match.game.encoding
    if encoding is None:
        return
    if match.seat not in (CHANCE, NOBODY):
        known, named = _actions(game, match.seat), getattr(encoding, "named", lambda seen, action: action)
        missing = [action for action in match.offers() if named(match.seen(), action) not in known]
        if missing and (not game.attempts or len(missing) == len(match.offers())):
            yield f"seat {match.seat} may play the action {missing[0]}, which is not among its choices"
    for seat in game.seat_numbers(match.options):
        seen = match.seen(seat)
        before = repr(seen)
        try:
            tensor, again = encoded(game, seen, seat), encoded(game, seen, seat)
        except IndexError as error:
            yield str(error)
            return
        if repr(seen) != before:
            yield "encode changes what it is given"
        for place, number in enumerate(tensor):
            if not (isinstance(number, int) and 0 <= number <= encoding.HIGHEST):
                yield f"encode writes {number!r} at place {place} for seat {seat}, and HIGHEST is {encoding.HIGHEST}"
        if again != tensor:
            yield f"encode writes another tensor when seat {seat} looks again"


@cache
def _actions(game: Game, seat: int) -> frozenset[int]:
    encoding: Any = game.encoding
    return frozenset(encoding.choices(seat))
