"""The computer players of the house, for positions of programs that learn: random players, levels, and plain searches."""

from collections.abc import Callable
from random import Random

from ludoteka.arena.players import search_settings
from ludoteka.core.game import QUIET_ACTIONS, Game
from ludoteka.core.message import Message, Refused
from ludoteka.players.computer import choose_prepared_action, noisy_line, prepared_search
from ludoteka.players.levels import Level, highest_level, search_level
from ludoteka.players.turn import Turn
from ludoteka.research.compiled_position import AnyPosition
from ludoteka.search.search import Root
from ludoteka.search.searches import has_search

HousePlayer = Callable[[AnyPosition, int], int]  # position, seed -> the action of the seat to act
KINDS = "random, level:N, search:LIMITS"


def house_player(name: str, game: Game) -> HousePlayer:
    """Return the player "random", "level:N", or "search:LIMITS" with any of `depth=`, `nodes=`, `seconds=` and `noise=`.

    They are those of the arena (docs/arena.md).  A player decides by what its seat may know.

    Raises:
        Refused: "bad-player".
    """
    kind, _, rest = name.partition(":")
    if name == "random":
        return lambda position, seed: Random(seed).choice(_acceptable(position))  # noqa: S311 - these numbers are not secret
    if kind == "level" and rest.isdecimal() and 1 <= int(rest) <= highest_level(game):
        number = int(rest)
        if not has_search(game):
            return lambda position, seed: choose_prepared_action(_turn(position, number, seed))
        return lambda position, seed: _searched(position, search_level(game, number, position.options), seed)
    settings = search_settings(kind, rest) if kind == "search" and has_search(game) else None
    if settings is None:
        text = Message("There is no player {name} here. Choose from: {kinds}.", name=name, kinds=KINDS)
        raise Refused("bad-player", text)
    return lambda position, seed: _searched(position, settings, seed)


def _acceptable(position: AnyPosition) -> list[int]:
    """Return the actions that would not be refused, as the house tells its computer players."""
    return [action for action in position.offers() if not position.refusal(action)]


def _quiet_left(position: AnyPosition) -> int | None:
    return QUIET_ACTIONS - position.quiet if position.options.get("quiet") == "draw" else None


def _searched(position: AnyPosition, level: Level, seed: int) -> int:
    """Return the action of the usual search of a game without secrets."""
    root = Root(
        position.state, position.offers(), position.seats, position.past, quiet_left=_quiet_left(position), seed=seed
    )
    return noisy_line(root, level, prepared_search(position.game, level)).actions[0]


def _turn(position: AnyPosition, level: int, seed: int) -> Turn:
    """Return the turn of the seat to act in a game without a search for its evaluation: what it has seen and heard."""
    game, seat = position.game, position.seat
    return Turn(
        game.name,
        game.public_options(position.options),
        game.rules.observe(position.state, seat).values(),
        _acceptable(position),
        [],
        level,
        seed,
        position.heard[seat],
        _quiet_left(position),
        seat,
    )
