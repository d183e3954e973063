"""The command `ludoteka`.

Exit codes: 0 done; 1 refused, with a sentence that says why; 2 the command was not understood; 130 interrupted.
"""

from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from ludoteka import __version__
from ludoteka.commands import Command, listening, named, names, reader, speaks
from ludoteka.commands.serve import opened


class Commands(click.Group):
    """The commands of the house, and those that games add to them."""

    def list_commands(self, context: click.Context) -> list[str]:
        from ludoteka.games import commands

        return sorted([*names(), *commands()])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        from ludoteka.games import commands

        return named(name) if name in names() else _spoken(commands().get(name))


def _spoken(command: click.Command | None) -> click.Command | None:
    """Return a command of a game, with all that are in it speaking the reader's language."""
    for one in [command, *getattr(command, "commands", {}).values()]:
        if one and one.callback and not hasattr(one.callback, "__wrapped__"):
            one.callback = speaks(_telling(one.callback))
    return command


def _telling(command: Command) -> Command:
    """Let a command's sentences be printed that it returns."""

    @wraps(command)
    def telling(*args: Any, **values: Any) -> None:
        for line in command(*args, **values) or ():
            click.echo(reader().say(line) if hasattr(line, "text") else line)

    return telling


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="ludoteka")
@listening
@click.option("--browser/--no-browser", default=True, help="Open the start page.")
@click.pass_context
@speaks
def main(context: click.Context, browser: bool, **settings: Any) -> None:
    """A house of board games.  Without a command: open the house, and a browser."""
    if context.invoked_subcommand is None:
        opened(settings, browser)
    elif any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in context.params):
        raise click.UsageError(f"Options stand behind the command: ludoteka {context.invoked_subcommand} ...")
