"""The commands of `ludoteka`, one module each, found by listing this folder; `command` in each is the click command.

A command returns or yields the lines to print, as messages or texts, or prints by itself.  Commands import what they need
when they are called, so that the others start faster.
"""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import click

from ludoteka.commands._translation import environment_language
from ludoteka.core.message import Message, Refused
from ludoteka.surfaces.texts import Texts, best_language, texts_in

INTERRUPTED = 130  # the exit code, as in shells
Command = Callable[..., Any]


def command_names() -> list[str]:
    """Return the names of the commands in this folder; "new-game" is the module `new_game`."""
    return [module.name.replace("_", "-") for module in iter_modules(__path__) if not module.name.startswith("_")]


def load_command(name: str) -> click.Command:
    """Return a command of this folder."""
    command: click.Command = import_module(f"{__name__}.{name.replace('-', '_')}").command
    return command


def guard_command(command: click.Command) -> click.Command:
    """Guard what a command and its subcommands do, in place."""
    for one in [command, *getattr(command, "commands", {}).values()]:
        if one.callback:
            one.callback = guard(one.callback)
    return command


def guard(command: Command) -> Command:
    """Print the lines that a function returns; end it with one sentence when refused, and without any when interrupted."""

    @wraps(command)
    def guarded(*args: Any, **values: Any) -> None:
        try:
            for line in command(*args, **values) or ():
                say(line) if isinstance(line, Message) else click.echo(line)
        except Refused as refused:
            say(refused.message, err=True)
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    return guarded


def reader() -> Texts:
    """Return the texts in the reader's language."""
    from ludoteka.games import folders

    return texts_in(best_language(environment_language()), folders())


def say(message: Message, err: bool = False) -> None:
    """Print a message in the reader's language, if wanted as an error."""
    click.echo(reader().say(message), err=err)


def usage_error(message: Message) -> click.UsageError:
    """Return a usage error in the reader's language."""
    return click.UsageError(reader().say(message))


def data_folder() -> Path:
    """Return the default folder for matches."""
    from platformdirs import user_data_path

    return user_data_path("ludoteka")
