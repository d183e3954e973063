"""The commands of `ludoteka`, a module each: `command` is what click calls, found by looking.

A command imports what it needs when it is called: the others start faster.
"""

import locale
import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import click

PORT = 8642
INTERRUPTED = 130  # the exit code, as shells count it
Command = Callable[..., Any]


def names() -> list[str]:
    """Return the names of the commands in this folder: new-game is the module new_game."""
    return [module.name.replace("_", "-") for module in iter_modules(__path__) if not module.name.startswith("_")]


def named(name: str) -> click.Command:
    """Return a command of this folder."""
    command: click.Command = import_module(f"{__name__}.{name.replace('-', '_')}").command
    return command


def speaks(command: Command) -> Command:
    """Let a command end with a refusal, one sentence in the reader's language, or without a word at an interrupt."""

    @wraps(command)
    def guarded(*args: Any, **values: Any) -> Any:
        from ludoteka.core.message import Refused

        try:
            return command(*args, **values)
        except Refused as refused:
            click.echo(reader().say(refused.message), err=True)
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    return guarded


def reader(language: str = "") -> Any:
    """Return the texts in a language, or in that of the environment."""
    from ludoteka.games import folders
    from ludoteka.surfaces.texts import best_language, texts_in

    wished = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES")
    wished = wished or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return texts_in(best_language(wished.replace(":", ","), language), folders())


def data_folder() -> Path:
    """Return where matches are kept unless another folder is named."""
    from platformdirs import user_data_path

    return user_data_path("ludoteka")


def keeping(command: Command) -> Command:
    """Add the options that say where matches are kept: `data` and `database`."""
    command = click.option(
        "--data",
        type=click.Path(path_type=Path),
        envvar="LUDOTEKA_DATA",
        help="The folder where matches are kept.",
    )(command)
    return click.option(
        "--database",
        default="",
        envvar="LUDOTEKA_DATABASE",
        metavar="URL",
        help="postgresql://..., instead of a file in that folder.",
    )(command)


def database_of(data: Path | None, database: str) -> str | Path:
    """Return where matches are kept by these options: the URL of a database, or a file."""
    return database or (data or data_folder()) / "ludoteka.sqlite"


def listening(command: Command) -> Command:
    """Add the options of the commands that open a house."""
    command = keeping(command)
    command = click.option(
        "--broker",
        default="",
        envvar="LUDOTEKA_BROKER",
        metavar="URL",
        help="redis://..., through which several servers make one house.",
    )(command)
    command = click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any.")(
        command
    )
    return click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole network.")(command)
