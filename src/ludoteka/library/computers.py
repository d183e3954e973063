"""The computer as a player and as an analyst of matches."""

from random import Random, SystemRandom
from typing import NamedTuple

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.library.matches import Match
from ludoteka.players.computer import choose_prepared_action, prepared_search, root_of, until_repeated
from ludoteka.players.levels import USUAL_LEVEL, Level, highest_level
from ludoteka.players.turn import build_turn
from ludoteka.search.control import UNLIMITED
from ludoteka.search.search import Limits
from ludoteka.search.searches import END_OF_TURN, Expectimax, family_of, has_search


class Computer:
    """A computer player of the house.  It decides by what its seat may know, and nothing else.

    It uses compiled code if numba is installed, which takes a few seconds the first time, and is slower without it.

    Args:
        level: 1 for a beginner to 10; games whose secrets no search handles have fewer levels.
        seed: of its random choices; by default, it is random.  Higher levels stop by the clock, so they may differ even
            with the same seed.
    """

    def __init__(self, level: int = USUAL_LEVEL, seed: int | None = None) -> None:
        self.level = level
        self._chance = SystemRandom() if seed is None else Random(seed)  # noqa: S311 - these numbers are not secret

    def __repr__(self) -> str:
        return f"Computer(level={self.level})"

    def choose(self, match: Match) -> str:
        """Return the text of the action that it would play now; it doesn't play it.

        Raises:
            Refused: "no-turn", if a throw is due or the match is over; "bad-level", if the game has no such level.
        """
        inner = match._match
        if not 1 <= self.level <= highest_level(match.game):
            count = highest_level(match.game)
            text = Message(
                "This game has {count} level of the computer.",
                plural="This game has {count} levels of the computer.",
                count=count,
            )
            raise Refused("bad-level", text)
        if inner.seat in (CHANCE, NOBODY):
            raise Refused("no-turn", Message("There is nothing to choose: a throw is due, or the match is over."))
        turn = build_turn(inner, inner.acceptable(), self.level, self._chance.getrandbits(32))
        return inner.text_of(choose_prepared_action(turn))


class Line(NamedTuple):
    """What the engine expects after one action or throw."""

    actions: tuple[str, ...]  # their texts; the first is the action or throw itself
    value: int  # for the seat to act or to throw, in hundredths of a plain piece
    outcome: int | None  # 1 or -1 if a win or a loss is certain, otherwise None


def analyse(match: Match, *, lines: int = 3, seconds: float | None = 1.0, depth: int | None = None) -> list[Line]:
    """Return the best lines, the best first; while a throw is due, a line for each throw.

    Args:
        match: of a game without secrets.
        lines: how many of the best actions to return.
        seconds: after which to stop; None for no limit of time, which needs a depth.
        depth: how far to look, in plies or throws, at least to the end of a turn; by default, as far as time allows, and
            then with the evaluation of the highest levels.

    Raises:
        Refused: "no-analysis", in a game with secrets or without a search; "no-turn", if the match is over;
            "no-limit", without seconds and depth.
    """
    inner, game = match._match, match.game
    if game.has_secrets or not has_search(game):
        raise Refused("no-analysis", Message("This game can't be analysed."))
    if inner.seat == NOBODY:
        raise Refused("no-turn", Message("The match is over."))
    if seconds is None and depth is None:
        raise Refused("no-limit", Message("Limit the analysis by seconds or by depth."))
    limits = Limits(family_of(game).deepest if depth is None else depth, UNLIMITED, seconds)
    search = prepared_search(game, Level(limits, noise=0))
    root = root_of(build_turn(inner, inner.legal(), 1, 0), game)
    if inner.seat == CHANCE and isinstance(search, Expectimax):
        thrower = game.thrower(inner.state) if game.thrower else root.seats[0]
        found = search.analyse_throws(root, thrower, limits._replace(depth=max(limits.depth, END_OF_TURN)))
    else:
        found = search.analyse(root, limits, lines=lines)
    return [
        Line(
            tuple(game.texts.line_texts(root.state, until_repeated(game, root.state, line.actions, root.past))),
            line.value,
            _outcome(line.value, search.won),
        )
        for line in found.lines
    ]


def _outcome(value: int, won: int) -> int | None:
    return 1 if value >= won else -1 if value <= -won else None
