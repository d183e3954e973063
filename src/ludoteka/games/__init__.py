"""The games of the house: every folder in this package is one.

More games are found in two places: in the folders listed in the environment variable LUDOTEKA_GAMES, which has the form of
a search path (each contains game folders), and in installed packages, by entry points of the group `ludoteka.games` that
have the name of the game and point to its GAME.  If two games have the same name, the first one in this order is used.  A
game that can't be imported is skipped, and logged once.
"""

import logging
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module, util
from pathlib import Path
from pkgutil import iter_modules
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

VARIABLE = "LUDOTEKA_GAMES"
GROUP = "ludoteka.games"  # the group of the entry points
NAMED = tuple(dict.fromkeys(Path(name).absolute() for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name))

__path__ += map(str, NAMED)
logger = logging.getLogger(__name__)
_reported: set[Message] = set()
_instead: dict[str, "GameSource"] = {}  # by name: folders that `game_in` was called with


class GameSource(NamedTuple):
    """A place where a game should be."""

    name: str
    place: str  # the folder or the entry point, as shown to people
    module: str
    entry: "EntryPoint | None" = None


@cache
def games() -> dict[str, Game]:
    """Return the games that can be played, by name."""
    wrong = _found()[1]
    opened = _open_all()
    _tell([*wrong, *opened.values()])
    return {name: game for name, game in sorted(opened.items()) if isinstance(game, Game)}


def games_to_offer() -> list[Game]:
    """Return the games in the order in which people are offered them: first the one to start with, then by name."""
    return sorted(games().values(), key=lambda game: not game.is_for_beginners)


def find_game(name: str) -> Game:
    """Return the game with a name.  Raises Refused: "no-such-game", with the names of the installed games."""
    if name in games():
        return games()[name]
    known = ", ".join(games())
    raise Refused("no-such-game", Message("There is no such game here. The games are: {games}.", games=known))


def _open_all() -> dict[str, Game | Message]:
    return {one.name: _opened(_instead.get(one.name, one)) for one in _found()[0]}


def folders() -> tuple[Path, ...]:
    """Return the folders of all games, which contain their catalogues.  Problems are not logged yet."""
    return tuple(game.folder for _, game in sorted(_open_all().items()) if isinstance(game, Game))


@cache
def commands() -> dict[str, Any]:
    """Return the commands that games add to `ludoteka`, by name: `COMMAND` in the module `commands` of each."""
    opened = [_command(one) for one in _found()[0] if _has_commands(one)]
    _tell(opened)
    return {one.name: one for one in opened if not isinstance(one, Message)}


def faults() -> list[Message]:
    """Return the problems of games that can't be opened, and of places where games are searched.

    The caller reports them; they are not logged again.
    """
    found, wrong = _found()
    opened = [*map(_opened, found), *(_command(one) for one in found if _has_commands(one))]
    told = list(dict.fromkeys([*wrong, *(one for one in opened if isinstance(one, Message))]))
    _reported.update(told)
    return told


def game_in(folder: Path) -> Game:
    """Return the game in a folder anywhere; from now on, its name means this game.  Raises Refused: "no-game"."""
    folder = folder.resolve()
    if not (folder / "__init__.py").is_file():
        raise Refused("no-game", Message("There is no game in {folder}: no __init__.py.", folder=str(folder)))
    installed = [one for one in _installed() if _folder_of(one) == folder]
    found = installed[0] if installed else GameSource(folder.name, str(folder), f"{__name__}.{folder.name}")
    if not installed:
        _instead[found.name] = found
    game = _opened(found)
    if isinstance(game, Message):
        _reported.add(game)  # the refusal reports it
        raise Refused("no-game", game)
    return game


@cache
def _found() -> tuple[list[GameSource], list[Message]]:
    """Return one source for each name of a game, and the problems of other sources."""
    wrong = [fault for folder in NAMED for fault in _faults_of(folder)]
    places: dict[str, list[GameSource]] = defaultdict(list)
    for one in [*(one for folder in __path__ for one in _lying(Path(folder))), *_installed()]:
        places[one.name].append(one)
    for name, (first, *others) in places.items():
        wrong += [
            Message(
                "Two games are called {name}: {place} is used, and {other} is ignored.",
                name=name,
                place=first.place,
                other=other.place,
            )
            for other in others
        ]
    return [first for first, *_ in places.values()], wrong


def _faults_of(folder: Path) -> Iterator[Message]:
    named = {"variable": VARIABLE, "folder": str(folder)}
    if not folder.is_dir():
        yield Message("{variable} contains {folder}, which is not a folder.", **named)
    elif (folder / "__init__.py").is_file() and not _lying(folder):
        yield Message("{variable} contains {folder}, which is itself a game: use the folder that contains it.", **named)


def _lying(folder: Path) -> list[GameSource]:
    names = sorted(
        module.name for module in iter_modules([str(folder)]) if module.ispkg and not module.name.startswith("_")
    )
    return [GameSource(name, str(folder / name), f"{__name__}.{name}") for name in names]


@cache
def _installed() -> list[GameSource]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - a quarter of what importing a match takes

    return [
        GameSource(
            point.name, f"{point.dist.name if point.dist else GROUP}: {point.name} = {point.value}", point.module, point
        )
        for point in entry_points(group=GROUP)
    ]


def _folder_of(installed: GameSource) -> Path | None:
    try:
        spec = util.find_spec(installed.module)
    except ImportError:
        return None
    return Path(spec.origin).resolve().parent if spec and spec.origin else None


@cache
def _opened(found: GameSource) -> Game | Message:
    try:
        there = found.entry.load() if found.entry else _imported(found)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - no error of one game may affect the others
        return Message("The game {name} cannot be opened: {reason} ({place})", name=found.name, **_cause(error, found))
    game = getattr(there, "GAME", None) if isinstance(there, ModuleType) else there
    if not isinstance(game, Game):
        return Message("There is no GAME in {place}.", place=found.place)
    if game.name != found.name:
        told = {"place": found.place, "game": game.name, "name": found.name}
        return Message("The game in {place} is called {game}, but its folder or entry point is called {name}.", **told)
    return game


def _imported(found: GameSource) -> ModuleType:
    """Import the module of a folder; a folder passed to `game_in` replaces another game with its name."""
    there = sys.modules.get(found.module)
    is_there = there and Path(found.place) in [Path(folder).resolve() for folder in there.__path__]
    if is_there or found not in _instead.values():
        return import_module(found.module)
    for other in [other for other in sys.modules if f"{other}.".startswith(f"{found.module}.")]:
        del sys.modules[other]
    start = Path(found.place) / "__init__.py"
    spec = util.spec_from_file_location(found.module, start, submodule_search_locations=[found.place])
    if not spec or not spec.loader:
        raise ImportError(f"{start} is not a module")
    module = sys.modules[found.module] = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(sys.modules[__name__], found.name, module)
    return module


@cache
def _command(found: GameSource) -> Any:
    if isinstance(_opened(found), Message):
        return _opened(found)
    try:
        return import_module(f"{found.module}.commands").COMMAND
    except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
        told = _cause(error, found)
        return Message("The command of the game {name} cannot be opened: {reason} ({place})", name=found.name, **told)


def _has_commands(found: GameSource) -> bool:
    folder = _folder_of(found) if found.entry else Path(found.place)
    return folder is not None and (folder / "commands.py").is_file()


def error_cause(error: BaseException, folder: Path | None, place: str) -> dict[str, str]:
    """Return the text of an error in one line, and the innermost line within the folder, or else `place`."""
    passed = [f"{one.filename}:{one.lineno}" for one in extract_tb(error.__traceback__)]
    said = str(error)
    if isinstance(error, SyntaxError):
        said = error.msg
        passed.append(f"{error.filename}:{error.lineno}")
    inside = [one for one in passed if folder and one.startswith(f"{folder}{os.sep}")]
    return {"reason": f"{type(error).__name__}: {' '.join(said.split())}", "place": [place, *inside][-1]}


def _cause(error: BaseException, found: GameSource) -> dict[str, str]:
    return error_cause(error, _folder_of(found) if found.entry else Path(found.place), found.place)


def _tell(opened: Iterable[Any]) -> None:
    for one in opened:
        if isinstance(one, Message) and one not in _reported:
            _reported.add(one)
            logger.warning(one.text.format_map(one.values))


class _CallableModule(ModuleType):
    """Makes `ludoteka.games` both this package and the function `games` that programs call."""

    def __call__(self) -> dict[str, Game]:
        return games()


sys.modules[__name__].__class__ = _CallableModule
