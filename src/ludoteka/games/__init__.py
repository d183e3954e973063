"""The games of the house: every folder in here, found by looking.

Folders of further games can be named in the environment variable LUDOTEKA_GAMES,
separated like a search path; each is a folder of game folders.
"""

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from ludoteka.core.game import Game

__path__ += [folder for folder in os.environ.get("LUDOTEKA_GAMES", "").split(os.pathsep) if folder]


@cache
def games() -> dict[str, Game]:
    """Return the games that can be played, by name."""
    found = (getattr(import_module(f"{__name__}.{name}"), "GAME", None) for name in _names())
    return {game.name: game for game in found if isinstance(game, Game)}


def folders() -> tuple[Path, ...]:
    """Return the folders of all these games, where their catalogues lie."""
    return tuple(game.folder for game in games().values())


@cache
def commands() -> dict[str, Any]:
    """Return the commands that games add to the house's, by name: `COMMAND` of each folder's commands.py."""
    with_some = (
        name for name in _names() if any((Path(folder) / name / "commands.py").is_file() for folder in __path__)
    )
    found = [import_module(f"{__name__}.{name}.commands").COMMAND for name in with_some]
    return {command.name: command for command in found}


def _names() -> list[str]:
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)
