"""Random play: variants of the options, choices from a seed, and random matches."""

from collections.abc import Callable, Iterator
from typing import Any

from ludoteka.core.dice import FairDice
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY

Choose = Callable[[int], int]  # a bound -> a number from 0 to the bound, exclusive


def variants(game: Game) -> list[dict[str, Any]]:
    """Return the options to check: the defaults, and every other choice combined with the defaults."""
    usual = game.check_options({})
    others = [{option.name: value} for option in game.options for value, _ in option.choices[1:]]
    return [usual, *(usual | other for other in others)]


def chooser(seed: int) -> Choose:
    """Return a source of random choices that depends only on the seed."""
    dice = FairDice(str(seed).encode())
    return lambda bound: dice.throw(NOBODY, bound) - 1


def random_walk(match: Match, choose: Choose, plies: int) -> Iterator[Match]:
    """Play at random for at most `plies`; yield the match before every ply and at the end."""
    for _ in range(plies):
        yield match
        legal = match.legal()
        if not legal:
            return
        match.play(match.text_of(legal[choose(len(legal))]))
    yield match
