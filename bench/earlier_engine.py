"""The highest level of an earlier version of this house, as a program that speaks enough UGI for the arena.

Versions before `ludoteka engine` have no engine of their own.  Check one out beside this version, and set its search
against today's:

    git worktree add ../earlier db14af0b^
    ludoteka arena tavlei search:seconds=0.1,noise=5 \
        "engine:env PYTHONPATH=../earlier/src python bench/earlier_engine.py tavlei 5" --go "movetime 100" --pairs 100

The arguments are the game and the noise of the level in hundredths of a plain piece.  On a busy machine use numbers of
positions that take the same processor time: `search:nodes=120000,noise=5` and `--go "nodes 60000"`, for example.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from random import Random
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.computer import warm_search

UNLIMITED = 1 << 60

_places = ("ludoteka.search.search", "ludoteka.search.deepening")
_found: Any = [import_module(place) for place in _places if find_spec(place)]
_searching = next(module for module in _found if hasattr(module, "Limits"))  # has what this version's searches take
Limits = _searching.Limits
TAKES_ROOT = "root" in signature(_searching.Search.best).parameters  # with what is known; before, one by one
TAKES_DIGESTS = TAKES_ROOT or find_spec("ludoteka.players.past")  # of earlier positions; before, states


class Digested:
    """A position of which a search asks only the digest, again and again; hashing it each time would take most of the time."""

    def __init__(self, digest: int) -> None:
        self._digest = digest

    def digest(self, _: int) -> int:
        """Return the digest of the position."""
        return self._digest


def main(name: str, noise: int) -> None:
    """Answer the commands of the arena until the input ends."""
    game, chance = games()[name], Random(1)
    search = warm_search(game)
    options, match = dict[str, Any](), Match(game)
    positions: dict[str, Any] = {}  # earlier positions of the match by their text, each read once
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            print("ugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "setoption":
            options[words[2]] = _value(game, words[2], " ".join(words[4:]))
        elif words[0] == "position":
            match = _follow(match, Match(game, options), words[3:])
            positions = {text: positions.get(text) or _position(match, text) for text in match.past}
        elif words[0] == "go":
            action = _best(
                search,
                match.seen(),
                legal := [offer for offer in match.offers() if match.accepts(offer)],
                _limits(search.deepest, words[1], int(words[2])),
                offsets={action: chance.randint(-noise, noise) for action in legal},
                seats=[seat.number for seat in game.seats(match.options)],
                past=[positions[text] for text in match.past],
                quiet_left=match.quiet_actions_left,
            )
            print("bestmove", match.text_of(action), flush=True)


def _best(search: Any, state: Any, legal: list[int], limits: Any, offsets: dict[int, int], **known: Any) -> int:
    """Return the action that the search of this version chooses."""
    if TAKES_ROOT:
        return int(search.best(_searching.Root(state, legal, **known), limits, offsets=offsets))
    return int(search.best(state, legal, limits, offsets=offsets, **known))


def _position(match: Match, text: str) -> Any:
    """Return an earlier position as the search takes it."""
    digest = match.game.texts.parse_position(text, match.options).digest(0)
    return digest if TAKES_DIGESTS else Digested(digest)


def _limits(deepest: int, word: str, number: int) -> Any:
    """Return the limits of `go movetime MILLISECONDS` or `go nodes POSITIONS`."""
    return Limits(deepest, number) if word == "nodes" else Limits(deepest, UNLIMITED, number / 1000)


def _value(game: Game, name: str, text: str) -> object:
    """Return the value of an option that a text stands for."""
    values = [value for option in game.options if option.name == name for value, _ in option.choices]
    return next((value for value in values if str(value) == text), text)


def _follow(match: Match, start: Match, moves: list[str]) -> Match:
    """Return the match after these moves; it goes on from the last one if that leads there."""
    if match.options != start.options or match.actions != moves[: len(match.actions)]:
        match = start
    for move in moves[len(match.actions) :]:
        match.play(move)
    return match


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
