"""The players of an arena: levels, random players, plain searches, and programs that speak UGI."""

from random import Random
from typing import Any, Protocol

from ludoteka.arena.compiled_search import CompiledSearch
from ludoteka.arena.external_engine import ExternalEngine
from ludoteka.core.game import Game, Options
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.players.computer import choose_action, imagined_action, prepared_search, search_action
from ludoteka.players.levels import Level, highest_level
from ludoteka.players.turn import Turn
from ludoteka.search.analysis import Limits
from ludoteka.search.control import UNLIMITED
from ludoteka.search.search import Search
from ludoteka.search.searches import families, family_of, has_search

DEEP = 1000  # more than any search reaches: no limit
KINDS = "random, level:N, search:LIMITS, mcts:LIMITS, worlds:LIMITS, engine:COMMAND"
SEARCH_WORDS = {
    "search": ("seconds", "depth", "nodes", "noise"),
    "mcts": ("seconds", "nodes", "noise"),
    "worlds": ("seconds", "nodes"),
}


class ArenaPlayer(Protocol):
    """Chooses an action for the seat to act, from what this seat may know; `seed` decides between equal ones."""

    def choose(self, match: Match, seed: int) -> int: ...


def check_player(name: str, game: Game) -> None:
    """Check that a player with a name such as "level:3" can play a game.

    Raises:
        Refused: "bad-player", "secrets".
    """
    kind, _, rest = name.partition(":")
    is_level = kind == "level" and rest.isdecimal() and 1 <= int(rest) <= highest_level(game)
    is_search = _search_settings(kind, rest) is not None
    is_known = kind != "worlds" or game.sample_world is not None
    is_engine = kind == "engine" and bool(rest.strip())
    if not (name == "random" or is_level or (is_search and is_known) or is_engine):
        text = Message("There is no player {name} here. Choose from: {kinds}.", name=name, kinds=KINDS)
        raise Refused("bad-player", text)
    if is_search and game.has_secrets and kind != "worlds":
        raise Refused("secrets", Message("This game has secrets, which the searches don't handle yet."))
    if is_engine and game.has_secrets:
        raise Refused("secrets", Message("This game has secrets, which an engine would hear."))


def create_player(name: str, game: Game, options: Options, go: str) -> ArenaPlayer:
    """Return the player with a name that was checked.

    Raises:
        Refused: "engine-failed".
    """
    kind, _, rest = name.partition(":")
    if kind == "level":
        return LevelPlayer(game, int(rest))
    if settings := _search_settings(kind, rest):
        if kind == "worlds":
            return WorldsPlayer(game, settings)
        return SearchPlayer(game, settings, families(game)[kind] if kind == "mcts" else family_of(game))
    return EnginePlayer(rest, options, go) if kind == "engine" else RandomPlayer()


def _search_settings(kind: str, text: str) -> Level | None:
    """Return the settings of a search, such as "depth=3,noise=20" or "seconds=0.5"; None if the text is none of these."""
    known = SEARCH_WORDS.get(kind, ())
    values: dict[str, float] = {}
    for part in text.split(","):
        word, _, number = part.partition("=")
        try:
            values[word] = float(number)
        except ValueError:
            return None
    is_sensible = all(
        0 <= value < UNLIMITED and (word == "seconds" or value.is_integer()) for word, value in values.items()
    )
    if not is_sensible or set(values) - {*known} or not set(values) - {"noise"}:
        return None
    depth, nodes = int(values.get("depth", DEEP)), int(values.get("nodes", UNLIMITED))
    return Level(Limits(depth, nodes, values.get("seconds")), int(values.get("noise", 0)))


def possible_actions(match: Match) -> list[int]:
    """Return the legal actions of the seat to act."""
    return [action for action in match.offers() if match.accepts(action)]


class RandomPlayer:
    """Plays any legal action."""

    def choose(self, match: Match, seed: int) -> int:
        """Return a random action."""
        return Random(seed).choice(possible_actions(match))  # noqa: S311 - these numbers are not secret


class LevelPlayer:
    """The computer of the house at one of its levels; its search is compiled first."""

    def __init__(self, game: Game, level: int) -> None:
        self._game, self._level = game, level
        self._search = prepared_search(game) if has_search(game) else None

    def choose(self, match: Match, seed: int) -> int:
        """Return the action that the computer chooses."""
        turn = seen_turn(match, self._level, seed)
        return search_action(turn, self._game, self._search) if self._search else choose_action(turn)


class SearchPlayer:
    """A search of a game with settings like those of a level."""

    def __init__(self, game: Game, settings: Level, kind: type[Search]) -> None:
        self._game, self._level = game, settings
        self._search = CompiledSearch(game, kind).make()

    def choose(self, match: Match, seed: int) -> int:
        """Return the best action that the search finds."""
        return search_action(seen_turn(match, 1, seed), self._game, self._search, self._level)


class WorldsPlayer:
    """The search over worlds, in a game that can imagine them."""

    def __init__(self, game: Game, settings: Level) -> None:
        self._game, self._level = game, settings

    def choose(self, match: Match, seed: int) -> int:
        """Return an action drawn from what the search found."""
        return imagined_action(seen_turn(match, 1, seed), self._game, self._level)


class EnginePlayer:
    """A program that speaks UGI; it hears the whole match, so it can't play games with secrets."""

    def __init__(self, command: str, options: Options, go: str) -> None:
        self._engine, self._go = ExternalEngine(command, options), go

    def choose(self, match: Match, seed: int) -> int:
        """Return the action that the engine answers with."""
        text = self._engine.think(match.actions, self._go)
        try:
            return match.check(text)
        except Refused as refused:
            raise self._engine.failure(f"{text}: {refused.code}") from refused


def seen_turn(match: Match, level: int, seed: int) -> Turn:
    """Return the turn of the seat to act: what it has seen and heard, and nothing else."""
    game = match.game
    options: dict[str, Any] = {name: value for name, value in match.options.items() if name not in game.secret_options}
    seen = game.rules.observe(match.state, match.seat).values()
    log, left = match.log(match.seat), match.quiet_actions_left
    return Turn(game.name, options, seen, possible_actions(match), match.past, level, seed, log, left, match.seat)
