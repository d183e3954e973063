"""Other starts of a match: with other secrets that chance created, or other values of secret options."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from ludoteka.core.game import Game, Options
from ludoteka.core.message import Refused
from ludoteka.testing.leaks.histories import MatchHistory, initial_history
from ludoteka.testing.walks import Choose

TRIES = 40  # changes tried until a game accepts one
SHIFT = 3  # the most by which numbers are moved
SEEDS = 1 << 32


def has_other_starts(game: Game) -> bool:
    """Tell whether anything is secret before the first action."""
    return game.generate is not None or any(option.is_secret for option in game.options)


def random_start(game: Game, options: Options, choose: Choose) -> MatchHistory:
    """Return a start with newly generated secrets, if the game generates any."""
    make = game.generate
    if make is None:
        return initial_history(game, options)
    found = make(options, choose(SEEDS).to_bytes(4, "big"))
    secret = {option.name for option in game.options if option.is_secret}
    return initial_history(game, {name: found[name] if name in secret else value for name, value in options.items()})


def altered_start(game: Game, options: Options, choose: Choose) -> MatchHistory | None:
    """Return the start with one change in a secret option, or None if the game accepts no change tried."""
    secret = [option for option in game.options if option.is_secret]
    for _ in range(TRIES if secret else 0):
        option, number = secret[choose(len(secret))], choose(len(CHANGES) + 1)
        value = option.choices[choose(len(option.choices))][0]
        if number < len(CHANGES):
            value = deepcopy(options[option.name])
            CHANGES[number](value, choose)
        if value != options[option.name]:
            try:
                return initial_history(game, game.check_options({**options, option.name: value}))
            except Refused:
                pass
    return None


def _within(values: Any) -> Iterator[Any]:
    """Yield every list and mapping within `values`."""
    if isinstance(values, list | dict):
        yield values
        for value in values if isinstance(values, list) else values.values():
            yield from _within(value)


def _list_of_many(whole: Any, choose: Choose) -> list[Any]:
    """Return a random list of lists or mappings within `whole`, or an empty one if there is none."""
    found = [one for one in _within(whole) if isinstance(one, list) and all(isinstance(it, list | dict) for it in one)]
    return found[choose(len(found))] if found else []


def _put_in_another_order(whole: Any, choose: Choose) -> None:
    """Shuffle a list."""
    one = _list_of_many(whole, choose)
    one.sort(key=lambda _: choose(SEEDS))


def _leave_one_out(whole: Any, choose: Choose) -> None:
    """Delete an element of a list."""
    one = _list_of_many(whole, choose)
    if one:
        del one[choose(len(one))]


def _put_another(whole: Any, choose: Choose) -> None:
    """Replace a number or text, found by a random descent from the whole, with another one of the same type."""
    holder, value = None, whole
    while isinstance(value, list | dict) and value:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        holder, key = value, keys[choose(len(keys))]
        value = holder[key]
    leaves = [it for one in _within(whole) for it in (one if isinstance(one, list) else one.values())]
    likes = [it for it in leaves if type(it) is type(value) and it != value]
    if holder and likes:
        holder[key] = likes[choose(len(likes))]


def _shift_all(whole: Any, choose: Choose) -> None:
    """Move everything in one direction: add the same number to one coordinate of all lists of the same length."""
    points = [one for one in _within(whole) if isinstance(one, list) and one and all(type(it) is int for it in one)]
    if points:
        size = len(points[choose(len(points))])
        place, by = choose(size), 1 + choose(SHIFT)
        for point in points:
            if len(point) == size:
                point[place] += by


CHANGES: tuple[Callable[[Any, Choose], None], ...] = (_put_in_another_order, _leave_one_out, _put_another, _shift_all)
