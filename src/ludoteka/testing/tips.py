"""Checks of the tips for somebody's first match: that their patterns are valid, and that each is shown in some match."""

import re
from collections.abc import Iterator

from ludoteka.core.game import Game, Narration
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE
from ludoteka.core.tips import Tip
from ludoteka.testing.walks import chooser, random_walk

MATCHES = 40  # at random, at most
PLIES = 1000  # of one match


def check_tips(game: Game) -> Iterator[str]:
    """Complain about keys that are used twice, patterns that are not valid, and tips that no match shows."""
    if len({tip.key for tip in game.tips}) < len(game.tips):
        yield "two tips have the same key"
    for tip in game.tips:
        try:
            re.compile(tip.action), re.compile(tip.heard)
        except re.error as error:
            yield f"the tip {tip.key} has a pattern that is not valid: {error}"
            return
    waiting = list(game.tips)
    for number in range(MATCHES):
        if not waiting:
            return
        waiting = _not_shown(game, waiting, number)
    for tip in waiting:
        yield f"the tip {tip.key} is not shown in any of {MATCHES} matches at random"


def _not_shown(game: Game, waiting: list[Tip], number: int) -> list[Tip]:
    """Return those of the tips that are not shown in one random match; each match has other options."""
    offered = [option for option in game.options if not option.is_secret]
    choices = {option.name: option.choices[number % len(option.choices)][0] for option in offered}
    options = game.complete_options(game.check_options(choices), [], b"%d" % number)
    heard: set[str] = set()
    for match in random_walk(Match(game, options), chooser(number), PLIES):
        seat = game.rules.current_seat(match.state)
        heard |= set(_heard(match))
        if seat >= 0 and seat != CHANCE:
            texts = [match.text_of(action) for action in match.offers()]
            letter = match.letter(seat) or ""
            waiting = [tip for tip in waiting if not tip.applies(letter, texts, heard)]
        if not waiting:
            break
    return waiting


def _heard(match: Match) -> Iterator[str]:
    """Yield the last action and what was said about it."""
    yield from match.actions[-1:]
    told = match.remarks[-1:]
    if match.game.describe_log and (log := match.log()):
        told = match.game.describe_log(log, len(log) - 1, Narration())
    yield from (sentence.text for sentences in told for sentence in sentences)
